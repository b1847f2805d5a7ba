"""Decisions at every level of `LANES` turns side by side, compiled.

When to bank is one bit for each number of dice left, hot dice standing at 0. What to keep is told
for each contest: the comparison of a keep with the best of those before it, in rising order of
points. Rolls whose keeps begin alike share contests; each class of rolls has one that is its last.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from hotdice.arena.engine.generator import mix
from hotdice.solver.kernels.lanes import LANES

MAY, MUST, END = range(3)  # what hot dice do
BITS = 10  # for as many dice
FACTOR = np.uint64(0x100000001B3)
WORDS = LANES // 4  # of 64 bits, for the picks of all lanes
LANE = np.uint64(0xFFFF)


@intrinsic
def contest(
    typing_context: Any, values: Any, best: Any, picks: Any, to: Any, one: Any, at: Any, pick: Any,
    same: Any,
) -> Any:  # fmt: skip
    """In each lane `pick` wins against contest `one` if its value at `at` is no worse.

    Worse is what is worth less by more than `same`. The better value stands in `best[to]` and the
    winner in `picks[to]`; `to` and `one` count lanes, and contests stand in both in one order.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        doubles = ir.VectorType(ir.DoubleType(), LANES)
        shorts = ir.VectorType(ir.IntType(16), LANES)

        def pointer(which: int, place: Any, vector: Any) -> Any:
            array = context.make_array(kinds[which])(context, builder, arguments[which])
            return builder.bitcast(builder.gep(array.data, [place]), vector.as_pointer())

        def spread(number: Any, vector: Any) -> Any:
            nothing = ir.Constant(vector, ir.Undefined)
            first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
            same_place = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
            return builder.shuffle_vector(first, nothing, same_place)

        _, _, _, to_, one_, at_, pick_, same_ = arguments
        before = builder.load(pointer(1, one_, doubles), align=8)
        winner = builder.load(pointer(2, one_, shorts), align=2)
        value = builder.load(pointer(0, at_, doubles), align=8)
        wins = builder.fcmp_ordered(">", value, builder.fsub(before, spread(same_, doubles)))
        larger = builder.select(builder.fcmp_ordered(">", value, before), value, before)
        builder.store(larger, pointer(1, to_, doubles), align=8)
        picked = builder.select(wins, spread(pick_, shorts), winner)
        builder.store(picked, pointer(2, to_, shorts), align=2)
        return context.get_dummy_value()

    number = types.intp
    signature = types.void(values, best, picks, number, number, number, types.uint16, types.float64)
    return signature, code


@njit(cache=True, nogil=True)
def decide(values, base, stops, hot, same, dice, one, steps, numbers, best, banks, picks):
    """The decisions by level, those above the last of `stops` left aside.

    What `left` dice at level u are worth in lane t stands at t plus `base + (u * dice + left) *
    LANES`; `stops` has the worth of banking by lane and level. Contest k is of the keep with this
    number, which leads `steps[k]` places on, against the winner of contest `one[k]`; the one after
    the last is lost by everybody. Banking comes before rolling.
    """
    lanes, levels = stops.shape
    best[len(one) * LANES :] = -np.inf
    for u in range(levels):
        here = base + u * dice * LANES
        for lane in range(lanes):
            bits = 0
            for left in range(dice):
                if stops[lane, u] > values[here + left * LANES + lane] - same:
                    bits |= 1 << left
            banks[lane, u] = hot_dice(bits, hot)
        row = picks[u]
        for k in range(len(one)):
            at = here + steps[k] * LANES
            contest(values, best, row, k * LANES, one[k] * LANES, at, numbers[k], same)


@njit(cache=True, nogil=True)
def hot_dice(bits, hot):
    """When to bank, given what hot dice do: they may be banked, must be rolled, or end the turn."""
    if hot == MUST:
        return bits & ~1
    return bits | 1 if hot == END else bits


@njit(cache=True, nogil=True)
def number_rows(table, rows, known, picks, words, out):
    """Number the picks of each lane and level, adding them to `rows` if they are new.

    `table` has numbers of rows by their hash, -1 where there is none; there must be room in both.
    `words` are the same picks, four lanes in each number. Most picks are those of the level below
    or of the lane before, which shows in a few words. Returns how many rows are known now.
    """
    lanes, levels = out.shape
    contests = rows.shape[1]
    below = np.empty(WORDS, np.uint64)
    beside = np.empty(WORDS, np.uint64)
    for u in range(levels):
        differences(words, u, contests, below, beside)
        for lane in range(lanes):
            shift = np.uint64(lane % 4 * 16)
            if u > 0 and not below[lane // 4] >> shift & LANE:
                out[lane, u] = out[lane, u - 1]
                continue
            if lane > 0 and not beside[lane // 4] >> shift & LANE:
                out[lane, u] = out[lane - 1, u]
                continue
            spot = spot_of(table, picks[u, lane::LANES][:contests])
            while table[spot] >= 0 and not equal(rows[table[spot]], picks[u], lane):
                spot = (spot + 1) & (len(table) - 1)
            if table[spot] < 0:
                table[spot] = known
                for k in range(contests):
                    rows[known, k] = picks[u, k * LANES + lane]
                known += 1
            out[lane, u] = table[spot]
    return known


@njit(cache=True, nogil=True)
def enter_rows(table, rows):
    """Number all these rows, no two of which are equal, in an empty table."""
    for row in range(len(rows)):
        spot = spot_of(table, rows[row])
        while table[spot] >= 0:
            spot = (spot + 1) & (len(table) - 1)
        table[spot] = row


@njit(cache=True, nogil=True)
def spot_of(table, picks):
    """Where in a table the search for some picks begins."""
    mixed = np.uint64(0)
    for pick in picks:
        mixed = mixed * FACTOR + np.uint64(pick)
    return np.int64(mix(mixed) & np.uint64(len(table) - 1))


@njit(cache=True, nogil=True)
def differences(words, u, contests, below, beside):
    """Where the picks of a level differ from those below, and from those of the lane before."""
    before = max(u - 1, 0)
    for word in range(WORDS):
        one = other = np.uint64(0)
        for k in range(contests):
            at = k * WORDS + word
            here = words[u, at]
            one |= here ^ words[before, at]
            carried = words[u, at - 1] >> np.uint64(48) if word else np.uint64(0)
            other |= here ^ (here << np.uint64(16) | carried)
        below[word], beside[word] = one, other


@njit(cache=True, nogil=True)
def equal(row, picks, lane):
    """Whether these are the picks of a lane."""
    for k in range(len(row)):
        if row[k] != picks[k * LANES + lane]:
            return False
    return True
