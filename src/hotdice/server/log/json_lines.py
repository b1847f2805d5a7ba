"""One line of the log: a record as JSON with all secrets removed."""

import json
import logging
import re
import secrets
import time
from collections.abc import Iterator
from traceback import TracebackException
from typing import Any

ID_LETTERS = 6  # of an id that are shown
MAX_TEXT_LENGTH = 500
MAX_LINE_BYTES = 4_000  # written to a pipe in one piece
ERROR_NUMBERS = 10**8
_SECRET = re.compile(
    r"[A-Za-z0-9_-]{22,}|[0-9a-f]{12,}"
)  # ids and tokens; seeds, truncated ones too


def redacted(text: str) -> str:
    """A text without secrets, truncated.

    >>> redacted("/api/games/q1ZxY0_abcdefghijklmno/socket")
    '/api/games/q1ZxY0.../socket'
    """
    return _SECRET.sub(lambda found: f"{found[0][:ID_LETTERS]}...", text)[:MAX_TEXT_LENGTH]


def new_error_number() -> str:
    """A random number that users can quote when they report an error."""
    return f"{secrets.randbelow(ERROR_NUMBERS):08}"


class JsonLine(logging.Formatter):
    """Time, level, event, source and process, then the data or the message of a library.

    Errors have a traceback, and a number to quote.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, without a newline."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": event_of(record),
            "where": where(record),
            "process": record.process,
        }
        data = getattr(record, "data", None)
        fields = {"message": record.getMessage()} if data is None else data
        line |= {name: _field(value) for name, value in fields.items()}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line.setdefault("number", new_error_number())
            line["traceback"] = [*_traceback_lines(TracebackException.from_exception(error))]
        return _encode(line)


def event_of(record: logging.LogRecord) -> str:
    """The event of a record; of libraries the name of the logger."""
    return str(record.msg) if hasattr(record, "data") else record.name


def where(record: logging.LogRecord) -> str:
    """The logger, module and line of a record."""
    return f"{record.name}.{record.module}:{record.lineno}"


def _field(value: Any) -> Any:
    return value if isinstance(value, bool | int | float | None) else redacted(str(value))


def _traceback_lines(found: TracebackException) -> Iterator[str]:
    """The frames of a traceback, then the error; causes come first.

    Frames hold only names and line numbers of the program; messages may hold secrets.
    """
    before = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    if before is not None:
        yield from _traceback_lines(before)
    for call in found.stack:
        yield f"{_file(call.filename)}:{call.lineno} {call.name}"
    yield redacted("".join(found.format_exception_only()).strip())
    for inner in found.exceptions or ():
        yield from _traceback_lines(inner)


def _file(path: str) -> str:
    """The path of a module relative to the folder of its package."""
    return path.rpartition("/site-packages/")[2].rpartition("/src/")[2]


def _encode(line: dict[str, Any]) -> str:
    """The line as JSON; if it is too long, frames in the middle of the traceback are left out."""
    text = json.dumps(line)
    calls: list[str] = line.get("traceback", [])
    while len(text) > MAX_LINE_BYTES and len(calls) > 2:
        middle = len(calls) // 2
        calls[middle - 1 : middle + 1] = ["..."]
        text = json.dumps(line)
    return text
