"""The turns of a solved game of two, computed again level by level, many side by side."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.two_player.penalty_states import PenaltyPairs
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.turns import ChunkRequest, ChunkVisitor, Floats, TwoPlayerTurns

Ints = NDArray[np.int64]


class SumOfTotals(NamedTuple):
    """Turn starts with the same counts of farkles, own and other, and the same sum of totals.

    The sum is counted in steps from the lowest totals.
    """

    own: int
    other: int
    sum: int


class SolvedTurns:
    """All turns of one solution before the last round."""

    def __init__(self, solution: TwoPlayerSolution) -> None:
        self.solution = solution
        self.turns = TwoPlayerTurns(solution.rules, solution.step, solution.lowest)
        self._states = _states(solution, self.turns)

    def visit(
        self, wanted: Mapping[SumOfTotals, Ints], visit: ChunkVisitor, levels: int = 0
    ) -> None:
        """Compute chunks of these sums; `visit` gets each with the number of its sum.

        The values of stopping are computed for at least `levels` levels.
        """
        requests = [self._request(which, chunks, levels) for which, chunks in wanted.items()]
        with self.turns:
            self.turns.visit_chunks(requests, visit)

    def after_farkle(self, which: SumOfTotals) -> Floats:
        """The mover's chances after a farkle, by total."""
        return self._inputs(which)[0]

    def _request(self, which: SumOfTotals, chunks: Ints, levels: int) -> ChunkRequest:
        banked = self.solution.values[which.other, 0]
        return ChunkRequest(banked, which.sum, *self._inputs(which), chunks, levels)

    def _inputs(self, which: SumOfTotals) -> tuple[Floats, Floats]:
        """The values of a farkle and of stopping with too little, by total."""
        values, (own, other, s) = self.solution.values, which
        if self._states is not None:
            return self._states.inputs(values, own, other, s, cut=False)
        nothing = 1.0 - values[0, 0][s, self.turns.totals(s)]
        return nothing, nothing


def _states(solution: TwoPlayerSolution, turns: TwoPlayerTurns) -> PenaltyPairs | None:
    """What follows from falls, where there is a penalty."""
    return PenaltyPairs(turns) if solution.rules.terms.has_penalty else None
