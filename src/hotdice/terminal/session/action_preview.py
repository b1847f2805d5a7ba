"""What rolling or banking would do and its risk, or why it is not allowed.

After a roll both start with the keep that is picked.
"""

from msgspec import Struct

from hotdice.game import IllegalAction, State
from hotdice.game.actions import BANK
from hotdice.rules.meaning import least_gain
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.text.risk import risk
from hotdice.texts import say


class ActionPreview(Struct, frozen=True):
    """What an action does; `refusal` says why it is not allowed, if it is not."""

    text: str
    refusal: str | None = None


def roll_preview(state: State, picking: Picking | None = None) -> ActionPreview:
    """The preview of rolling the dice that are left."""
    refused = _unpicked(state, picking)
    if refused is not None:
        return ActionPreview(say("app.roll-none"), refused)
    after = _kept(state, picking)
    if _turn_ended(state, after):
        return ActionPreview(say("app.keep-ends", points=_gained(state, after)))
    text = say("dice", count=after.dice)
    if after.dice == after.rules.dice and not after.fresh:
        text = say("app.all-dice", count=after.dice)
    chance = risk(after.rules.farkle_chance(after.dice))
    return ActionPreview(say("app.roll", dice=text, chance=chance))


def bank_preview(state: State, picking: Picking | None = None) -> ActionPreview:
    """The preview of banking."""
    refused = _unpicked(state, picking)
    if refused is not None:
        return ActionPreview(say("app.bank-none"), refused)
    after = _kept(state, picking)
    if _turn_ended(state, after):
        return ActionPreview(say("app.keep-ends", points=_gained(state, after)))
    if BANK in after.actions():
        return ActionPreview(_stop(after))
    return _no_bank(after)


def _unpicked(state: State, picking: Picking | None) -> str | None:
    """Why the picked dice cannot be kept, if there is a roll."""
    if not state.rolled:
        return None
    if picking is None or not picking.picked:
        return say("app.pick-first")
    return picking.problem


def _kept(state: State, picking: Picking | None) -> State:
    after = picking.after if state.rolled and picking else None
    return after if after is not None else state


def _turn_ended(state: State, after: State) -> bool:
    return bool(state.rolled) and after.fresh


def _gained(state: State, after: State) -> int:
    return after.totals[state.player] - state.totals[state.player]


def _stop(after: State) -> str:
    total = after.totals[after.player]
    if after.gain:
        return say("app.bank", points=after.turn_points, total=total + after.gain)
    needed = least_gain(after.rules.terms, total)
    return say("app.bank-nothing", missing=needed - after.turn_points)


def _no_bank(after: State) -> ActionPreview:
    try:
        after.bank()
    except IllegalAction as error:
        key = f"app.refused.{error.code}"
        return ActionPreview(say(f"{key}.short", **error.data), say(key, **error.data))
    raise AssertionError("banking is allowed here")
