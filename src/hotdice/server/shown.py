"""A state as clients see it: everything that a table shows, so that they need no rules."""

from collections.abc import Mapping

from msgspec import Struct

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep

Farkles = Mapping[str, str]


class Shown(Struct, frozen=True):
    """One moment of a game."""

    position: str
    player: int
    totals: tuple[int, ...]
    turn_points: int
    dice: int
    rolled: tuple[int, ...]
    fell: tuple[int, ...]
    keeps: tuple[Keep, ...]
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
    keeps: tuple[Keep, ...] = ()
    actions = state.actions()
    if state.rolled:
        keeps = state.rules.rolls[state.rolled].keeps
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
