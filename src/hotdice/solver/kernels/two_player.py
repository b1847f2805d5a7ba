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
    least_gain,
    on_board,
)
from hotdice.solver.kernels.compiled import inner, njit
from hotdice.solver.kernels.intrinsics import row_raise, row_roll
from hotdice.solver.kernels.lanes import LANES

LEVELS_AT = LANES  # in an array of rows, after that of the last roll
REFUSED = -1.0  # of stopping where it is not allowed; rounding can make true values slightly < 0
NOTHING = -2.0  # stands for what a turn that records nothing is worth, where that is not yet known

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


@inner
def stop_rows(rules, values, wins, s, a, step, lanes, nothing, levels, out):
    """Rows of the values of stopping, by level, at a, a + step and so on.

    They are those of `bank_value`; a lane has `nothing` where it may stop and records nothing.
    Unused lanes repeat the last.
    """
    terms = rules.terms
    for lane in range(LANES):
        own = a + step * min(lane, lanes - 1)
        other = s - own
        board = 1 if on_board(terms, other) else 0
        least = min(least_gain(terms, own), levels)
        for u in range(least):
            allowed = bank_refused(terms, own, u, NO_DICE) == ALLOWED
            out[u * LANES + lane] = nothing[lane] if allowed else REFUSED
        below = least
        while below < levels and not begins_end(terms, own + below):
            out[below * LANES + lane] = 1.0 - values[s + below, own + below]
            below += 1
        for u in range(below, levels):
            need = own + u - other
            lost = wins[board, need] if need < wins.shape[1] else 0.0
            out[u * LANES + lane] = 1.0 - lost


@inner
def roll_levels(rules, keeps, rows, stops, low, top, hot_top, farkled, unrecorded, active, whole):
    """The values of all levels from the highest down; the last roll's, of a turn, in the first row.

    Rows above are given. Below `low` stopping may record nothing. Above `top` only hot dice are
    rolled. A row that stopping is best in, in all lanes, stays as it is unless the turns are done
    as a `whole`, which finds out which rows these are: those of a number of dice are `active` at a
    level if its bit is set. They remain so while `farkled` does not rise.
    """
    dice = rules.terms.dice
    must_roll, ends = hot_dice_roll(rules.terms), hot_dice_bank(rules.terms)
    stop = np.empty(LANES)
    for u in range(hot_top, -1, -1):
        base = LEVELS_AT + u * dice * LANES
        at = u * LANES
        if u < low:
            for lane in range(LANES):
                given = stops[at + lane]
                stop[lane] = unrecorded[lane] if given == NOTHING else given
        wanted = active[u]
        found = 0
        for count in range(1 if 0 < u <= top else dice, dice + 1):
            hot = count == dice
            if not (whole or u < low or u == 0 or wanted >> count & 1):
                continue
            row = base if hot else base + count * LANES
            if hot and ends and u > 0:
                for lane in range(LANES):
                    given = stop[lane] if u < low else stops[at + lane]
                    rows[row + lane] = unrecorded[lane] if given == REFUSED else given
                continue
            row_roll(
                rows, 0, base, keeps.offsets, keeps.keep_at, keeps.chance,
                keeps.roll_at[count - 1], keeps.roll_at[count], farkled, keeps.farkle[count - 1],
            )  # fmt: skip
            if hot and must_roll:
                for lane in range(LANES):
                    rows[row + lane] = rows[lane]
                found |= 1 << count
            elif u < low:
                row_raise(rows, row, 0, stop, 0)
            else:
                found |= row_raise(rows, row, 0, stops, at) << count
        if whole:
            active[u] = found


@njit(cache=True, nogil=True)
def evaluate_turns(rules, keeps, values, wins, turns, rows, chunks, out):
    """The values of the turns in some chunks of lanes; those of all levels stay in `rows`."""
    dice = rules.terms.dice
    must_roll = hot_dice_roll(rules.terms)
    farkled, unrecorded = np.empty(LANES), np.empty(LANES)
    lanes = len(turns.after_farkle)
    for chunk in chunks:
        at = chunk * LANES
        for lane in range(LANES):
            farkled[lane] = turns.after_farkle[min(at + lane, lanes - 1)]
            unrecorded[lane] = turns.after_nothing[min(at + lane, lanes - 1)]
        top, hot_top = turns.top[chunk], turns.hot_top[chunk]
        levels = hot_top + keeps.reach + 1
        stops, active = np.empty(levels * LANES), np.empty(levels, np.int64)
        stop_rows(
            rules, values, wins, turns.sum, turns.first + at, 1, lanes - at, unrecorded, levels,
            stops,
        )  # fmt: skip
        for u in range(top + 1, levels):
            base = LEVELS_AT + u * dice * LANES
            for place in range(dice * LANES):
                rows[base + place] = stops[u * LANES + place % LANES]
            if must_roll and u > hot_top:
                for lane in range(LANES):
                    rows[base + lane] = rules.safe + rules.lose * farkled[lane]
        roll_levels(rules, keeps, rows, stops, 0, top, hot_top, farkled, unrecorded, active, True)
        for lane in range(min(LANES, lanes - at)):
            out[at + lane] = rows[lane]
