"""Plans of two players before the last round, worked out many at once by the solver's turns."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.turn_plans import LaneValues, TurnPlans
from hotdice.solver.advice.choices import SAME_CHANCE
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.two_player.penalty_states import PenaltyPairs
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.turns import ChunkRequest, Floats, TurnChunk, TwoPlayerTurns

Ints = NDArray[np.int64]
Key = tuple[int, ...]  # a situation as `situations.describe_situation` writes it
Plan = tuple[int, int]  # where its levels begin, and the highest


class _Group(NamedTuple):
    """Situations of two players with the same counts of farkles and sum of totals."""

    own: int
    other: int
    sum: int


class TwoPlayerPlans:
    """Plans for all totals near those that are wanted, by sums of totals."""

    def __init__(self, duel: TwoPlayerSolution, plans: TurnPlans) -> None:
        self._duel = duel
        self._plans = plans
        self._turns = TwoPlayerTurns(duel.rules, duel.step, duel.lowest)
        self._states = _states(duel, self._turns)

    def plans(self, wanted: set[Key]) -> list[tuple[Key, Plan]]:
        """Plans for these situations and those worked out with them."""
        duel, plans = self._duel, self._plans
        groups: defaultdict[_Group, set[int]] = defaultdict(set)
        for own, other, farkles, against, _ in wanted:
            a, b = ((total - duel.lowest) // duel.step for total in (own, other))
            first = int(self._turns.totals(a + b)[0])
            groups[_Group(farkles, against, a + b)].add((a - first) // LANES)
        found: list[tuple[Key, Plan]] = []
        order = sorted(groups)

        def visit(number: int, chunk: TurnChunk) -> None:
            values = LaneValues(chunk.rows, chunk.base, chunk.stops)
            group = order[number]
            for a, levels in enumerate(plans.levels(values, SAME_CHANCE), chunk.first):
                totals = (duel.lowest + part * duel.step for part in (a, group.sum - a))
                key = (*totals, group.own, group.other, 0)
                found.append((key, plans.add(levels, plans.certain)))

        with self._turns:
            self._turns.visit_chunks(
                [self._request(group, groups[group]) for group in order], visit
            )
        return found

    def _request(self, group: _Group, chunks: set[int]) -> ChunkRequest:
        banked = self._duel.values[group.other, 0]
        return ChunkRequest(banked, group.sum, *self._inputs(group), np.array(sorted(chunks)))

    def _inputs(self, group: _Group) -> tuple[Floats, Floats]:
        """The worth of a farkle and of stopping with too little, by total."""
        values, (own, other, s) = self._duel.values, group
        if self._states is not None:
            return self._states.inputs(values, own, other, s, cut=False)
        nothing = 1.0 - values[0, 0][s, self._turns.totals(s)]
        return nothing, nothing


def _states(duel: TwoPlayerSolution, turns: TwoPlayerTurns) -> PenaltyPairs | None:
    """What follows from falls, where there is a penalty."""
    penalty = duel.rules.penalty
    if penalty is None:
        return None
    floor = None if penalty.floor is None else (penalty.floor - duel.lowest) // duel.step
    return PenaltyPairs(turns, penalty.points // duel.step, floor)
