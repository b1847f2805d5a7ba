"""What rolling or banking would do and its risk, in the words of its button."""

from msgspec import Struct

from hotdice.game import State
from hotdice.rules.meaning import PAST_TARGET, least_gain, unrecorded
from hotdice.terminal.session.legality import bank_refusal, keep_refusal, kept, turn_ended
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.text.risk import roll_risk
from hotdice.texts import say


class ActionPreview(Struct, frozen=True):
    """What an action does, or what is missing for it to be allowed."""

    text: str
    allowed: bool = True


def roll_preview(state: State, picking: Picking | None = None) -> ActionPreview:
    """The preview of rolling the dice that are left."""
    if keep_refusal(state, picking) is not None:
        return ActionPreview(say("app.roll-none"), allowed=False)
    after = kept(state, picking)
    if turn_ended(state, after):
        return ActionPreview(say("app.keep-ends", points=_gained(state, after)))
    text = say("dice", count=after.dice)
    if after.dice == after.rules.dice and not after.fresh:
        text = say("app.all-dice", count=after.dice)
    return ActionPreview(say("app.roll", dice=text, chance=roll_risk(after)))


def bank_preview(state: State, picking: Picking | None = None) -> ActionPreview:
    """The preview of banking."""
    if keep_refusal(state, picking) is not None:
        return ActionPreview(say("app.bank-none"), allowed=False)
    after = kept(state, picking)
    if turn_ended(state, after):
        return ActionPreview(say("app.keep-ends", points=_gained(state, after)))
    refusal = bank_refusal(after)
    if refusal is not None:
        return ActionPreview(say(f"{refusal.code}.short", **refusal.data), allowed=False)
    return ActionPreview(_stop(after))


def take_preview(state: State) -> ActionPreview | None:
    """The preview of taking over, if something is offered."""
    offer = state.extras.offer
    if offer is None:
        return None
    data = {"points": offer.points, "dice": say("dice", count=offer.dice)}
    return ActionPreview(say("app.take", chance=roll_risk(state.take()), **data))


def _gained(state: State, after: State) -> int:
    return after.totals[state.player] - state.totals[state.player]


def _stop(after: State) -> str:
    total = after.totals[after.player]
    if after.gain:
        return say("app.bank", points=after.gain, total=total + after.gain)
    if after.given:
        return say("app.bank-given", points=after.given)
    terms, points = after.rules.terms, after.turn_points
    if unrecorded(terms, total, points) == PAST_TARGET:
        return say("app.bank-too-much", over=total + points - after.rules.target)
    return say("app.bank-nothing", missing=least_gain(terms, total) - points)
