"""What bots decide in a turn under any options, compiled: to take over, what to keep, to bank.

What a game itself says about banking is compiled from `bots.banking`. Everything is inlined by
LLVM: beside a call, arrays would have their references counted, which costs much more.
"""

import numpy as np
from numba.extending import register_jitable

from hotdice.arena.engine.layout import HUMAN, MAX_POINTS, NEVER, OPTIMAL, RANDOM, THRESHOLD
from hotdice.arena.engine.roll_tables import UNCONFIRMED
from hotdice.arena.engine.turn_kernels import DICE_MASK, HALF, ONE, POINTS_SHIFT, ZERO
from hotdice.bots.banking import BANK_NOW, OPEN, at_target, end_of_game
from hotdice.rules.meaning import exact_target, keep_banks
from hotdice.solver.kernels.compiled import njit

UNCONFIRMED_BIT = np.uint64(UNCONFIRMED)
POINTS_MASK = np.uint64(UNCONFIRMED - 1)
MOST_POINTS, MOST_DICE, MOST_WORTH = range(3)  # what a keep is chosen for

for function in (at_target, end_of_game):
    register_jitable(forceinline=True)(function)


@njit(cache=True, nogil=True, forceinline=True)
def wants_take(rolls, levels, house, bot, standing, mood):
    """Whether a bot takes over what the player before has banked."""
    points, dice = standing.offer
    if bot.kind == RANDOM:
        return mood >= HALF
    if bot.kind == OPTIMAL:
        left = dice if dice < rolls.dice else ZERO
        takes = levels[bot.begin + bot.top + ONE + np.uint64(points // rolls.step)]
        return np.uint64(takes) >> left & ONE == ONE
    if bot.kind == HUMAN and mood < bot.errors:
        return mood >= bot.errors >> ONE
    return points >= house.least_offers[standing.seat, bot.at, dice]


@njit(cache=True, nogil=True, forceinline=True)
def best_within(terms, rolls, house, bot, standing, planned, begin, end, points):
    """The keep where the target must not be passed, or where one keep ends the turn.

    It is the first of the best keeps that do not pass the target, or of all if every keep does.
    Whoever has a plan keeps what is worth most in the turn, others most dice.
    """
    wanted = MOST_WORTH if planned else MOST_DICE
    if standing.last_round and keep_banks(terms) and (planned or bot.kind != HUMAN):
        wanted = MOST_POINTS
    room = terms.target - standing.totals[standing.seat] - points
    least = points_of(rolls.keeps[end - ONE], rolls.step)
    if not exact_target(terms) or least > room:
        room = points_of(rolls.keeps[begin], rolls.step)
    best = -np.inf
    for at in range(begin, end):
        if points_of(rolls.keeps[at], rolls.step) <= room:
            best = max(best, merit(rolls, house, bot, rolls.keeps[at], points, wanted))
    for at in range(begin, end):
        kept = rolls.keeps[at]
        enough = merit(rolls, house, bot, kept, points, wanted) > best - house.same
        if enough and points_of(kept, rolls.step) <= room:
            return kept
    return rolls.keeps[begin]


@njit(cache=True, nogil=True, forceinline=True)
def merit(rolls, house, bot, kept, points, wanted):
    """How good a keep is for what is wanted; keeps with more points come first anyway."""
    dice = kept & DICE_MASK
    left = np.int64(dice) if dice < rolls.dice else 0
    if wanted == MOST_POINTS:
        return 0.0
    if wanted == MOST_DICE:
        return -float(left)
    now = min(points // rolls.step, np.int64(bot.top))
    slot = left + (np.int64(rolls.dice) if kept & UNCONFIRMED_BIT else 0)
    return house.worth[bot.at, now + points_of(kept, 1), slot]


@njit(cache=True, nogil=True, inline="always")
def points_of(kept, step):
    """The points of a keep."""
    return np.int64((kept & POINTS_MASK) >> POINTS_SHIFT) * step


@njit(cache=True, nogil=True, inline="always")
def wants_bank(terms, levels, bot, standing, totals, points, left, bank_from, step, mood):
    """Whether a bot banks where it may; `bank_from` is in steps."""
    if bot.kind == RANDOM:
        return mood >= HALF
    seat = standing.seat
    if bot.kind != OPTIMAL:
        if bot.kind == THRESHOLD or bot.kind == MAX_POINTS:
            says = OPEN
            if exact_target(terms):  # a call that would cost more than the rest
                says = at_target(terms, totals, seat, points)
        else:
            last_round, finished = standing.last_round, standing.finished
            says = end_of_game(terms, totals, seat, points, last_round, finished, 0)
        if says != OPEN:
            return says == BANK_NOW
    if bot.kind == MAX_POINTS or bot.kind == OPTIMAL:
        return level(levels, bot, points // step) >> left & ONE == ONE
    if bot.kind != HUMAN:
        return points >= np.int64(bot.enough) * step
    if bank_from == NEVER:
        return False
    right = np.int64(bank_from) * step
    if mood >= bot.errors:
        return points >= right
    afraid = mood < bot.errors >> ONE
    return 3 * points >= right if afraid else points >= 3 * right


@njit(cache=True, nogil=True, forceinline=True)
def level(levels, bot, steps):
    """What the plan of a bot says at so many turn points."""
    return np.uint64(levels[bot.begin + min(np.uint64(steps), bot.top)])
