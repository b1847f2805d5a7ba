"""How far long work is: a bar on a terminal, now and then a line elsewhere; nothing if short."""

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
WINDOW = 600.0  # seconds that the speed is taken from
ROOM = 4  # columns beside a bar, so that the ^C of a terminal does not break its line


@contextmanager
def shown(working: str, job: str, games: int = 0) -> Iterator[Progress]:
    """A function to tell the part done to; what it shows is gone when the work is done.

    `working` is shown beside a bar, with the rate if the work is so many `games`; lines tell `job`.
    """
    terminal = sys.stderr is not None and sys.stderr.isatty()
    bar = terminal and find_spec("rich") is not None
    telling = _Bar(working, games) if bar else _Lines(job)
    try:
        yield telling
    finally:
        telling.stop()


def solving(rules: str, players: int) -> AbstractContextManager[Progress]:
    """The same for solving a game."""
    working, job = (say(key, rules=rules, count=players) for key in ("solve.working", "solve.job"))
    return shown(working, job)


class _Bar:
    """A bar with the remaining time, and the rate of games; it comes by itself when it is time."""

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
            total = 1.0 if part else None  # without an end as long as nothing is done
            rate = self._rate(self._bar.tasks[0].speed)
            self._bar.update(self._bar.task_ids[0], completed=part, total=total, rate=rate)

    def stop(self) -> None:
        """Take the bar away."""
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
        if self._first is None:  # what was done before does not tell how fast it is now
            self._first, self._begin = part, now
        if now - self._last < BETWEEN or part <= self._first:
            return
        self._last = now
        left = (now - self._begin) * (1.0 - part) / (part - self._first)
        percent, minutes = decimal(100 * part), f"{left / 60:.0f}"
        line = say("progress.line", job=self._job, percent=percent, minutes=minutes)
        print(line, file=sys.stderr, flush=True)

    def stop(self) -> None:
        """There is nothing to take away."""
