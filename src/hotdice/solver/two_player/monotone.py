"""Two players whose totals only grow: pairs of totals by falling sum.

A two-player zero-sum stochastic game with perfect information, as Crocce and Mordecki formulate Pig
(Optimal minimax strategy in a dice game, arXiv:0912.5518, 2009). A bank leads to a higher sum of
totals. Within one sum only the states (a, b) and (b, a) depend on each other, through turns that
record nothing. With x and z for their values, x = f(1 - z) and z = g(1 - x): the value of each
policy for the turn is affine in the value of recording nothing, so f and g, as the best of all
policies, are convex and piecewise linear, with slopes between 0 and 1. A few secant steps find
where both hold, for all pairs of one sum side by side.

The bound: let all values of higher sums rise by e, z fall by e + d' and so 1 - z rise by e + d'.
Then f rises by at most e + m d', where m is the slope of f above the solution (by convexity, that
of any chord to its right, even one that ends above 1). With a residual r the bracket of half-widths
d and d' is mapped into itself if r + m d' <= d and r' + n d <= d'; the widths of all sums add up.
"""

import numpy as np

from hotdice.solver.feasibility import LEAST_SCORING
from hotdice.solver.progress import Progress, silent
from hotdice.solver.two_player.turns import Floats, Ints, TwoPlayerTurns
from hotdice.texts import HotDiceError

METHOD = "pairs of totals by falling sum, each pair by secants, bracketed"
EVALUATIONS = 40  # far more than secant steps need; any residual is in the bound
RESIDUAL = 4e-15  # some units of rounding of a turn; what is left is part of the bound
GAP = 1e-4  # from the solution to the end of the chord whose slope the bound uses
LEAST_GAP = 1e-7  # a chord's slope needs as much, even if the chord then ends above 1
FAR = 1e-9  # two points closer than this say nothing about a slope


def solve_monotone(turns: TwoPlayerTurns, progress: Progress = silent) -> tuple[Floats, float]:
    """The values of all pairs, and the bound on their errors."""
    values = turns.table()
    bound = 0.0
    work = np.cumsum([(turns.target - s / 2) * len(turns.totals(s)) for s in turns.sums])
    for done, s in zip(work, turns.sums, strict=True):
        totals = turns.totals(s)
        x, width = _solve_sum(turns, values, s, _guess(turns, values, s, totals))
        values[s, s - totals] = x
        bound += width
        progress(float(done / work[-1]))
    return values, bound


def _solve_sum(turns: TwoPlayerTurns, values: Floats, s: int, x: Floats) -> tuple[Floats, float]:
    """The fixed point of f and g for each pair, and the width of a bracket around it."""
    above = np.minimum(1.0, 1.0 - x[::-1] + GAP)
    above_f = np.empty(len(x))
    turns.evaluate(values, s, above, above, above_f)
    y0, f0, m = above, above_f, np.zeros(len(x))
    f = np.empty(len(x))
    waiting = np.full(len(x), True)
    for _ in range(EVALUATIONS):
        y = 1.0 - x[::-1]
        turns.evaluate(values, s, y, y, f, waiting)
        waiting = np.abs(f - x) > RESIDUAL
        waiting |= waiting[::-1]
        if not waiting.any():
            break
        far = np.abs(y - y0) > FAR
        m = np.where(far, (f - f0) / np.where(far, y - y0, 1.0), m)
        x = np.where(waiting, _intersection(y, f, m), x)
        y0, f0 = np.where(far, y, y0), np.where(far, f, f0)
    near = above - y < np.minimum(GAP / 10, np.maximum((1.0 - y) / 2, LEAST_GAP / 2))
    if near.any():
        above = np.where(near, np.maximum(np.minimum(1.0, y + GAP), y + LEAST_GAP), above)
        turns.evaluate(values, s, above, above, above_f, near)
    m = (above_f - f) / (above - y)
    off = np.abs(f - x) + turns.rounding
    scoring = 1.0 - m * m[::-1]
    if (scoring < LEAST_SCORING).any():
        raise HotDiceError("solve/never-ends", rules=turns.rules.name)
    return x, float(((off + m * off[::-1]) / scoring).max())


def _guess(turns: TwoPlayerTurns, values: Floats, s: int, totals: Ints) -> Floats:
    """Values to begin with, extrapolated from the sums above."""
    others = s - totals
    edge = np.full((3, len(totals)), 0.5)
    for at, (own, other) in enumerate(((1, 0), (0, 1), (1, 1))):
        inside = (totals + own < turns.target) & (others + other < turns.target)
        edge[at, inside] = values[s + own + other, others[inside] + other]
    guess: Floats = edge[0] + edge[1] - edge[2]
    within: Floats = guess.clip(0.0, 1.0)
    return within


def _intersection(y: Floats, f: Floats, m: Floats) -> Floats:
    """Where the lines of slope m through (y, f) of both players of a pair meet."""
    own = f - m * y
    n, other = m[::-1], own[::-1]
    # x = own + m (1 - z) and z = other + n (1 - x)
    met: Floats = (own + m * (1.0 - other - n)) / np.maximum(1.0 - m * n, LEAST_SCORING)
    within: Floats = met.clip(0.0, 1.0)
    return within
