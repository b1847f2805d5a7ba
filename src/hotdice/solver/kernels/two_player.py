"""Turns of two players, `LANES` of them side by side, by dynamic programming over turn points.

All turns of a call have one sum of totals. The value of a turn is that for its player. What follows
is looked up in `values`, the chances of the other player at turn starts of higher sums, or in
`wins`, those of whoever has the last turn of the game; the values after a farkle and after a turn
that records nothing are given.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import (
    ALLOWED,
    NO_DICE,
    bank_refused,
    begins_end,
    gained,
    hot_dice_bank,
    hot_dice_roll,
    on_board,
)
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.intrinsics import row_max, row_weighted_sum
from hotdice.solver.kernels.lanes import LANES

REFUSED = -1.0  # of stopping where it is not allowed; rounding can make true values slightly < 0

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class SumTurns(NamedTuple):
    """The turns of totals from `first` on, the totals of both players adding up to `sum`.

    For each chunk of lanes `top` is the highest level of turn points at which somebody may roll on,
    and `hot_top` the highest at which somebody with hot dice may; the rest is by lane.
    """

    sum: int
    first: int
    top: Ints
    hot_top: Ints
    after_farkle: Floats
    after_nothing: Floats


@njit(cache=True, nogil=True, inline="never")
def bank_value(rules, values, wins, s, a, u, after_nothing):
    """The value of stopping with u steps at a against s - a, if it is allowed."""
    terms = rules.terms
    gain = gained(terms, a, u)
    if gain == 0:  # as it is wherever a bank is refused
        return after_nothing if bank_refused(terms, a, u, NO_DICE) == ALLOWED else REFUSED
    if not begins_end(terms, a + gain):
        return 1.0 - values[s + gain, a + gain]
    need = 2 * a + gain - s
    if need >= wins.shape[1]:
        return 1.0
    return 1.0 - wins[1 if on_board(terms, s - a) else 0, need]


@njit(cache=True, nogil=True)
def bank_values(rules, values, wins, s, a, after_nothing, out):
    """The values of stopping at totals from a on against the rest of s, from 0 steps up."""
    for lane in range(out.shape[0]):
        for u in range(out.shape[1]):
            out[lane, u] = bank_value(rules, values, wins, s, a + lane, u, after_nothing[lane])


@njit(cache=True, nogil=True)
def evaluate_turns(rules, program, values, wins, turns, rows, chunks, out):
    """The values of the turns in some chunks of lanes; those of all levels stay in `rows`."""
    dice = rules.terms.dice
    must_roll, ends = hot_dice_roll(rules.terms), hot_dice_bank(rules.terms)
    width = dice * LANES
    start = program.temporary * LANES
    total = start - LANES
    stop = np.empty(LANES)
    farkled = np.empty(LANES)
    unrecorded = np.empty(LANES)
    lanes = len(turns.after_farkle)
    for chunk in chunks:
        at = chunk * LANES
        for lane in range(LANES):
            farkled[lane] = turns.after_farkle[min(at + lane, lanes - 1)]
            unrecorded[lane] = turns.after_nothing[min(at + lane, lanes - 1)]
        top, hot_top = turns.top[chunk], turns.hot_top[chunk]
        for u in range(hot_top + program.reach, -1, -1):
            base = start + u * width
            for lane in range(LANES):
                a = turns.first + min(at + lane, lanes - 1)
                stop[lane] = bank_value(rules, values, wins, turns.sum, a, u, unrecorded[lane])
            if u > top:
                for count in range(dice):
                    for lane in range(LANES):
                        rows[base + count * LANES + lane] = stop[lane]
            if u > hot_top:
                if must_roll:
                    for lane in range(LANES):
                        rows[base + lane] = rules.safe + rules.lose * farkled[lane]
                continue
            for count in range(1 if 0 < u <= top else dice, dice + 1):
                begin = program.best_at[count - 1]
                for k in range(begin, program.best_at[count]):
                    one = program.best_offsets[k] + (program.best_shifts[k] & base)
                    row_max(rows, (k - begin) * LANES, one, base + program.best_others[k])
                for lane in range(LANES):
                    rows[total + lane] = program.farkle[count - 1] * farkled[lane]
                row_weighted_sum(
                    rows, total, program.sum_offsets, program.sum_shifts, program.weights,
                    program.sum_at[count - 1], program.sum_at[count], base,
                )  # fmt: skip
                row = base + (count % dice) * LANES
                if count == dice and must_roll:
                    for lane in range(LANES):
                        rows[row + lane] = rows[total + lane]
                elif count == dice and ends:
                    for lane in range(LANES):
                        rows[row + lane] = unrecorded[lane] if stop[lane] == REFUSED else stop[lane]
                else:
                    for lane in range(LANES):
                        rows[row + lane] = max(rows[total + lane], stop[lane])
        for lane in range(min(LANES, lanes - at)):
            out[at + lane] = rows[total + lane]
