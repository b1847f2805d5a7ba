"""The lines that go between a game and a program: questions out, answers in. Sends nothing."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from hotdice.bots.failure import legal
from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.rules import Keep
from hotdice.texts import HotDiceError

VERSION = 1
MOST_DICE = 10  # no rules have more
WITHOUT_DICE: dict[str, Action] = {"roll": ROLL, "bank": BANK, "take": TAKE}


class ProgramAnswer(Struct):
    """What a program chose; any other field is ignored."""

    action: Literal["keep", "roll", "bank", "take"]
    dice: Annotated[tuple[int, ...], Meta(max_length=MOST_DICE)] = ()


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ProgramAnswer).decode


def greeting_line(state: State, key: int, drawn: int) -> bytes:
    """The line that begins a game, for the player to move; it is not answered."""
    rules = state.rules
    return _line(
        {
            "hotdice": VERSION,
            "rules": rules.table(),
            "digest": rules.digest,
            "players": len(state.totals),
            "seat": state.player + 1,
            "random": key,
            "drawn": drawn,
        }
    )


def question_line(state: State) -> bytes:
    r"""The line that asks for an action.

    >>> question_line(State.parse("greed 0,900 p1 t400 d2"))[-49:]
    b'"actions":[{"action":"roll"},{"action":"bank"}]}\n'
    """
    return _line(
        {
            "position": str(state),
            "totals": state.totals,
            "player": state.player + 1,
            "turn_points": state.turn_points,
            "dice": state.dice,
            "rolled": state.rolled,
            "farkles": state.farkles,
            "last_round": state.last_round,
            "actions": [_choice(state, action) for action in state.actions()],
        }
    )


def read_answer(line: bytes, state: State) -> Action:
    """The action that a line means; raises the reason if it is not a legal one."""
    try:
        found = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        right = _encode(_choice(state, state.actions()[0])).decode()
        reason = str(error).rstrip(".")
        raise HotDiceError("bot/answer", reason=reason, right=right, position=str(state)) from None
    if found.action == "keep":
        return legal(state, Keep(found.dice))
    return legal(state, WITHOUT_DICE[found.action])


def _choice(state: State, action: Action) -> dict[str, Any]:
    if isinstance(action, Keep):
        dice, points, left = action.dice, action.points, action.left
        return {"action": "keep", "dice": dice, "points": points, "left": left}
    name = next(name for name, each in WITHOUT_DICE.items() if each == action)
    offer = state.extras.offer
    if offer is None or action != TAKE:
        return {"action": name}
    return {"action": name, "points": offer.points, "left": offer.dice}


def _line(value: dict[str, Any]) -> bytes:
    return _encode(value) + b"\n"
