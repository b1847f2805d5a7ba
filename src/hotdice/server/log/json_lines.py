"""One line of the log: what is known of a record as JSON, and no secret whatever its text holds."""

import json
import logging
import re
import secrets
import time
from collections.abc import Iterator
from traceback import TracebackException
from typing import Any

KEPT = 6  # letters of an id that are shown
LONGEST_TEXT = 500
LONGEST_LINE = 4_000  # bytes; a pipe that several processes write to takes as many in one piece
NUMBERS = 10**8
_SECRET = re.compile(r"[A-Za-z0-9_-]{22,}|[0-9a-f]{12,}")  # ids and tokens; seeds, cut ones too


def hidden(text: str) -> str:
    """A text without secrets, and not too long.

    >>> hidden("/api/games/q1ZxY0_abcdefghijklmno/socket")
    '/api/games/q1ZxY0.../socket'
    """
    return _SECRET.sub(lambda found: f"{found[0][:KEPT]}...", text)[:LONGEST_TEXT]


def new_number() -> str:
    """A number by which anybody can ask about a failure."""
    return f"{secrets.randbelow(NUMBERS):08}"


class JsonLine(logging.Formatter):
    """Time, level, event and where it was said; then the data, or the message of a library.

    Errors have their traceback, and a number to quote.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, without its end."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": event_of(record),
            "where": where(record),
            "process": record.process,
        }
        data = getattr(record, "data", None)
        told = {"message": record.getMessage()} if data is None else data
        line |= {name: _clean(value) for name, value in told.items()}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line.setdefault("number", new_number())
            line["traceback"] = [*_calls(TracebackException.from_exception(error))]
        return _fitting(line)


def event_of(record: logging.LogRecord) -> str:
    """What happened; of libraries only their name is known."""
    return str(record.msg) if hasattr(record, "data") else record.name


def where(record: logging.LogRecord) -> str:
    """Who says so: the logger with the module and the line."""
    return f"{record.name}.{record.module}:{record.lineno}"


def _clean(value: Any) -> Any:
    return value if isinstance(value, bool | int | float | None) else hidden(str(value))


def _calls(found: TracebackException) -> Iterator[str]:
    """The calls that led to an error, then the error; first those that it came from.

    Names and lines of calls are those of the program; only what errors say may hold secrets.
    """
    before = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    if before is not None:
        yield from _calls(before)
    for call in found.stack:
        yield f"{_file(call.filename)}:{call.lineno} {call.name}"
    yield hidden("".join(found.format_exception_only()).strip())
    for inner in found.exceptions or ():
        yield from _calls(inner)


def _file(path: str) -> str:
    """The path of a module from its package on."""
    return path.rpartition("/site-packages/")[2].rpartition("/src/")[2]


def _fitting(line: dict[str, Any]) -> str:
    """The line as JSON; where it would be too long, calls in the middle are left out."""
    text = json.dumps(line)
    calls: list[str] = line.get("traceback", [])
    while len(text) > LONGEST_LINE and len(calls) > 2:
        middle = len(calls) // 2
        calls[middle - 1 : middle + 1] = ["..."]
        text = json.dumps(line)
    return text
