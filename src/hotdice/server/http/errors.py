"""What is refused: every error as one form, with the status that fits its code."""

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
    "path/unknown": 404,
    "game/unknown": 404,
    "rules/unknown": 404,
    "request/method": 405,
    "game/conflict": 409,
    "key/other": 409,
    "game/full": 409,
    "game/taken": 409,
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


class Mistaken(Struct, frozen=True):
    """One mistake of a rules file."""

    line: int | None
    code: str
    message: str
    data: dict[str, Any]


class Refusal(Struct, frozen=True):
    """An error as clients see it."""

    code: str
    message: str
    data: dict[str, Any] = {}


class ClientGone(Exception):
    """The client has hung up: nobody's failure."""


def failed(error: Exception) -> HotDiceError:
    """What clients are told of a failure of ours, with the number by which the log has it."""
    return HotDiceError("server/failed", number=log.failure("failed", error))


def status_of(error: HotDiceError) -> int:
    """The HTTP status of an error."""
    return 409 if isinstance(error, IllegalAction) else STATUS.get(error.code, 400)


def refusal(error: HotDiceError) -> Refusal:
    """The error in the language of whoever asked."""
    if isinstance(error, RulesError):
        found = {"mistakes": mistakes(error)}
        return Refusal("request/rules", say("request/rules", count=len(error.mistakes)), found)
    data = dict(error.data)
    if isinstance(error, IllegalAction):
        data["position"] = error.position
        return Refusal(error.code, error.reason, data)
    return Refusal(error.code, str(error), data)


def mistakes(error: RulesError) -> list[Mistaken]:
    """Every mistake with its sentence."""
    return [
        Mistaken(found.line, found.code, say(found.code, **found.data), found.data)
        for found in error.mistakes
    ]
