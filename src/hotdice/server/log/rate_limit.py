"""Lines of one kind in the log: some in a minute, then one that tells how many were left out."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from hotdice.server.log.json_lines import event_of

SECONDS = 60.0
MOST = {logging.INFO: 600, logging.WARNING: 60, logging.ERROR: 30}  # by level, in that time

Kind = tuple[str, int]  # the file and the line that say it


class _Window:
    """The lines of one kind since a moment."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.count = 0
        self.last: logging.LogRecord | None = None  # that was left out


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes lines; of a flood only the beginning, and its size when the minute is over."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._windows: dict[Kind, _Window] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless there were many like it."""
        kind = record.pathname, record.lineno
        window = self._windows.get(kind)
        if window is None or self._clock() - window.began >= SECONDS:
            self._tell(kind)
            window = self._windows[kind] = _Window(self._clock())
        window.count += 1
        if window.count <= MOST.get(record.levelno, MOST[logging.ERROR]):
            super().emit(record)
            return
        if window.last is None:
            self._tell_later(kind, window)
        window.last = record

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """A log that cannot be written is no reason to stop, and there is nowhere to say so."""

    def close(self) -> None:
        """Tell what is not told yet."""
        with self._locked():
            for kind in list(self._windows):
                self._tell(kind)
        super().close()

    def _tell_later(self, kind: Kind, window: _Window) -> None:
        left = max(0.0, window.began + SECONDS - self._clock())
        timer = threading.Timer(left, self._time_over, [kind, window])
        timer.daemon = True
        with suppress(RuntimeError):  # no room for a thread; the next line tells it
            timer.start()

    def _time_over(self, kind: Kind, window: _Window) -> None:
        with self._locked():
            if self._windows.get(kind) is window:
                self._tell(kind)

    def _tell(self, kind: Kind) -> None:
        """One line about those of a kind that were left out."""
        window = self._windows.pop(kind, None)
        if window is None or window.last is None:
            return
        last = window.last
        most = MOST.get(last.levelno, MOST[logging.ERROR])
        about = {"of": event_of(last), "count": window.count - most}
        told = logging.LogRecord(
            last.name, logging.WARNING, last.pathname, last.lineno, "left-out", None, None
        )
        told.data = about
        super().emit(told)

    def _locked(self) -> threading.RLock:
        assert self.lock is not None
        return self.lock
