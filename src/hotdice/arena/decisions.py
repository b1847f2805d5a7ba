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

from hotdice.arena.numbers import mix
from hotdice.solver.rows import LANES

MAY, MUST, END = range(3)  # what hot dice do
BITS = 10  # for as many dice
FACTOR = np.uint32(0x01000193)


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
    number, which leads `steps[k]` places on, against the winner of contest `one[k]`, or of nobody
    if that is -1. Banking comes before rolling.
    """
    lanes, levels = stops.shape
    for u in range(levels):
        here = base + u * dice * LANES
        for lane in range(lanes):
            bits = 0
            for left in range(dice):
                if u > 0 and stops[lane, u] > values[here + left * LANES + lane] - same:
                    bits |= 1 << left
            banks[lane, u] = hot_dice(bits, hot)
        row = picks[u]
        for k in range(len(one)):
            at, to = here + steps[k] * LANES, k * LANES
            if one[k] < 0:
                for lane in range(LANES):
                    best[to + lane] = values[at + lane]
                    row[to + lane] = numbers[k]
            else:
                contest(values, best, row, to, one[k] * LANES, at, numbers[k], same)


@njit(cache=True, nogil=True)
def hot_dice(bits, hot):
    """When to bank, given what hot dice do: they may be banked, must be rolled, or end the turn."""
    if hot == MUST:
        return bits & ~1
    return bits | 1 if hot == END else bits


@njit(cache=True, nogil=True)
def number_rows(table, rows, known, picks, out):
    """Number the picks of each lane and level, adding them to `rows` if they are new.

    `table` has numbers of rows by their hash, -1 where there is none. There must be room in both.
    Returns how many rows are known now.
    """
    lanes, levels = out.shape
    contests = rows.shape[1]
    mixed = np.empty(LANES, np.uint32)
    changed = np.empty(LANES, np.uint16)
    for u in range(levels):
        mixed[:] = 0
        changed[:] = u == 0
        for k in range(contests):
            for lane in range(LANES):
                mixed[lane] = mixed[lane] * FACTOR + picks[u, k * LANES + lane]
            if u > 0:
                for lane in range(LANES):
                    at = k * LANES + lane
                    changed[lane] |= picks[u, at] ^ picks[u - 1, at]
        for lane in range(lanes):
            if not changed[lane]:
                out[lane, u] = out[lane, u - 1]
                continue
            spot = np.int64(mix(np.uint64(mixed[lane])) & np.uint64(len(table) - 1))
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
def equal(row, picks, lane):
    """Whether these are the picks of a lane."""
    for k in range(len(row)):
        if row[k] != picks[k * LANES + lane]:
            return False
    return True
