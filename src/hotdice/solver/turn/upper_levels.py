"""Upper levels of turn points, where only hot dice are rolled and every other turn stops.

Then all that matters in an outcome is the best keep that leaves dice and the best one that leaves
none, and many levels can be solved at once, since hot dice lead up by some levels at least. The
same numbers show how far down this is true.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hotdice.rules.meaning import hot_dice_free
from hotdice.solver.turn.levels import FORBIDDEN, TIE, Floats, Levels, monotone_from, turn_solver
from hotdice.solver.turn.moves import Moves

HOT, COLD = 0, 1  # columns of a table by level: value with hot dice, and with some dice left
AT_ONCE = 32  # levels: enough for little overhead, few enough to stay in a cache


class SolvedLevels(NamedTuple):
    """Levels of which those from `low` up are solved; `table` has the best of them."""

    levels: Levels
    low: int
    table: Floats


class GroupedOutcomes:
    """The outcomes of some numbers of dice for a block of levels; equal ones are merged.

    `places` has one keep of each outcome by level. The first outcomes have another kind of keep
    too; these keeps come after all outcomes.
    """

    def __init__(self, moves: Moves, counts: range, block: int) -> None:
        chances: dict[tuple[int, ...], Floats] = {}
        for column, count in enumerate(counts):
            for outcome in range(moves.roll_at[count - 1], moves.roll_at[count]):
                group = _best_keeps(moves, outcome)
                chances.setdefault(group, np.zeros(len(counts)))[column] += moves.chance[outcome]
        groups = sorted(chances, key=len, reverse=True)
        others = [group[1] for group in groups if len(group) > 1]
        self.block = block
        self.farkle = moves.farkle[counts.start - 1 : counts.stop - 1]
        self.weights = np.array([chances[group] for group in groups]).reshape(-1, len(counts))
        self.outcomes = len(groups)
        self.both = len(others)
        first = np.array([*(group[0] for group in groups), *others], dtype=np.int64)
        self.places = 2 * np.arange(block)[:, None] + first

    def roll(self, table: Floats, low: int, end: int, fallen: Floats) -> Floats:
        """What rolling is worth by level and number of dice, `fallen` that of farkles in it."""
        tops = self._keeps(table, low, end)
        if self.both:
            tops, both, others = self._split(tops)
            np.maximum(both, others, out=both)
        return np.asarray(tops.dot(self.weights) + fallen)

    def secondary(
        self, played: Floats, table: Floats, low: int, end: int, fallen: Floats
    ) -> Floats:
        """What rolling gives of a second quantity if keeps are chosen by the first table."""
        tops = self._keeps(table, low, end)
        if self.both:
            tops, both, others = self._split(tops)
            _, one, other = self._split(self._keeps(played, low, end))
            more = one - other
            np.copyto(both, FORBIDDEN, where=more < -TIE)
            np.copyto(others, FORBIDDEN, where=more > TIE)
            np.maximum(both, others, out=both)
        return np.asarray(tops.dot(self.weights) + fallen)

    def _keeps(self, table: Floats, low: int, end: int) -> Floats:
        """What keeps lead to from these levels."""
        return np.asarray(table.reshape(-1)[2 * low :].take(self.places[: end - low], mode="clip"))

    def _split(self, keeps: Floats) -> tuple[Floats, Floats, Floats]:
        """One keep of every outcome; that of outcomes which have two; and their other one."""
        return keeps[:, : self.outcomes], keeps[:, : self.both], keeps[:, self.outcomes :]

    def blocks(self, low: int, end: int) -> list[tuple[int, int]]:
        """These levels in blocks, the highest first."""
        return [(max(low, at - self.block), at) for at in range(end, low, -self.block)]


class UpperLevels:
    """The rolls of some rules for upper levels: those of all dice, and those of fewer."""

    def __init__(self, moves: Moves) -> None:
        dice = moves.rules.dice
        self.turn = turn_solver(moves)
        last = slice(moves.keep_at[moves.roll_at[-2]], None)
        up = int(moves.points[last].min(where=moves.left[last] == 0, initial=self.turn.reach))
        self.all_dice = GroupedOutcomes(moves, range(dice, dice + 1), up)
        self.fewer = GroupedOutcomes(moves, range(1, dice), AT_ONCE) if dice > 1 else None

    def solve(self, stop: Floats, lost: float) -> SolvedLevels:
        """The upper levels of a turn that is played for the greatest value."""
        rows = len(stop) - self.turn.reach
        found = Levels(stop, stop.copy(), *self.turn.allocate(rows))
        bottom = min(rows, monotone_from(stop))
        table, roll = _table(stop), np.empty(rows)
        hot, fallen = table[:, HOT], self.all_dice.farkle * lost
        for low, end in self.all_dice.blocks(bottom, rows):
            roll[low:end] = self.all_dice.roll(table, low, end, fallen)[:, 0]
            if not self.turn.fixed_hot_dice:
                np.maximum(roll[low:end], hot[low:end], out=hot[low:end])
        found.roll[:, 0] = roll
        bottom = self._rolled_from(found, table, bottom, lost)
        found.best[bottom:, 0] = hot[bottom:]
        return SolvedLevels(found, bottom, table)

    def _rolled_from(self, found: Levels, table: Floats, bottom: int, lost: float) -> int:
        """The level from which on only all the dice are rolled."""
        if self.fewer is None:
            return bottom
        fallen = self.fewer.farkle * lost
        for low, end in self.fewer.blocks(bottom, len(found.roll)):
            roll = self.fewer.roll(table, low, end, fallen)
            found.roll[low:end, 1:] = roll
            rolling = np.flatnonzero((roll + TIE >= found.stop[low:end, 1:]).any(axis=1))
            if len(rolling):
                return low + int(rolling[-1]) + 1
        return bottom

    def secondary(self, played: SolvedLevels, found: Levels, refused: Floats, lost: float) -> None:
        """Upper levels of a second quantity: the best so far is what stopping gives."""
        bottom, rows = played.low, len(found.roll)
        table, roll = _table(found.best), np.empty(rows)
        hot, fallen, refused_hot = table[:, HOT], self.all_dice.farkle * lost, refused[:, 0]
        for low, end in self.all_dice.blocks(bottom, rows):
            rolled = self.all_dice.secondary(played.table, table, low, end, fallen)[:, 0]
            roll[low:end] = rolled
            if not self.turn.fixed_hot_dice:
                rolled += refused_hot[low:end]
                np.maximum(rolled, hot[low:end], out=hot[low:end])
        found.roll[bottom:, 0] = roll[bottom:]
        if self.fewer is not None:
            fallen = self.fewer.farkle * lost
            for low, end in self.fewer.blocks(bottom, rows):
                found.roll[low:end, 1:] = self.fewer.secondary(
                    played.table, table, low, end, fallen
                )
        found.best[bottom:, 0] = hot[bottom:]


@lru_cache(maxsize=64)
def upper_levels(moves: Moves) -> UpperLevels:
    """The upper levels of these moves, cached."""
    return UpperLevels(moves)


def _best_keeps(moves: Moves, outcome: int) -> tuple[int, ...]:
    """The places of the keeps with most points, with hot dice and with dice left.

    Hot dice that may be banked as well are best if they have no fewer points.
    """
    most: dict[int, int] = {}
    for k in range(moves.keep_at[outcome], moves.keep_at[outcome + 1]):
        most[COLD if moves.left[k] else HOT] = int(moves.points[k])  # which rise
    if hot_dice_free(moves.rules.terms) and most.get(HOT, -1) >= most.get(COLD, 0):
        most.pop(COLD, None)
    return tuple(2 * points + kind for kind, points in most.items())


def _table(by_dice: Floats) -> Floats:
    """The columns of hot dice and of any other dice left."""
    return by_dice[:, [0, -1]].copy()
