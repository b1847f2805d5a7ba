"""How far long work is: a bar on a terminal, now and then a line elsewhere; nothing if short."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from hotdice.solver.progress import Progress
from hotdice.texts import say

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SHORT = 2.0  # seconds
BETWEEN = 60.0  # seconds between two lines
WINDOW = 600.0  # seconds that the speed is taken from


@contextmanager
def shown(rules: str, players: int) -> Iterator[Progress]:
    """A function to tell the part done to; what it shows is gone when the work is done."""
    telling = _Bar(rules, players) if sys.stderr.isatty() else _Lines(rules, players)
    try:
        yield telling
    finally:
        telling.stop()


class _Bar:
    """A bar with the remaining time."""

    def __init__(self, rules: str, players: int) -> None:
        self._label = say("solve.working", rules=rules, players=players)
        self._begin = monotonic()
        self._bar: Bar | None = None

    def __call__(self, part: float) -> None:
        if self._bar is None:
            if monotonic() - self._begin < SHORT:
                return
            self._bar = self._start()
        self._bar.update(self._task, completed=part)

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def _start(self) -> "Bar":
        from rich import progress
        from rich.console import Console

        bar = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.TaskProgressColumn(),
            progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            speed_estimate_period=WINDOW,
        )
        self._task = bar.add_task(self._label, total=1.0)
        bar.start()
        return bar


class _Lines:
    """A line every minute, for logs."""

    def __init__(self, rules: str, players: int) -> None:
        self._rules, self._players = rules, players
        self._begin = self._last = monotonic()
        self._first: float | None = None

    def __call__(self, part: float) -> None:
        now = monotonic()
        if self._first is None:  # what was done before does not tell how fast it is now
            self._first, self._begin = part, now
        if now - self._last < BETWEEN or part <= self._first:
            return
        self._last = now
        left = (now - self._begin) * (1.0 - part) / (part - self._first)
        line = say(
            "solve.going-on",
            rules=self._rules,
            players=self._players,
            percent=f"{100 * part:.1f}",
            minutes=f"{left / 60:.0f}",
        )
        print(line, file=sys.stderr, flush=True)

    def stop(self) -> None:
        """There is nothing to take away."""
