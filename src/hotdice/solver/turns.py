"""Turns of many games at once, compiled: the inner loop of all solving."""

import numpy as np
from numba import njit

from hotdice.solver.rows import LANES as LANES
from hotdice.solver.rows import add_weighted, keep_best


@njit(cache=True, nogil=True, inline="never")
def _bank(values, wins, s, a, u, y, settings):
    """The value of stopping with u steps at a against s - a; -1 if it is not allowed."""
    target, entry, minimum, refuse, immediate = (
        settings[1], settings[2], settings[3], settings[4], settings[6],
    )  # fmt: skip
    if u < minimum:
        return -1.0
    if a == 0 and u < entry:
        return -1.0 if refuse else y
    if a + u < target:
        return 1.0 - values[s + u, a + u]
    need = 2 * a + u - s
    if immediate or need >= wins.shape[1]:
        return 1.0
    return 1.0 - wins[1 if s > a else 0, need]


@njit(cache=True, nogil=True)
def turns(
    values, wins, rows, offsets, shifts, singles, best_at, sum_offsets, sum_shifts, weights, sum_at,
    farkle, settings, safe, lost, s, first, tops, hot_tops, y, out, chunks,
):  # fmt: skip
    """The value of the turn of each lane of some chunks, a lost turn being worth y."""
    dice, hot, reach, temporary = settings[0], settings[5], settings[7], settings[8]
    width = dice * LANES
    start = temporary * LANES
    total = start - LANES
    bank = np.empty(LANES)
    lost_turn = np.empty(LANES)
    for chunk in chunks:
        at = chunk * LANES
        for lane in range(LANES):
            lost_turn[lane] = y[min(at + lane, len(y) - 1)]
        top, hot_top = tops[chunk], hot_tops[chunk]
        for u in range(hot_top + reach, -1, -1):
            base = start + u * width
            for lane in range(LANES):
                a = first + min(at + lane, len(y) - 1)
                bank[lane] = _bank(values, wins, s, a, u, lost_turn[lane], settings)
            if u > top:
                for count in range(dice):
                    for lane in range(LANES):
                        rows[base + count * LANES + lane] = bank[lane]
            if u > hot_top:
                if hot == 1:
                    for lane in range(LANES):
                        rows[base + lane] = safe + lost * lost_turn[lane]
                continue
            for count in range(1 if 0 < u <= top else dice, dice + 1):
                begin = best_at[count - 1]
                for k in range(begin, best_at[count]):
                    one = offsets[k] + (shifts[k] & base)
                    keep_best(rows, (k - begin) * LANES, one, base + singles[k])
                for lane in range(LANES):
                    rows[total + lane] = farkle[count - 1] * lost_turn[lane]
                add_weighted(
                    rows, total, sum_offsets, sum_shifts, weights,
                    sum_at[count - 1], sum_at[count], base,
                )  # fmt: skip
                row = base + (count % dice) * LANES
                if count == dice and hot == 1:
                    for lane in range(LANES):
                        rows[row + lane] = rows[total + lane]
                elif count == dice and hot == 2:
                    for lane in range(LANES):
                        rows[row + lane] = bank[lane] if bank[lane] >= 0.0 else lost_turn[lane]
                else:
                    for lane in range(LANES):
                        rows[row + lane] = max(rows[total + lane], bank[lane])
        for lane in range(min(LANES, len(y) - at)):
            out[at + lane] = rows[total + lane]
