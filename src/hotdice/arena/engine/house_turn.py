"""One turn of any bot under any options, compiled: every roll, and every decision in between.

Every decision has a random number of its own, also where the bot does not need it.
"""

import numpy as np

from hotdice.arena.engine.endless import MOST_ROLLS
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.house_decisions import (
    UNCONFIRMED_BIT,
    best_within,
    level,
    points_of,
    wants_bank,
    wants_take,
)
from hotdice.arena.engine.layout import HUMAN, MAX_POINTS, OPTIMAL, RANDOM
from hotdice.arena.engine.roll_tables import LOSES_TOTAL, THROWN_AGAIN, WINS
from hotdice.arena.engine.turn_kernels import DICE_MASK, ONE, ROW_SHIFT, ZERO, look_up, note
from hotdice.rules.meaning import (
    ALLOWED,
    bank_refused,
    exact_target,
    hot_dice_bank,
    keep_banks,
)
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.intrinsics import high_product

BANKED, FARKLED, LOST_TOTAL, WON, NOT_OVER, NOT_PLANNED = range(6)  # how a turn ends
TAKEN_OVER = np.uint64((1 << 64) - 2)  # in a trace


@njit(cache=True, nogil=True, forceinline=True)
def house_turn(terms, rolls, plans, house, bank_from, bot, standing, key, counter, drawn, trace):
    """Play one turn, whose rolls begin at this counter of the stream with this key.

    Returns how it ends, its points, how many dice a bank leaves, how many rolls were made, and how
    many numbers are drawn from the bot's own stream. `NOT_PLANNED` are points that the plan of best
    play does not reach.
    """
    (
        most_dice, step, classes, _, places, sides, keep_at, keeps, all_of_class, without_keeps,
        distinct_keeps, _,
    ) = rolls  # fmt: skip
    rows, levels = plans
    totals = standing.totals
    total = totals[standing.seat]
    reached = np.int64(bot.top) * step if bot.kind == OPTIMAL else np.int64(1 << 60)
    by_plan = bot.kind == MAX_POINTS or bot.kind == OPTIMAL
    ends_turn = standing.last_round and keep_banks(terms)
    bounded = bot.kind != OPTIMAL and (ends_turn or exact_target(terms))
    points, dice, made = np.int64(0), most_dice, 0
    thrown_again = False
    mood = number(bot.key, drawn)
    drawn += ONE
    if standing.offer.points > reached:
        return NOT_PLANNED, standing.offer.points, dice, made, drawn
    if standing.offer.points > 0 and wants_take(rolls, levels, house, bot, standing, mood):
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
            planned = by_plan or (bot.kind == HUMAN and mood >= bot.errors)
            if bot.kind == RANDOM:
                kept = keeps[begin + high_product(mood, end - begin)]
            elif bounded:
                kept = best_within(terms, rolls, house, bot, standing, planned, begin, end, points)
            elif planned:
                row = level(levels, bot, points // step) >> ROW_SHIFT
                kept = distinct_keeps[rows[row, roll]]
            else:
                kept = all_of_class[roll]
        if trace is not None:
            note(trace, kept)
        points += points_of(kept, step)
        dice = kept & DICE_MASK
        if hot_dice_bank(terms) and dice == most_dice:
            return BANKED, points, dice, made, drawn
        if ends_turn:
            return BANKED, points, dice, made, drawn
        mood = number(bot.key, drawn)
        drawn += ONE
        if points > reached:
            return NOT_PLANNED, points, dice, made, drawn
        if kept & UNCONFIRMED_BIT:
            continue
        if bank_refused(terms, total, points, np.int64(dice)) != ALLOWED:
            continue
        left = dice if dice < most_dice else ZERO
        bar = bank_from[bot.farkles, dice]
        if wants_bank(terms, levels, bot, standing, totals, points, left, bar, step, mood):
            return BANKED, points, dice, made, drawn
    return NOT_OVER, points, dice, made, drawn


@njit(cache=True, nogil=True)
def without_keep(does):
    """How a turn ends by a roll without keeps."""
    if does == WINS:
        return WON
    return LOST_TOTAL if does == LOSES_TOTAL else FARKLED
