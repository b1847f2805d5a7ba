"""A state as clients see it, with all legal choices."""

from collections.abc import Mapping

from msgspec import Struct

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep

Farkles = Mapping[str, str]


class KeepOption(Struct, frozen=True):
    """A keep, and what banking after it would add to the total, or why it would be refused.

    Where hot dice end the turn, the keep banks by itself.
    """

    dice: tuple[int, ...]
    points: int
    left: int
    gain: int
    bank_refused: str | None


class StateView(Struct, frozen=True):
    """The state of a game."""

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
    )


def _keep_option(state: State, keep: Keep) -> KeepOption:
    after = state.keep(keep.dice)
    if after.player != state.player or after.fresh:
        gain, refused = after.totals[state.player] - state.totals[state.player], None
    else:
        gain, refused = after.gain, after.bank_refusal()
    return KeepOption(keep.dice, keep.points, keep.left, gain, refused)
