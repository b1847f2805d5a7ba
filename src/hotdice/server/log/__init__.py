"""The log of the server: one JSON object per line on standard error.

It goes through Python's `logging`, so lines of uvicorn, asyncio and other libraries, and uncaught
exceptions, have the same form. Secrets are removed from every text, see `json_lines`.
"""

import logging
import sys
import threading
from typing import Any

from hotdice.server.log.json_lines import ID_LETTERS, JsonLine, new_error_number
from hotdice.server.log.rate_limit import LimitedHandler

_logger = logging.getLogger("hotdice.server")


def info(event: str, **data: Any) -> None:
    """Log what happened."""
    _logger.info(event, extra={"data": data}, stacklevel=2)


def warning(event: str, **data: Any) -> None:
    """Log what an operator should know about."""
    _logger.warning(event, extra={"data": data}, stacklevel=2)


def failure(event: str, error: BaseException, **data: Any) -> str:
    """Log an error with its traceback; returns the number that users can quote."""
    number = new_error_number()
    data = {**data, "number": number}
    _logger.error(event, extra={"data": data}, exc_info=error, stacklevel=2)
    return number


def short(game: str) -> str:
    """The first letters of a game id: enough to follow it in the log, too few to open it."""
    return game[:ID_LETTERS]


def set_up() -> None:
    """Route all logging and uncaught exceptions to standard error as JSON lines."""
    handler = LimitedHandler(sys.stderr)
    handler.setFormatter(JsonLine())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = lambda _, error, __: _uncaught("crashed", error)
    sys.unraisablehook = lambda found: _uncaught("unraisable", found.exc_value)
    threading.excepthook = lambda found: _uncaught("thread-failed", found.exc_value)


def _uncaught(event: str, error: BaseException | None) -> None:
    if error is not None and not isinstance(error, KeyboardInterrupt):
        failure(event, error)
