"""One turn of each kind of bot, compiled. Points are counted in steps.

Each returns the points gathered, `FARKLE` or `ENDLESS_TURN`; how many rolls were made; and for
bots with a random stream of their own, how many numbers are drawn from it. The random number of the
next roll is always drawn ahead, so that the processor need not wait for it.
"""

import numpy as np
from numba import types
from numba.extending import overload

from hotdice.arena.engine.decision_kernels import BANK_BITS
from hotdice.arena.engine.endless import MOST_ROLLS
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.layout import AT_ONCE
from hotdice.arena.engine.roll_tables import BOTH, DICE_BITS, DIRECT, PART, WHOLE, WIDTH
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.intrinsics import high_product

POWERS = np.array([6**count for count in range(DIRECT + 1)], dtype=np.uint64)
DIRECT_CODES = np.uint64(6**DIRECT)
FARKLE = np.uint64(1 << 62)  # in place of points, which are far fewer
ENDLESS_TURN = np.uint64(1 << 61)  # likewise
HALF = np.uint64(1 << 63)  # half of all random numbers are below it
ZERO, ONE = np.uint64(0), np.uint64(1)
TWO, THREE, SIX = np.uint64(2), np.uint64(3), np.uint64(6)
POINTS_SHIFT = np.uint64(DICE_BITS)
DICE_MASK = np.uint64((1 << DICE_BITS) - 1)
ROW_SHIFT = np.uint64(BANK_BITS)


def look_up(table, places, sides, fraction, count):
    """The entry of a table by code for a roll of so many dice."""
    if sides is None:
        return look_up_even(table, places, sides, fraction, count)
    return look_up_weighted(table, places, sides, fraction, count)


def look_up_even(table, places, sides, fraction, count):
    """The same for dice without weights."""
    if count <= DIRECT:
        return table[places[WHOLE, count] + high_product(fraction, POWERS[count])]
    more = count - np.uint64(DIRECT)
    one = table[places[PART, DIRECT] + high_product(fraction, DIRECT_CODES)]
    other = table[places[PART, more] + high_product(fraction * DIRECT_CODES, POWERS[more])]
    return table[places[BOTH, more] + one * places[WIDTH, more] + other]


def look_up_weighted(table, places, sides, fraction, count):
    """The same for dice with weights, whose sides are faces from 0."""
    first = min(count, np.uint64(DIRECT))
    code, fraction = code_of(sides, fraction, first)
    if count == first:
        return table[places[WHOLE, count] + code]
    more = count - first
    rest, fraction = code_of(sides, fraction, more)
    one = table[places[PART, DIRECT] + code]
    other = table[places[PART, more] + rest]
    return table[places[BOTH, more] + one * places[WIDTH, more] + other]


@overload(look_up, inline="always")  # a call, even one that vanishes later, would cost a quarter
def choose_look_up(table, places, sides, fraction, count):
    """The compiled form for dice with weights or without."""
    return look_up_even if isinstance(sides, types.NoneType) else look_up_weighted


@njit(cache=True, nogil=True)
def code_of(sides, fraction, count):
    """The code of dice with weights, and what is left of the fraction after them."""
    code, base = ZERO, np.uint64(len(sides))
    for _ in range(count):
        code = code * SIX + sides[high_product(fraction, base)]
        fraction *= base
    return code, fraction


@njit(cache=True, nogil=True)
def note(trace, item):
    """Add an item to a trace; `trace[0]` counts them."""
    trace[0] += 1
    if trace[0] < len(trace):
        trace[trace[0]] = item


@njit(cache=True, nogil=True)
def threshold_turn(lookup, limits, stream, trace):
    """Keep all that scores, in `lookup` by roll, and bank from the limits on."""
    take_all, places, sides, dice = lookup
    key, counter, fraction = stream
    points, count, made = ZERO, dice, 0
    while made < MOST_ROLLS:
        kept = np.uint64(look_up(take_all, places, sides, fraction, count))
        counter += ONE
        fraction = number(key, counter)
        made += 1
        if trace is not None:
            note(trace, kept)
        if kept == 0:
            return FARKLE, made
        points += kept >> POINTS_SHIFT
        count = kept & DICE_MASK
        if points >= (limits.hot if count == dice else limits.usual):
            return points, made
    return ENDLESS_TURN, made


@njit(cache=True, nogil=True)
def planned_turn(lookup, keeps, plans, plan, stream, trace):
    """Play by a plan, whose rows have the numbers of `keeps`."""
    classes, places, sides, dice = lookup
    rows, levels = plans
    begin, top = plan
    key, counter, fraction = stream
    points, count, made = ZERO, dice, 0
    level = levels[begin]
    while made < MOST_ROLLS:
        roll = look_up(classes, places, sides, fraction, count)
        counter += ONE
        fraction = number(key, counter)
        made += 1
        kept = keeps[rows[np.uint64(level) >> ROW_SHIFT, roll]]
        if trace is not None:
            note(trace, kept)
        if kept == 0:
            return FARKLE, made
        points += kept >> POINTS_SHIFT
        count = kept & DICE_MASK
        level = levels[begin + min(points, top)]
        if np.uint64(level) >> (count if count < dice else ZERO) & ONE:
            return points, made
    return ENDLESS_TURN, made


@njit(cache=True, nogil=True)
def random_turn(lookup, keeps, limits, stream, own, trace):
    """Take any legal action, all equally likely; banking is legal from the limits on."""
    classes, places, sides, dice = lookup
    key, counter, fraction = stream
    own_key, drawn = own
    keep_at = keeps.keep_at
    points, count, made = ZERO, dice, 0
    ends_hot = limits.hot == AT_ONCE
    while made < MOST_ROLLS:
        drawn += ONE  # for the roll, where nothing else is legal
        while made < MOST_ROLLS:
            roll = look_up(classes, places, sides, fraction, count)
            counter += ONE
            fraction = number(key, counter)
            made += 1
            if roll == 0:
                if trace is not None:
                    note(trace, ZERO)
                return FARKLE, made, drawn
            choice = ZERO
            if not keeps.keep_all:
                choice = high_product(number(own_key, drawn), keep_at[roll + ONE] - keep_at[roll])
                drawn += ONE
            kept = keeps.keeps[keep_at[roll] + choice]
            if trace is not None:
                note(trace, kept)
            points += kept >> POINTS_SHIFT
            count = kept & DICE_MASK
            hot = count == dice
            if ends_hot and hot:
                return points, made, drawn
            if points < (limits.hot if hot else limits.usual):
                break
            banks = number(own_key, drawn) >= HALF
            drawn += ONE
            if banks:
                return points, made, drawn
    return ENDLESS_TURN, made, drawn


@njit(cache=True, nogil=True)
def human_turn(lookup, keeps, plans, plan, aims, limits, stream, own, trace):
    """Play by the plan except for errors: keep all that scores, or bank too early or too late.

    The timid bank from a third of the right points, the greedy from three times as many. Points
    that are sure to win are always banked, and in a last round no others.
    """
    classes, places, sides, dice = lookup
    rows, levels = plans
    begin, top = plan
    key, counter, fraction = stream
    own_key, drawn = own
    points, count, made = ZERO, dice, 0
    ends_hot = limits.hot == AT_ONCE
    level = levels[begin]
    drawn += ONE  # for the first roll, where there is nothing to decide
    while made < MOST_ROLLS:
        roll = look_up(classes, places, sides, fraction, count)
        counter += ONE
        fraction = number(key, counter)
        made += 1
        kept = keeps.all_of_class[roll]
        if trace is not None and kept == 0:
            note(trace, kept)
        if kept == 0:
            return FARKLE, made, drawn
        if not keeps.keep_all:
            if number(own_key, drawn) >= aims.errors:
                kept = keeps.distinct[rows[np.uint64(level) >> ROW_SHIFT, roll]]
            drawn += ONE
        if trace is not None:
            note(trace, kept)
        points += kept >> POINTS_SHIFT
        count = kept & DICE_MASK
        level = levels[begin + min(points, top)]
        hot = count == dice
        if ends_hot and hot:
            return points, made, drawn
        mood = number(own_key, drawn)
        drawn += ONE
        if points < max(aims.least, limits.hot if hot else limits.usual):
            continue
        if points >= aims.sure:
            return points, made, drawn
        if aims.last_round:
            continue
        bank_from = aims.bank_from[count]
        if mood < aims.errors:
            afraid = mood < aims.errors >> ONE
            bank_from = (bank_from + TWO) // THREE if afraid else THREE * bank_from
        if points >= bank_from:
            return points, made, drawn
    return ENDLESS_TURN, made, drawn
