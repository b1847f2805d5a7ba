"""The log of the server: one JSON object in a line on standard error, whoever has something to say.

Python's `logging` carries it, so that what uvicorn, asyncio and others say has the same form, and
what nobody has caught as well. Secrets are cut out of every text, see `json_lines`.
"""

import logging
import sys
import threading
from typing import Any

from hotdice.server.log.json_lines import KEPT, JsonLine, new_number
from hotdice.server.log.rate_limit import LimitedHandler

_logger = logging.getLogger("hotdice.server")


def info(event: str, **data: Any) -> None:
    """Say what happened."""
    _logger.info(event, extra={"data": data}, stacklevel=2)


def warning(event: str, **data: Any) -> None:
    """Say what somebody should know about."""
    _logger.warning(event, extra={"data": data}, stacklevel=2)


def failure(event: str, error: BaseException, **data: Any) -> str:
    """Say what went wrong, with its traceback; the number by which anybody can ask about it."""
    number = new_number()
    told = {**data, "number": number}
    _logger.error(event, extra={"data": told}, exc_info=error, stacklevel=2)
    return number


def short(game: str) -> str:
    """Enough of an id to follow a game through the log, too little to find it."""
    return game[:KEPT]


def set_up() -> None:
    """From now on nothing but lines of this form goes to standard error."""
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
