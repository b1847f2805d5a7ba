"""Hot dice where a roll of all dice never farkles: worth more than the points already there.

From some turn points on everybody stops unless such a roll is free. What it then brings depends on
nothing but what the others need to draw level, so it is found once for all turns.
"""

import numpy as np
from numba import njit

from hotdice.solver.machine import Floats, Machine


def with_free_rolls(machine: Machine, ends: Floats) -> Floats:
    """The table of last rounds that a turn has begun, for a mover who has hot dice there."""
    if not machine.free_rolls:
        return ends
    moves = machine.moves
    axis = machine.needs * machine.boards
    others = len(ends) - 1
    places = np.arange(ends.shape[1])
    needs = sum(places // axis**seat % axis % machine.needs for seat in range(others))
    order = np.argsort(-np.asarray(needs), kind="stable")
    first, last = moves.roll_at[-2], moves.roll_at[-1]
    keep_at = moves.keep_at[first : last + 1]
    keeps = slice(keep_at[0], keep_at[-1])
    raises, raised_by = np.unique(moves.points[keeps], return_inverse=True)
    found = ends.copy()
    _roll(
        found, ends, order, machine.needs, axis, moves.chance[first:last], keep_at - keep_at[0],
        raises, raised_by, moves.left[keeps],
    )  # fmt: skip
    return found


@njit(cache=True)
def _roll(found, ends, order, needs, axis, chance, keep_at, raises, raised_by, left):
    """Fill in what a roll brings, from the greatest needs of the others down.

    Keep k raises the needs by `raises[raised_by[k]]`.
    """
    rows = ends.shape[0]
    total = np.empty(rows)
    raised = np.empty(len(raises), np.int64)
    for place in order:
        for k in range(len(raises)):
            raised[k] = _raised(place, raises[k], needs, axis, rows - 1)
        total[:] = 0.0
        for roll in range(len(chance)):
            best, hot, at = -1.0, False, place
            for keep in range(keep_at[roll], keep_at[roll + 1]):
                there = raised[raised_by[keep]]
                worth = ends[0, there] if left[keep] else found[0, there]
                if worth >= best:
                    best, hot, at = worth, left[keep] == 0, there
            for row in range(rows):
                total[row] += chance[roll] * (found[row, at] if hot else ends[row, at])
        if total[0] > ends[0, place]:
            for row in range(rows):
                found[row, place] = total[row]


@njit(cache=True)
def _raised(place, more, needs, axis, others):
    """The place where everybody needs so much more."""
    found, unit = 0, 1
    for _ in range(others):
        code = place % axis
        place //= axis
        side = code // needs
        found += (side * needs + min(code % needs + more, needs - 1)) * unit
        unit *= axis
    return found
