"""The arguments that all compiled loops share: the rules of a turn, its program and its keeps.

They are NamedTuples, which numba takes as they are. Points are counted in steps and totals from the
lowest one that is followed.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.rules.meaning import hot_dice_roll
from hotdice.rules.terms import Terms
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.turn.moves import Moves, forced_roll
from hotdice.solver.turn.program import Program

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class TurnRules(NamedTuple):
    """What a compiled turn has to know of the rules: their terms, in steps from the lowest total.

    After forced hot dice, once everything is reached, `safe` is the chance that the turn ends
    safely and `lose` that of a farkle.
    """

    terms: Terms
    safe: float
    lose: float


class RowProgram(NamedTuple):
    """A program of row operations with offsets instead of row numbers.

    If its shift is -1, an offset counts from the current level; if it is 0, from the start of all
    rows, where the temporary ones are. `offset + (shift & base)` is the place either way. The last
    of the `temporary` rows holds the sum. A keep leads at most `reach` levels up.
    """

    best_offsets: Ints
    best_shifts: Ints
    best_others: Ints
    best_at: Ints
    sum_offsets: Ints
    sum_shifts: Ints
    weights: Floats
    sum_at: Ints
    farkle: Floats
    reach: int
    temporary: int


class KeepArrays(NamedTuple):
    """The outcomes of each number of dice, and the keeps of each outcome, one after the other.

    `offsets` lead from a level to the rows of what is kept, at most `reach` levels up.
    """

    chance: Floats
    roll_at: Ints
    keep_at: Ints
    points: Ints
    left: Ints
    offsets: Ints
    farkle: Floats
    reach: int


def turn_rules(rules: Rules, moves: Moves, lowest: int) -> TurnRules:
    """The rules of a turn in steps from the lowest total."""
    terms = rules.terms
    safe, lose = forced_roll(moves.rolls) if hot_dice_roll(terms) else (Fraction(1), Fraction())
    return TurnRules(terms.in_steps(moves.step, lowest), float(safe), float(lose))


def row_program(program: Program) -> RowProgram:
    """A program laid out for compiled loops."""
    offsets, shifts = _places(program.best[:, 0], program.best_at, program.best_at)
    sum_offsets, sum_shifts = _places(program.rows, program.sum_at, program.best_at)
    return RowProgram(
        best_offsets=offsets,
        best_shifts=shifts,
        best_others=program.best[:, 1] * LANES,
        best_at=program.best_at,
        sum_offsets=sum_offsets,
        sum_shifts=sum_shifts,
        weights=program.weights,
        sum_at=program.sum_at,
        farkle=program.farkle,
        reach=program.reach,
        temporary=int(np.diff(program.best_at).max(initial=0)) + 1,
    )


def keep_arrays(moves: Moves) -> KeepArrays:
    """The keeps of some rules."""
    return KeepArrays(
        chance=moves.chance,
        roll_at=moves.roll_at,
        keep_at=moves.keep_at,
        points=moves.points,
        left=moves.left,
        offsets=(moves.points * moves.rules.dice + moves.left) * LANES,
        farkle=moves.farkle,
        reach=int(moves.points.max()),
    )


def _places(rows: Ints, cuts: Ints, temporary_from: Ints) -> tuple[Ints, Ints]:
    """Offsets and shifts of rows: temporary ones from the start, values from the level."""
    begin = np.repeat(temporary_from[:-1], np.diff(cuts))
    temporary = rows < 0
    offsets = np.where(temporary, (-1 - rows - begin) * LANES, rows * LANES)
    return offsets, np.where(temporary, 0, -1)
