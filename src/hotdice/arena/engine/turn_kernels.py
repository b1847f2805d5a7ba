"""One turn of each kind of player, compiled. Points are counted in steps.

Each returns the points gathered, `FARKLE` or `UNENDING`; how many rolls were made; and those who
draw numbers from a stream of their own, how many so far. `fraction` is the number of the first
roll; that of the next is always drawn ahead, so that it is there when it is wanted.
"""

import numpy as np
from numba import njit

from hotdice.arena.engine.decision_kernels import BITS
from hotdice.arena.engine.endless import MOST_ROLLS
from hotdice.arena.engine.generator import high, number
from hotdice.arena.engine.roll_tables import DIRECT

POWERS = np.array([6**count for count in range(DIRECT + 1)], dtype=np.uint64)
FIRST = np.uint64(6**DIRECT)
CLASSES, PART, BOTH, WIDTH = range(4)  # rows of `Rolls.places`
FARKLE = np.uint64(1 << 62)
UNENDING = np.uint64(1 << 61)
HALF = np.uint64(1 << 63)
ZERO, ONE = np.uint64(0), np.uint64(1)
TWO, THREE = np.uint64(2), np.uint64(3)
FOUR, FIFTEEN = np.uint64(4), np.uint64(15)  # how a keep is written
ROW = np.uint64(BITS)


@njit(cache=True, nogil=True, inline="always")
def look_up(codes, places, fraction, count):
    """What a table by code has for a roll of so many dice."""
    if count <= DIRECT:
        return codes[places[CLASSES, count] + high(fraction, POWERS[count])]
    more = count - np.uint64(DIRECT)
    one = codes[places[PART, DIRECT] + high(fraction, FIRST)]
    other = codes[places[PART, more] + high(fraction * FIRST, POWERS[more])]
    return codes[places[BOTH, more] + one * places[WIDTH, more] + other]


@njit(cache=True, nogil=True)
def note(trace, item):
    """Write down one more thing that happened; `trace[0]` counts them."""
    trace[0] += 1
    if trace[0] < len(trace):
        trace[trace[0]] = item


@njit(cache=True, nogil=True)
def simple_turn(takes, places, dice, key, counter, fraction, bar, hot_bar, trace):
    """Somebody who takes all that scores and banks from `bar` on, after hot dice from `hot_bar`."""
    points, count, made = ZERO, dice, 0
    while made < MOST_ROLLS:
        kept = np.uint64(look_up(takes, places, fraction, count))
        counter += ONE
        fraction = number(key, counter)
        made += 1
        if trace is not None:
            note(trace, kept)
        if kept == 0:
            return FARKLE, made
        points += kept >> FOUR
        count = kept & FIFTEEN
        if points >= (hot_bar if count == dice else bar):
            return points, made
    return UNENDING, made


@njit(cache=True, nogil=True)
def planned_turn(
    codes, places, kept_by_number, dice, rows, levels, begin, top, key, counter, fraction, trace
):
    """Somebody who has a plan for the turn."""
    points, count, made = ZERO, dice, 0
    level = levels[begin]
    while made < MOST_ROLLS:
        roll = look_up(codes, places, fraction, count)
        counter += ONE
        fraction = number(key, counter)
        made += 1
        kept = kept_by_number[rows[np.uint64(level) >> ROW, roll]]
        if trace is not None:
            note(trace, kept)
        if kept == 0:
            return FARKLE, made
        points += kept >> FOUR
        count = kept & FIFTEEN
        level = levels[begin + min(points, top)]
        if np.uint64(level) >> (count if count < dice else ZERO) & ONE:
            return points, made
    return UNENDING, made


@njit(cache=True, nogil=True)
def random_turn(
    codes, places, keep_at, keeps, dice, keeps_by_itself, may, hot_may, key, counter, fraction,
    own_key, drawn, trace,
):  # fmt: skip
    """Somebody who takes any legal action; banking is legal from `may` on, or `hot_may`."""
    points, count, made = ZERO, dice, 0
    ends = hot_may == 0
    while made < MOST_ROLLS:
        drawn += ONE  # for the roll, where there is nothing else
        while made < MOST_ROLLS:
            roll = look_up(codes, places, fraction, count)
            counter += ONE
            fraction = number(key, counter)
            made += 1
            if roll == 0:
                if trace is not None:
                    note(trace, ZERO)
                return FARKLE, made, drawn
            choice = ZERO
            if not keeps_by_itself:
                choice = high(number(own_key, drawn), keep_at[roll + ONE] - keep_at[roll])
                drawn += ONE
            kept = keeps[keep_at[roll] + choice]
            if trace is not None:
                note(trace, kept)
            points += kept >> FOUR
            count = kept & FIFTEEN
            hot = count == dice
            if ends and hot:
                return points, made, drawn
            if points < (hot_may if hot else may):
                break
            banks = number(own_key, drawn) >= HALF
            drawn += ONE
            if banks:
                return points, made, drawn
    return UNENDING, made, drawn


@njit(cache=True, nogil=True)
def human_turn(
    codes, places, kept_by_number, taken, dice, rows, levels, begin, top, bars, errs,
    keeps_by_itself, least, may, hot_may, sure, last, key, counter, fraction, own_key, drawn, trace,
):  # fmt: skip
    """Somebody who errs in some decisions: sees only the keep of all, is afraid or greedy.

    `bars` are the points to bank from by number of dice; a third is enough for fear, and three
    times as many are needed for greed. From `sure` on everybody banks, in a last round only then.
    """
    points, count, made = ZERO, dice, 0
    ends = hot_may == 0
    level = levels[begin]
    drawn += ONE  # for the first roll, where there is nothing to decide
    while made < MOST_ROLLS:
        roll = look_up(codes, places, fraction, count)
        counter += ONE
        fraction = number(key, counter)
        made += 1
        kept = taken[roll]
        if trace is not None and kept == 0:
            note(trace, kept)
        if kept == 0:
            return FARKLE, made, drawn
        if not keeps_by_itself:
            if number(own_key, drawn) >= errs:
                kept = kept_by_number[rows[np.uint64(level) >> ROW, roll]]
            drawn += ONE
        if trace is not None:
            note(trace, kept)
        points += kept >> FOUR
        count = kept & FIFTEEN
        level = levels[begin + min(points, top)]
        hot = count == dice
        if ends and hot:
            return points, made, drawn
        mood = number(own_key, drawn)
        drawn += ONE
        if points < max(least, hot_may if hot else may):
            continue
        if points >= sure:
            return points, made, drawn
        if last:
            continue
        bar = bars[count]
        if mood < errs:
            bar = (bar + TWO) // THREE if mood < errs >> ONE else THREE * bar
        if points >= bar:
            return points, made, drawn
    return UNENDING, made, drawn
