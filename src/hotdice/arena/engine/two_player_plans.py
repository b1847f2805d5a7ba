"""Plans of two players before the last round, computed many at a time by the solver's turns."""

from collections import defaultdict

import numpy as np

from hotdice.arena.engine.turn_plans import LaneValues, TurnPlans
from hotdice.solver.advice.choices import SAME_CHANCE
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.solved_turns import SolvedTurns, SumOfTotals
from hotdice.solver.two_player.turns import TurnChunk

Key = tuple[int, ...]  # a situation as `situations.describe_situation` writes it
Plan = tuple[int, int]  # where its levels begin, and the highest


class TwoPlayerPlans:
    """Computes plans for all totals near the wanted ones, by sums of totals."""

    def __init__(self, solution: TwoPlayerSolution, plans: TurnPlans) -> None:
        self._solution = solution
        self._plans = plans
        self._solved = SolvedTurns(solution)

    def plans(self, wanted: set[Key]) -> list[tuple[Key, Plan]]:
        """Plans for these situations and those computed along with them."""
        solution, plans = self._solution, self._plans
        groups: defaultdict[SumOfTotals, set[int]] = defaultdict(set)
        for own, other, farkles, against, _ in wanted:
            a, b = ((total - solution.lowest) // solution.step for total in (own, other))
            first = int(self._solved.turns.totals(a + b)[0])
            groups[SumOfTotals(farkles, against, a + b)].add((a - first) // LANES)
        found: list[tuple[Key, Plan]] = []
        order = sorted(groups)

        def visit(number: int, chunk: TurnChunk) -> None:
            values = LaneValues(chunk.rows, chunk.base, chunk.stops)
            group = order[number]
            for a, levels in enumerate(plans.levels(values, SAME_CHANCE), chunk.first):
                totals = (solution.lowest + part * solution.step for part in (a, group.sum - a))
                key = (*totals, group.own, group.other, 0)
                found.append((key, plans.add(levels, plans.certain)))

        self._solved.visit({group: np.array(sorted(groups[group])) for group in order}, visit)
        return found
