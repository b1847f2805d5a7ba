"""A state as clients see it, with all legal choices."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep
from hotdice.rules.meaning import TAKEN_OVER, UNCONFIRMED

Farkles = Mapping[str, str]
RollFirst = Literal["unconfirmed", "taken-over"]
ROLL_FIRST: dict[int, RollFirst] = {UNCONFIRMED: "unconfirmed", TAKEN_OVER: "taken-over"}


class KeepOption(Struct, frozen=True):
    """A keep, and what banking after it would add to the total, or why it would be refused.

    Where hot dice end the turn, the keep banks by itself.
    """

    dice: tuple[int, ...]
    points: int
    left: int
    gain: int
    bank_refused: str | None


class OfferView(Struct, frozen=True):
    """What the player to move may take over instead of a roll of their own."""

    points: int
    dice: int


class StateView(Struct, frozen=True):
    """The state of a game; the last four fields are there only under rules that need them."""

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
    after = state.keep(keep.dice)
    if after.player != state.player or after.fresh:
        gain, refused = after.totals[state.player] - state.totals[state.player], None
    else:
        gain, refused = after.gain, after.bank_refusal()
    return KeepOption(keep.dice, keep.points, keep.left, gain, refused)
