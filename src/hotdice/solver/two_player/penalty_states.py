"""All states of two players under a penalty, in the order of their solution, and what follows them.

A state is two totals and two counts of farkles in a row. Where totals are cut off, whoever falls
below the lowest has lost or stays there, as the caller asks for.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.feasibility import total_step
from hotdice.solver.progress import Progress, silent
from hotdice.solver.turn.farkles import farkle_table
from hotdice.solver.turn.final_turn import at_least
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.two_player.turns import Floats, Ints, TwoPlayerTurns

USUAL_SWEEPS = 12  # an estimate, used only to report progress

Number = TypeVar("Number", np.float64, np.bool_)
Inputs = Callable[[int, int, int], tuple[Floats, Floats]]


class PenaltyPairs:
    """The states of some rules with a penalty.

    `earlier` says, by own count and total, where the state after a farkle comes earlier in `order`;
    `cut` whether totals are cut off. `target_at_once` is the greatest chance to reach the target
    from the lowest total in one turn.
    """

    def __init__(self, turns: TwoPlayerTurns, progress: Progress = silent) -> None:
        self.turns = turns
        self.counts = turns.terms.penalty_farkles
        self.farkles = farkles = farkle_table(turns.terms)
        self.cut = bool(farkles.below.any())
        moves = moves_of(turns.rules, total_step(turns.rules))
        self.target_at_once = at_least(moves, turns.target)
        count, total = np.indices(farkles.totals.shape)
        self.earlier = (farkles.totals == total) & (farkles.counts > count)
        a, b = np.indices((turns.target, turns.target))
        self.places = (slice(None), slice(None), a + b, b)
        self._progress = progress
        self._sums_done = 0
        self._pairs = sorted(np.ndindex(self.counts, self.counts), key=lambda pair: -sum(pair))

    def board(self, table: NDArray[Number]) -> NDArray[Number]:
        """A table by sum and the other total as one by own and other total."""
        return np.ascontiguousarray(table[self.places])

    def farkled(self, board: Floats) -> Floats:
        """The entries of the states that follow a farkle on a board by counts and totals."""
        pairs, totals = slice(self.counts), slice(self.turns.target)
        own, other, a, b = np.ogrid[pairs, pairs, totals, totals]
        found = board[other, self.farkles.counts[own, a], b, self.farkles.totals[own, a]]
        return np.asarray(found)

    def at_start(self, table: Floats) -> float:
        """The entry of the beginning of a game in a table by counts, sum and the other total."""
        return float(table[0, 0, 2 * self.turns.zero, self.turns.zero])

    def order(self) -> Iterator[tuple[tuple[int, int], int, Ints]]:
        """All sums, and in each the counts of farkles, highest first."""
        for s in self.turns.sums:
            totals = self.turns.totals(s)
            for own, other in self._pairs:
                yield (own, other), s, totals
            self._sums_done += 1
            self._progress(min(0.99, self._sums_done / (USUAL_SWEEPS * len(self.turns.sums))))

    def inputs(
        self, values: Floats, own: int, other: int, s: int, cut: bool
    ) -> tuple[Floats, Floats]:
        """The values of a farkle and of stopping with too little, if `values` follow.

        With `cut` whoever falls below the lowest total has lost; without, stays there.
        """
        totals = self.turns.totals(s)
        nothing = 1.0 - values[other, 0][s, totals]
        lost = np.asarray(1.0 - values[self.after_farkle(own, other, s)])
        if cut:
            lost[self.farkles.below[own, totals]] = 0.0
        return lost, nothing

    def after_farkle(self, own: int, other: int, s: int) -> tuple[int, Ints, Ints, Ints]:
        """The places of the states that follow a farkle, in a table by counts, sum and total."""
        totals = self.turns.totals(s)
        after = self.farkles.totals[own, totals]
        return other, self.farkles.counts[own, totals], s - totals + after, after

    def inputs_of(self, values: Floats) -> Inputs:
        """The same for given values."""
        return lambda own, other, s: self.inputs(values, own, other, s, cut=False)
