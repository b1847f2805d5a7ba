"""One turn as an optimal stopping problem: the value of rolling at every level of turn points.

A level is turn points in steps. A keep only leads up, so backward induction from the highest level
solves the turn in one pass. The caller says what stopping is worth at each level, including those
above the highest; so the same few operations serve for points, for chances and for a last turn.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from hotdice.rules.meaning import hot_dice_bank, hot_dice_roll
from hotdice.solver.turn.moves import Moves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FORBIDDEN = -1e300  # the value of stopping where it is not allowed; finite, so that 0 times it is 0
TIE = 1e-12  # closer values count as equal; rounding in one turn is smaller


class Levels(NamedTuple):
    """What a turn is worth by level and dice left, with hot dice at index 0.

    `stop` is the value of stopping, also for `reach` levels above the highest solved; `best` that
    of the better choice, `roll` that of rolling, `best_keep` that of the best keep by outcome, with
    a farkle as the last outcome.
    """

    stop: Floats
    best: Floats
    roll: Floats
    best_keep: Floats


class Keeps(NamedTuple):
    """Keeps one after the other: where each leads to, counted from a level, and its outcome."""

    places: Ints
    outcome: Ints


class TurnSolver:
    """The rolls of some rules, laid out for whole levels at a time.

    The keeps of each outcome are in a column, which is filled up by repeating the last one. Where
    stopping is never worth less at a higher level, nothing else is either; then among keeps that
    leave the same number of dice only the one with most points matters, and the columns are short.
    """

    def __init__(self, moves: Moves) -> None:
        dice, width = moves.rules.dice, moves.width
        counts = np.diff(moves.keep_at)
        outcome = np.repeat(np.arange(len(counts)), counts)
        places = moves.points * width + moves.left
        later = np.unique((outcome * width + moves.left)[::-1], return_index=True)[1]
        most = np.sort(len(places) - 1 - later)
        self.dice, self.width = dice, width
        self.reach = int(moves.points.max())
        self.fixed_hot_dice = hot_dice_bank(moves.rules.terms)
        self.forced_hot_dice = hot_dice_roll(moves.rules.terms)
        self.every_keep = Keeps(places, outcome)
        self.longest_keeps = Keeps(places[most], outcome[most])
        self.every = _columns(self.every_keep)
        self.longest = _columns(self.longest_keeps)
        self.weights = np.zeros((width, len(counts) + 1))  # a farkle comes after the outcomes
        for count in range(1, dice + 1):
            rolls = slice(moves.roll_at[count - 1], moves.roll_at[count])
            self.weights[count % dice :: dice, rolls] = moves.chance[rolls]
            self.weights[count % dice :: dice, -1] = moves.farkle[count - 1]

    def stop_values(self, bank: Floats, nothing: float, forced: Floats | float) -> Floats:
        """The value of stopping by dice left, from that of banking.

        After hot dice that end a turn, what may not be banked is worth `nothing`. Where hot dice
        must be rolled, or a keep confirmed, `forced` is the value of doing so above the highest
        level.
        """
        stop = np.repeat(bank[:, None], self.width, axis=1)
        stop[: -self.reach, self.dice :] = FORBIDDEN
        stop[-self.reach :, self.dice :] = np.reshape(forced, (-1, 1))
        if self.fixed_hot_dice:
            stop[:, 0] = np.where(bank == FORBIDDEN, nothing, bank)
        elif self.forced_hot_dice:
            stop[: -self.reach, 0] = FORBIDDEN
            stop[-self.reach :, 0] = forced
        return stop

    def solve(self, stop: Floats, lost: float) -> Levels:
        """All levels below the last `reach` ones, if a farkle is worth `lost`."""
        found = Levels(stop, stop.copy(), *self.allocate(len(stop) - self.reach))
        self.solve_range(found, lost, 0, len(found.roll))
        return found

    def roll_values(self, stop: Floats, lost: float) -> Floats:
        """What rolling is worth at all levels below the last `reach` ones, and nothing else.

        The best keeps take by far the most memory; here all levels share one row of them.
        """
        levels = len(stop) - self.reach
        shared = np.empty(self.weights.shape[1])
        keeps = as_strided(shared, (levels, len(shared)), (0, shared.itemsize))
        found = Levels(stop, stop.copy(), np.empty((levels, self.width)), keeps)
        self.solve_range(found, lost, 0, levels)
        return found.roll

    def allocate(self, levels: int) -> tuple[Floats, Floats]:
        """Arrays for the rolls and best keeps of so many levels."""
        return np.empty((levels, self.width)), np.empty((levels, self.weights.shape[1]))

    def solve_range(self, found: Levels, lost: float, low: int, high: int) -> None:
        """Solve the levels from `low` up to below `high`; those above are solved already."""
        flat = found.best.reshape(-1)
        rows, rolls = list(found.best[:high, self.fixed_hot_dice :]), list(found.roll[:high])
        found.best_keep[low:high, -1] = lost
        tops, outcomes = list(found.best_keep[:high]), list(found.best_keep[:high, :-1])
        steady = monotone_from(found.stop)
        for index, first, end in (
            (self.longest, max(low, steady), high),
            (self.every, low, min(high, steady)),
        ):
            keeps = np.empty(index.shape)
            for u in range(end - 1, first - 1, -1):
                flat[u * self.width :].take(index, out=keeps, mode="clip")
                np.maximum.reduce(keeps, axis=0, out=outcomes[u])
                self.weights.dot(tops[u], out=rolls[u])
                np.maximum(rolls[u][self.fixed_hot_dice :], rows[u], out=rows[u])


@lru_cache(maxsize=64)
def turn_solver(moves: Moves) -> TurnSolver:
    """The turn solver of these moves, laid out once."""
    return TurnSolver(moves)


def monotone_from(stop: Floats) -> int:
    """The level from which on stopping is never worth less at a higher one."""
    falls = np.flatnonzero((stop[1:] < stop[:-1]).any(axis=1))
    return int(falls[-1]) + 1 if len(falls) else 0


def _columns(keeps: Keeps) -> Ints:
    """The places by outcome in columns, filled up by repeating the last one."""
    counts = np.bincount(keeps.outcome)
    starts = np.cumsum(counts) - counts
    rows = np.minimum(np.arange(counts.max())[:, None], counts - 1)
    return np.asarray(keeps.places[starts + rows])
