"""All states of two players under a penalty, in the order of their solution, and what follows them.

A state is two totals and two counts of farkles in a row. Where totals are cut off, whoever falls
below the lowest has lost or stays there, as the caller asks for.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import fallen
from hotdice.solver.progress import Progress, silent
from hotdice.solver.two_player.turns import Floats, Ints, TwoPlayerTurns

USUAL_SWEEPS = 12  # an estimate, used only to report progress

Number = TypeVar("Number", np.float64, np.bool_)
Inputs = Callable[[int, int, int], tuple[Floats, Floats]]


class PenaltyPairs:
    """The states of some rules with a penalty."""

    def __init__(self, turns: TwoPlayerTurns, progress: Progress = silent) -> None:
        self.turns = turns
        self.counts = turns.terms.penalty_farkles
        after = np.array([fallen(turns.terms, total) for total in range(turns.target)])
        self.kept: Ints = np.maximum(after, 0)
        self.below = after < 0
        a, b = np.indices((turns.target, turns.target))
        self.places = (slice(None), slice(None), a + b, b)
        self._progress = progress
        self._sums_done = 0
        self._pairs = sorted(np.ndindex(self.counts, self.counts), key=lambda pair: -sum(pair))

    def board(self, table: NDArray[Number]) -> NDArray[Number]:
        """A table by sum and the other total as one by own and other total."""
        return np.ascontiguousarray(table[self.places])

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
        if own + 1 < self.counts:
            return 1.0 - values[other, own + 1][s, totals], nothing
        kept = self.kept[totals]
        lost = 1.0 - values[other, 0][s - totals + kept, kept]
        if cut:
            lost[self.below[totals]] = 0.0
        return lost, nothing

    def inputs_of(self, values: Floats) -> Inputs:
        """The same for given values."""
        return lambda own, other, s: self.inputs(values, own, other, s, cut=False)
