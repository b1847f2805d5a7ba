"""One turn of any bot under any options, compiled: every roll, and every decision in between.

Every decision has a random number of its own, also where the bot does not need it.
"""

import numpy as np

from hotdice.arena.engine.endless import MOST_ROLLS
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.layout import HUMAN, MAX_POINTS, NEVER, RANDOM, SENSIBLE, THRESHOLD
from hotdice.arena.engine.roll_tables import LOSES_TOTAL, THROWN_AGAIN, UNCONFIRMED, WINS
from hotdice.arena.engine.turn_kernels import (
    DICE_MASK,
    HALF,
    ONE,
    POINTS_SHIFT,
    ROW_SHIFT,
    ZERO,
    look_up,
    note,
)
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.intrinsics import high_product
from hotdice.solver.kernels.meaning import (
    ALLOWED,
    bank_refused,
    begins_end,
    gained,
    hot_dice_bank,
    keep_banks,
)

BANKED, FARKLED, LOST_TOTAL, WON, NOT_OVER = range(5)  # how a turn ends
TAKEN_OVER = np.uint64((1 << 64) - 2)  # in a trace
UNCONFIRMED_BIT = np.uint64(UNCONFIRMED)
POINTS_MASK = np.uint64(UNCONFIRMED - 1)


@njit(cache=True, nogil=True)
def house_turn(terms, rolls, plans, bank_from, bot, standing, key, counter, drawn, trace):
    """Play one turn, whose rolls begin at this counter of the stream with this key.

    Returns how it ends, its points, how many dice a bank leaves, how many rolls were made, and how
    many numbers are drawn from the bot's own stream.
    """
    (
        most_dice, step, classes, _, places, sides, keep_at, keeps, all_of_class, without_keeps,
        distinct_keeps, _,
    ) = rolls  # fmt: skip
    rows, levels = plans
    points, dice, made = np.int64(0), most_dice, 0
    thrown_again = False
    mood = number(bot.key, drawn)
    drawn += ONE
    if standing.offer.points > 0 and wants_take(bot, mood):
        points, dice = standing.offer.points, standing.offer.dice
        drawn += ONE  # for the roll, as nothing else is legal
        if trace is not None:
            note(trace, TAKEN_OVER)
    while made < MOST_ROLLS:
        roll = np.uint64(look_up(classes, places, sides, number(key, counter), dice))
        counter += ONE
        made += 1
        begin, end = keep_at[roll], keep_at[roll + ONE]
        if begin == end:
            if trace is not None:
                note(trace, ZERO)
            does = without_keeps[roll]
            if does == THROWN_AGAIN and points == 0 and not thrown_again:
                thrown_again = True
                drawn += ONE  # for the roll
                continue
            return without_keep(does), points, dice, made, drawn
        kept = keeps[begin]
        if not terms.keep_all:
            mood = number(bot.key, drawn)
            drawn += ONE
            if bot.kind == RANDOM:
                kept = keeps[begin + high_product(mood, end - begin)]
            elif bot.kind == MAX_POINTS or (bot.kind == HUMAN and mood >= bot.errors):
                row = level(levels, bot, points // step) >> ROW_SHIFT
                kept = distinct_keeps[rows[row, roll]]
            else:
                kept = all_of_class[roll]
        if trace is not None:
            note(trace, kept)
        points += np.int64((kept & POINTS_MASK) >> POINTS_SHIFT) * step
        dice = kept & DICE_MASK
        if hot_dice_bank(terms) and dice == most_dice:
            return BANKED, points, dice, made, drawn
        if standing.last_round and keep_banks(terms):
            return BANKED, points, dice, made, drawn
        mood = number(bot.key, drawn)
        drawn += ONE
        if kept & UNCONFIRMED_BIT:
            continue
        if bank_refused(terms, standing.total, points, np.int64(dice)) != ALLOWED:
            continue
        if bot.kind == MAX_POINTS:
            left = dice if dice < most_dice else ZERO
            banks = level(levels, bot, points // step) >> left & ONE == ONE
        else:
            gain = gained(terms, standing.total, points)
            banks = wants_bank(
                terms, bot, standing, gain, points, bank_from[bot.farkles, dice], step, mood
            )
        if banks:
            return BANKED, points, dice, made, drawn
    return NOT_OVER, points, dice, made, drawn


@njit(cache=True, nogil=True)
def without_keep(does):
    """How a turn ends by a roll without keeps."""
    if does == WINS:
        return WON
    return LOST_TOTAL if does == LOSES_TOTAL else FARKLED


@njit(cache=True, nogil=True, inline="always")
def wants_take(bot, mood):
    """Whether a bot takes over what the player before has banked: only at random."""
    return bot.kind == RANDOM and mood >= HALF


@njit(cache=True, nogil=True, inline="always")
def wants_bank(terms, bot, standing, gain, points, bank_from, step, mood):
    """Whether a bot that follows no plan banks where it may; `bank_from` is in steps."""
    if bot.kind == RANDOM:
        return mood >= HALF
    if bot.kind == THRESHOLD:
        return points >= np.int64(bot.enough) * step
    if gain == 0:
        return False
    if standing.last_round:
        return standing.total + gain > standing.highest
    if begins_end(terms, standing.total + gain):
        return True
    if bot.kind == SENSIBLE:
        return points >= np.int64(bot.enough) * step
    right = np.int64(bank_from) * step
    if bank_from == NEVER:
        return False
    if mood >= bot.errors:
        return points >= right
    afraid = mood < bot.errors >> ONE
    return 3 * points >= right if afraid else points >= 3 * right


@njit(cache=True, nogil=True)
def level(levels, bot, steps):
    """What the plan of a bot says at so many turn points."""
    return np.uint64(levels[bot.begin + min(np.uint64(steps), bot.top)])
