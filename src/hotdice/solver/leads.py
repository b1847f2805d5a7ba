"""Where a turn leads under best play: the chances of a farkle, of nothing, and of each bank."""

import numpy as np
from numba import njit

from hotdice.solver.rows import LANES
from hotdice.solver.turns import bank

FARKLE, NOTHING, BANKED = 0, 1, 2  # places of the chances; those of banks follow by their steps


@njit(cache=True, nogil=True)
def lead(
    values, wins, rows, settings, farkle, chances, roll_at, keep_at, points, left, s, a, lane,
    top, hot_top, unrecorded, least, out,
):  # fmt: skip
    """Add up the chances of one lane, whose turn has just been worked out in `rows`.

    What comes about with a chance below the least is left out.
    """
    dice, target, hot, temporary = settings[0], settings[1], settings[5], settings[8]
    reached = np.zeros((hot_top + settings[7] + 1, dice))
    reached[0, 0] = 1.0
    for u in range(hot_top + 1):
        stop = bank(values, wins, s, a, u, unrecorded, settings)
        level = temporary * LANES + u * dice * LANES + lane
        for index in range(dice):
            chance = reached[u, index]
            if chance < least:
                continue
            stops = rows[level + index * LANES] <= stop or (u > top if index else hot == 2)
            if stops and u > 0:
                if u < settings[3] or (a <= settings[9] and u < settings[2]):
                    out[NOTHING] += chance
                elif a + u < target:
                    out[BANKED + u] += chance
                continue
            count = index if index else dice
            out[FARKLE] += chance * farkle[count - 1]
            for roll in range(roll_at[count - 1], roll_at[count]):
                best = keep_at[roll]
                best_value = -1.0
                for keep in range(keep_at[roll], keep_at[roll + 1]):
                    to = level + (points[keep] * dice + left[keep]) * LANES
                    if rows[to] > best_value:
                        best, best_value = keep, rows[to]
                reached[u + points[best], left[best]] += chance * chances[roll]
