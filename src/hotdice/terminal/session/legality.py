"""Whether the player to move may roll or bank now: a refusal is a code and data, no sentence.

After a roll both start with the keep that is picked.
"""

from hotdice.game import IllegalAction, State
from hotdice.terminal.session.picking import Picking
from hotdice.texts import HotDiceError


def keep_refusal(state: State, picking: Picking | None = None) -> HotDiceError | None:
    """Why the picked dice cannot be kept, if there is a roll."""
    if not state.rolled:
        return None
    if picking is None or not picking.picked:
        return HotDiceError("app/pick-first")
    try:
        state.keep(picking.dice)
    except IllegalAction as error:
        return HotDiceError(error.code, **error.data)
    return None


def bank_refusal(state: State, picking: Picking | None = None) -> HotDiceError | None:
    """Why banking is not allowed."""
    refusal = keep_refusal(state, picking)
    after = kept(state, picking)
    if refusal is not None or turn_ended(state, after):
        return refusal
    try:
        after.bank()
    except IllegalAction as error:
        return HotDiceError(f"app.refused.{error.code}", **error.data)
    return None


def kept(state: State, picking: Picking | None) -> State:
    """The position after the keep that is picked, if there is a roll."""
    after = picking.after if state.rolled and picking else None
    return after if after is not None else state


def turn_ended(state: State, after: State) -> bool:
    """Whether the keep has ended the turn."""
    return bool(state.rolled) and after.fresh
