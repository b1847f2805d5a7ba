"""A state as clients see it, with all legal choices."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep
from hotdice.rules.meaning import (
    BELOW_ENTRY,
    BELOW_MINIMUM,
    PAST_TARGET,
    TAKEN_OVER,
    UNCONFIRMED,
    after_bank,
    gained,
    unrecorded,
)

Farkles = Mapping[str, str]
RollFirst = Literal["unconfirmed", "taken-over"]
ROLL_FIRST: dict[int, RollFirst] = {UNCONFIRMED: "unconfirmed", TAKEN_OVER: "taken-over"}

Unrecorded = Literal["entry", "minimum", "target"]
UNRECORDED: dict[int, Unrecorded] = {
    BELOW_ENTRY: "entry",
    BELOW_MINIMUM: "minimum",
    PAST_TARGET: "target",
}


class GiftView(Struct, frozen=True):
    """What a bank gives to another player."""

    player: int
    points: int


class KeepOption(Struct, frozen=True):
    """A keep, and what banking after it would add to the total, or why it would be refused.

    Where hot dice end the turn, the keep banks by itself. Where nothing would be added, there is
    the reason, and who would get the points instead.
    """

    dice: tuple[int, ...]
    points: int
    left: int
    gain: int
    bank_refused: str | None
    unrecorded: Unrecorded | UnsetType = UNSET
    given: GiftView | UnsetType = UNSET


class OfferView(Struct, frozen=True):
    """What the player to move may take over instead of a roll of their own."""

    points: int
    dice: int


class StateView(Struct, frozen=True):
    """The state of a game; the last six fields are there only where they say something."""

    position: str
    player: int
    totals: tuple[int, ...]
    turn_points: int
    dice: int
    rolled: tuple[int, ...]
    fell: tuple[int, ...]
    keeps: tuple[KeepOption, ...]
    may_roll: bool
    may_bank: bool
    bank_refused: str | None
    gain: int
    farkle: str
    farkles: tuple[int, ...]
    starter: int | None
    last_round: bool
    over: bool
    winners: tuple[int, ...]
    offer: OfferView | UnsetType | None = UNSET
    roll_first: RollFirst | UnsetType | None = UNSET
    spared: bool | UnsetType = UNSET
    round: int | UnsetType = UNSET
    unrecorded: Unrecorded | UnsetType = UNSET
    given: GiftView | UnsetType = UNSET


def state_view(state: State, fell: tuple[int, ...], farkle: Farkles) -> StateView:
    """The view of a state; `fell` is the current roll in the order in which the dice fell."""
    keeps: tuple[KeepOption, ...] = ()
    actions = state.actions()
    if state.rolled:
        found = state.rules.rolls[state.rolled].keeps
        keeps = tuple(_keep_option(state, keep) for keep in found)
        actions = ()
    return StateView(
        position=str(state),
        player=state.player,
        totals=state.totals,
        turn_points=state.turn_points,
        dice=state.dice,
        rolled=state.rolled,
        fell=fell if state.rolled else (),
        keeps=keeps,
        may_roll=ROLL in actions,
        may_bank=BANK in actions,
        bank_refused=state.bank_refusal(),
        gain=state.gain,
        farkle=farkle[str(state.dice)],
        farkles=state.farkles,
        starter=state.starter,
        last_round=state.last_round,
        over=state.over,
        winners=state.winners,
        **_extras(state),
        **_nothing(state, state.turn_points),
    )


def _extras(state: State) -> dict[str, Any]:
    """What only some rules need, as far as these do."""
    rules, extras = state.rules, state.extras
    shown: dict[str, Any] = {}
    if rules.piggyback:
        shown["offer"] = None if extras.offer is None else OfferView(*extras.offer)
    if rules.piggyback or rules.confirm is not None:
        shown["roll_first"] = ROLL_FIRST.get(extras.roll_first)
    if rules.mercy:
        shown["spared"] = extras.spared
    if rules.rounds is not None:
        shown["round"] = extras.rounds
    return shown


def _keep_option(state: State, keep: Keep) -> KeepOption:
    after, points = state.keep(keep.dice), state.turn_points + keep.points
    ended = after.player != state.player or after.fresh
    return KeepOption(
        keep.dice,
        keep.points,
        keep.left,
        gained(state.rules.quick_terms, state.totals[state.player], points),
        None if ended else after.bank_refusal(),
        **_nothing(state, points),
    )


def _nothing(state: State, points: int) -> dict[str, Any]:
    """Why banking these turn points would add nothing to the total, and who would get them."""
    terms, totals, seat = state.rules.quick_terms, state.totals, state.player
    why = UNRECORDED.get(unrecorded(terms, totals[seat], points))
    if not points or why is None:
        return {}
    other, gift = after_bank(terms, totals, seat, points)
    return {"unrecorded": why, "given": GiftView(other, gift) if gift else UNSET}
