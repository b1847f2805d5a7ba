"""Errors as clients see them: one form for all, and the HTTP status of each code."""

from typing import Any

from msgspec import Struct

from hotdice.game import IllegalAction
from hotdice.rules import RulesError
from hotdice.server import log
from hotdice.texts import HotDiceError, say

STATUS = {
    "token/missing": 401,
    "token/wrong": 401,
    "request/origin": 403,
    "advice/off": 403,
    "game/by-invitation": 403,
    "game/not-host": 403,
    "code/wrong": 403,
    "path/unknown": 404,
    "game/unknown": 404,
    "rules/unknown": 404,
    "day/unknown": 404,
    "request/method": 405,
    "request/late": 408,
    "game/conflict": 409,
    "key/other": 409,
    "game/full": 409,
    "game/taken": 409,
    "game/gap": 409,
    "day/not-over": 409,
    "day/played": 409,
    "game/own-seat": 409,
    "game/not-waiting": 409,
    "game/not-playing": 409,
    "game/not-over": 409,
    "game/over": 409,
    "game/not-revealing": 409,
    "review/not-over": 409,
    "review/not-at-hand": 409,
    "review/slow": 409,
    "seat/reactions": 409,
    "seat/renames": 409,
    "turn/other": 409,
    "turn/late": 409,
    "game/closed": 410,
    "request/large": 413,
    "request/too-many": 429,
    "server/failed": 500,
    "server/closing": 503,
    "server/not-ready": 503,
}


class RulesMistake(Struct, frozen=True):
    """One mistake in a rules file; `field` is the path of what it is about, such as `score.111`."""

    line: int | None
    code: str
    message: str
    data: dict[str, Any]
    field: str | None = None


class ErrorResponse(Struct, frozen=True):
    """An error as clients see it."""

    code: str
    message: str
    data: dict[str, Any] = {}


class ClientGone(Exception):
    """The client has closed the connection; not an error of the server."""


def internal_error(error: Exception) -> HotDiceError:
    """Log an unexpected error; the response has its number in the log."""
    return HotDiceError("server/failed", number=log.failure("request-failed", error))


def status_of(error: HotDiceError) -> int:
    """The HTTP status of an error."""
    return 409 if isinstance(error, IllegalAction) else STATUS.get(error.code, 400)


def error_response(error: HotDiceError) -> ErrorResponse:
    """The error in the language of the client."""
    if isinstance(error, RulesError):
        found = {"mistakes": mistakes(error)}
        return ErrorResponse(
            "request/rules", say("request/rules", count=len(error.mistakes)), found
        )
    data = dict(error.data)
    if isinstance(error, IllegalAction):
        data["position"] = error.position
        return ErrorResponse(error.code, error.reason, data)
    return ErrorResponse(error.code, str(error), data)


def mistakes(error: RulesError) -> list[RulesMistake]:
    """The mistakes in a rules file, each with its message."""
    return [
        RulesMistake(found.line, found.code, say(found.code, **found.data), found.data, found.field)
        for found in error.mistakes
    ]
