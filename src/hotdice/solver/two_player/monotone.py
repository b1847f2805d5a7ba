"""Two players whose totals only grow: pairs of totals by falling sum.

A two-player zero-sum stochastic game with perfect information, as Crocce and Mordecki formulate Pig
(Optimal minimax strategy in a dice game, arXiv:0912.5518, 2009). A bank leads to a higher sum of
totals. Within one sum only the states (a, b) and (b, a) depend on each other, through turns that
record nothing. With x and z for their values, x = f(1 - z) and z = g(1 - x): the value of each
policy for the turn is affine in the value of recording nothing, so f and g, as the best of all
policies, are convex and piecewise linear, with slopes between 0 and 1. A few secant steps find
where both hold, for many pairs of one sum side by side: `kernels.pairs`.

The first evaluation is right of the expected solution. There rolling is worth no less than further
left, and stopping is worth the same wherever it records anything; so where everybody stops there,
they do so at all later evaluations, which leave out these rolls.

The residual: x is where the line of slope m through (y', f(y')) is at y = 1 - z, y' being the last
evaluation. As the slopes of f are between 0 and 1, f(y) is within max(m, 1 - m) |y - y'| of that;
with the rounding of a turn this is r. So the last step need not be evaluated.

The bound: let all values of higher sums rise by e, z fall by e + d' and so 1 - z rise by e + d'.
Then f rises by at most e + m d', where m is the slope of a chord of f that begins at the solution
and ends further right: at the first evaluation, even if that is above 1, or at 1, where f is at
most 1, so that (1 - x + r) / z bounds that slope for nothing. With a residual r the bracket of
half-widths d and d' is mapped into itself if r + m d' <= d and r' + n d <= d'; the widths of all
sums add up. A chord to the first evaluation is at least `LEAST_GAP` long, so no bound is given if
the widths add up to more.
"""

import numpy as np

from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.kernels.pairs import LEAST_GAP, REMEMBERED, Found
from hotdice.solver.progress import Progress, silent
from hotdice.solver.two_player.turns import Floats, TwoPlayerTurns
from hotdice.texts import HotDiceError

METHOD = "pairs of totals by falling sum, each pair by secants, bracketed"
SHARED = 1e5  # keeps looked at in a sum, from which on it is worth sharing the work
TOGETHER = 32  # sums that are done in one go if it is not


def solve_monotone(turns: TwoPlayerTurns, progress: Progress = silent) -> tuple[Floats, float]:
    """The values of all pairs, and the bound on their errors."""
    values, target = turns.table(), turns.target
    found = Found(
        values=values,
        slopes=np.zeros((REMEMBERED, target)),
        slips=np.zeros((REMEMBERED, target)),
        widths=np.zeros((turns.cores, len(turns.sums))),
    )
    work = np.cumsum([(target - s / 2) * len(turns.totals(s)) for s in turns.sums])
    highest = turns.sums[0]
    while highest >= 0:
        chunks = len(turns.totals(highest)) / 2 / LANES
        shared = chunks * turns.work > SHARED
        lowest = highest if shared else max(0, highest - TOGETHER + 1)
        turns.solve_sums(found, highest, lowest)
        if found.widths.max() == np.inf:
            raise HotDiceError("solve/never-ends", rules=turns.rules.name)
        progress(float(work[turns.sums[0] - lowest] / work[-1]))
        highest = lowest - 1
    bound = float(found.widths.max(axis=0).sum())
    return values, bound if bound < LEAST_GAP else np.inf
