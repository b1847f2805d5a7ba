"""A state as clients see it: everything that a table shows, so that they need no rules."""

from collections.abc import Mapping

from msgspec import Struct

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep

Farkles = Mapping[str, str]


class Choice(Struct, frozen=True):
    """A keep, and what banking after it would add to the total, or why that is refused.

    Where hot dice end the turn, the keep itself banks.
    """

    dice: tuple[int, ...]
    points: int
    left: int
    gain: int
    bank_refused: str | None


class Shown(Struct, frozen=True):
    """One moment of a game."""

    position: str
    player: int
    totals: tuple[int, ...]
    turn_points: int
    dice: int
    rolled: tuple[int, ...]
    fell: tuple[int, ...]
    keeps: tuple[Choice, ...]
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


def shown(state: State, fell: tuple[int, ...], farkle: Farkles) -> Shown:
    """What clients see of a state; `fell` is the roll on the table as it fell."""
    keeps: tuple[Choice, ...] = ()
    actions = state.actions()
    if state.rolled:
        found = state.rules.rolls[state.rolled].keeps
        keeps = tuple(_choice(state, keep) for keep in found)
        actions = ()
    return Shown(
        str(state),
        state.player,
        state.totals,
        state.turn_points,
        state.dice,
        state.rolled,
        fell if state.rolled else (),
        keeps,
        ROLL in actions,
        BANK in actions,
        state.bank_refusal(),
        state.gain,
        farkle[str(state.dice)],
        state.farkles,
        state.starter,
        state.last_round,
        state.over,
        state.winners,
    )


def _choice(state: State, keep: Keep) -> Choice:
    after = state.keep(keep.dice)
    if after.player != state.player or after.fresh:
        gain, refused = after.totals[state.player] - state.totals[state.player], None
    else:
        gain, refused = after.gain, after.bank_refusal()
    return Choice(keep.dice, keep.points, keep.left, gain, refused)
