"""The progress of long work: a bar on a terminal, a line now and then elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

from hotdice.solver.progress import Progress
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SHORT = 2.0  # seconds
BETWEEN = 60.0  # seconds between two lines
WINDOW = 600.0  # seconds over which the speed is averaged
ROOM = 4  # columns left free, so that an echoed ^C does not wrap the line


@contextmanager
def show_progress(working: str, job: str, games: int = 0) -> Iterator[Progress]:
    """A function to report the fraction done to; a bar disappears when the work is done.

    `working` labels a bar, which shows the rate if the work is a number of `games`; `job` labels
    lines.
    """
    terminal = sys.stderr is not None and sys.stderr.isatty()
    bar = terminal and find_spec("rich") is not None
    display = _Bar(working, games) if bar else _Lines(job)
    try:
        yield display
    finally:
        display.stop()


def solving(rules: str, players: int) -> AbstractContextManager[Progress]:
    """The progress of solving rules."""
    working, job = (say(key, rules=rules, count=players) for key in ("solve.working", "solve.job"))
    return show_progress(working, job)


class _Bar:
    """A bar with the remaining time and the rate of games; appears after `SHORT` seconds."""

    def __init__(self, label: str, games: int) -> None:
        self._label, self._games = label, games
        self._part = 0.0
        self._bar: Bar | None = None
        self._lock = Lock()
        self._timer = Timer(SHORT, self._start)
        self._timer.daemon = True
        self._timer.start()

    def __call__(self, part: float) -> None:
        self._part = part
        if self._bar is not None:
            total = 1.0 if part else None  # indeterminate as long as nothing is done
            rate = self._rate(self._bar.tasks[0].speed)
            self._bar.update(self._bar.task_ids[0], completed=part, total=total, rate=rate)

    def stop(self) -> None:
        """Remove the bar."""
        self._timer.cancel()
        with self._lock:
            if self._bar is not None:
                self._bar.stop()

    def _start(self) -> None:
        with self._lock:
            if self._timer.finished.is_set():
                return
            bar = _empty_bar()
            bar.add_task(self._label, total=None, rate="")
            bar.start()
            self._bar = bar
            self(self._part)

    def _rate(self, speed: float | None) -> str:
        return (
            say("progress.rate", games=grouped(speed * self._games))
            if speed and self._games
            else ""
        )


def _empty_bar() -> "Bar":
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    console.width = max(1, console.width - ROOM)
    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        console=console,
        transient=True,
        speed_estimate_period=WINDOW,
    )


class _Lines:
    """A line every minute, for logs."""

    def __init__(self, job: str) -> None:
        self._job = job
        self._begin = self._last = monotonic()
        self._first: float | None = None

    def __call__(self, part: float) -> None:
        now = monotonic()
        if self._first is None:  # work of an earlier run does not count for the speed
            self._first, self._begin = part, now
        if now - self._last < BETWEEN or part <= self._first:
            return
        self._last = now
        left = (now - self._begin) * (1.0 - part) / (part - self._first)
        percent, minutes = decimal(100 * part), f"{left / 60:.0f}"
        line = say("progress.line", job=self._job, percent=percent, minutes=minutes)
        print(line, file=sys.stderr, flush=True)

    def stop(self) -> None:
        """Nothing to remove."""
