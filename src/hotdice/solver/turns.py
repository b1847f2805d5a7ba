"""Turns of many games at once, compiled: the inner loop of all solving."""

import numpy as np
from numba import njit

from hotdice.solver.rows import LANES as LANES
from hotdice.solver.rows import add_weighted, keep_best

REFUSED = -1.0  # the value of stopping where it is not allowed; rounding makes others less than 0


@njit(cache=True, nogil=True, inline="never")
def bank(values, wins, s, a, u, unrecorded, settings):
    """The value of stopping with u steps at a against s - a, if it is allowed."""
    target, entry, minimum, refuse = settings[1], settings[2], settings[3], settings[4]
    immediate, zero = settings[6], settings[9]
    if u < minimum:
        return REFUSED
    if a <= zero and u < entry:
        return REFUSED if refuse else unrecorded
    if a + u < target:
        return 1.0 - values[s + u, a + u]
    need = 2 * a + u - s
    if immediate or need >= wins.shape[1]:
        return 1.0
    return 1.0 - wins[1 if s - a > zero else 0, need]


@njit(cache=True, nogil=True)
def stops(values, wins, s, a, unrecorded, settings, out):
    """The values of stopping at totals from a on against the rest of s, from 0 steps up."""
    for lane in range(out.shape[0]):
        for u in range(out.shape[1]):
            out[lane, u] = bank(values, wins, s, a + lane, u, unrecorded[lane], settings)


@njit(cache=True, nogil=True)
def turns(
    values, wins, rows, offsets, shifts, singles, best_at, sum_offsets, sum_shifts, weights, sum_at,
    farkle, settings, safe, lost, s, first, tops, hot_tops, after_farkle, after_nothing, out,
    chunks,
):  # fmt: skip
    """Turns of the lanes of some chunks, given the worth of turns without points."""
    dice, hot, reach, temporary = settings[0], settings[5], settings[7], settings[8]
    width = dice * LANES
    start = temporary * LANES
    total = start - LANES
    stop = np.empty(LANES)
    farkled = np.empty(LANES)
    unrecorded = np.empty(LANES)
    lanes = len(after_farkle)
    for chunk in chunks:
        at = chunk * LANES
        for lane in range(LANES):
            farkled[lane] = after_farkle[min(at + lane, lanes - 1)]
            unrecorded[lane] = after_nothing[min(at + lane, lanes - 1)]
        top, hot_top = tops[chunk], hot_tops[chunk]
        for u in range(hot_top + reach, -1, -1):
            base = start + u * width
            for lane in range(LANES):
                a = first + min(at + lane, lanes - 1)
                stop[lane] = bank(values, wins, s, a, u, unrecorded[lane], settings)
            if u > top:
                for count in range(dice):
                    for lane in range(LANES):
                        rows[base + count * LANES + lane] = stop[lane]
            if u > hot_top:
                if hot == 1:
                    for lane in range(LANES):
                        rows[base + lane] = safe + lost * farkled[lane]
                continue
            for count in range(1 if 0 < u <= top else dice, dice + 1):
                begin = best_at[count - 1]
                for k in range(begin, best_at[count]):
                    one = offsets[k] + (shifts[k] & base)
                    keep_best(rows, (k - begin) * LANES, one, base + singles[k])
                for lane in range(LANES):
                    rows[total + lane] = farkle[count - 1] * farkled[lane]
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
                        rows[row + lane] = unrecorded[lane] if stop[lane] == REFUSED else stop[lane]
                else:
                    for lane in range(LANES):
                        rows[row + lane] = max(rows[total + lane], stop[lane])
        for lane in range(min(LANES, lanes - at)):
            out[at + lane] = rows[total + lane]
