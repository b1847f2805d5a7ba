"""At most so many log lines per minute from one place; then one line with how many were dropped."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from hotdice.server.log.json_lines import event_of

WINDOW_SECONDS = 60.0
MAX_LINES = {logging.INFO: 600, logging.WARNING: 60, logging.ERROR: 30}  # per window, by level

Source = tuple[str, int]  # file and line of the call


class _Window:
    """The lines of one source in the current minute."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.count = 0
        self.last: logging.LogRecord | None = None  # that was dropped


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes lines; of a flood only the beginning, and its size at the end of the minute."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._windows: dict[Source, _Window] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line unless its source is over the limit."""
        source = record.pathname, record.lineno
        window = self._windows.get(source)
        if window is None or self._clock() - window.began >= WINDOW_SECONDS:
            self._report_dropped(source)
            window = self._windows[source] = _Window(self._clock())
        window.count += 1
        if window.count <= MAX_LINES.get(record.levelno, MAX_LINES[logging.ERROR]):
            super().emit(record)
            return
        if window.last is None:
            self._report_later(source, window)
        window.last = record

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Ignore it: a log that cannot be written is no reason to stop."""

    def close(self) -> None:
        """Report what was dropped so far."""
        with self._locked():
            for source in list(self._windows):
                self._report_dropped(source)
        super().close()

    def _report_later(self, source: Source, window: _Window) -> None:
        left = max(0.0, window.began + WINDOW_SECONDS - self._clock())
        timer = threading.Timer(left, self._on_window_end, [source, window])
        timer.daemon = True
        with suppress(RuntimeError):  # no thread could be started; the next line reports it
            timer.start()

    def _on_window_end(self, source: Source, window: _Window) -> None:
        with self._locked():
            if self._windows.get(source) is window:
                self._report_dropped(source)

    def _report_dropped(self, source: Source) -> None:
        """Write how many lines of a source were dropped."""
        window = self._windows.pop(source, None)
        if window is None or window.last is None:
            return
        last = window.last
        most = MAX_LINES.get(last.levelno, MAX_LINES[logging.ERROR])
        about = {"of": event_of(last), "count": window.count - most}
        record = logging.LogRecord(
            last.name, logging.WARNING, last.pathname, last.lineno, "lines-dropped", None, None
        )
        record.data = about
        super().emit(record)

    def _locked(self) -> threading.RLock:
        assert self.lock is not None
        return self.lock
