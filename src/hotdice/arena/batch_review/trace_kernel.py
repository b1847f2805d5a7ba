"""The turns of compiled games, reconstructed from their traces; compiled.

A trace has the keep of every roll, and the ends of turns. The rolls themselves follow from the
seed, so the other possible keeps are known too.
"""

import numpy as np

from hotdice.arena.engine.game_kernel import END_OF_TURN, first_counter
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.situations import describe_situation
from hotdice.arena.engine.turn_kernels import (
    DICE_MASK,
    FARKLE,
    ONE,
    POINTS_SHIFT,
    ZERO,
    look_up,
)
from hotdice.rules.meaning import (
    NOBODY,
    after_farkle,
    gained,
    has_won,
    leader,
    next_player,
    who_began,
)
from hotdice.solver.kernels.compiled import njit

GAME, SEAT, FIRST_ROLL, OWN, OTHER, SITUATION = range(6)  # columns of `turns`


@njit(cache=True, nogil=True)
def read_turns(rules, rolls, lowest, seed_key, games, trace, turns, classes, kept, results):
    """The turns of games of two players, whose traces come one after the other.

    A row of `turns` has the number of the game among these, the seat, its first roll, the totals
    of the mover and the other, and the situation as `describe_situation` writes it. The class of
    each roll is in `classes` and its keep in `kept`; `results` is by game and seat.
    """
    dice, step, codes, places = rolls.dice, rolls.step, rolls.classes, rolls.places
    sides = rolls.sides
    seats = np.uint64(2)
    totals = np.zeros(seats, np.int64)
    in_a_row = np.zeros(seats, np.uint64)
    begun = np.zeros(seats, np.int64)
    situation = np.zeros(2 * seats + ONE, np.int64)
    item, roll, turn = 1, 0, 0
    for game in range(len(games)):
        key = number(number(seed_key, np.uint64(games[game])), ZERO)
        totals[:] = 0
        in_a_row[:] = ZERO
        begun[:] = 0
        seat, starter = ZERO, NOBODY
        while np.int64(seat) != starter:
            describe_situation(lowest, totals, in_a_row, seat, starter, situation)
            row = turns[turn]
            row[GAME], row[SEAT], row[FIRST_ROLL] = game, seat, roll
            row[OWN], row[OTHER] = totals[seat], totals[ONE - seat]
            row[SITUATION:] = situation
            turn += 1
            counter = first_counter(seat, begun[seat])
            begun[seat] += 1
            points, count = ZERO, dice
            while trace[item] != END_OF_TURN:
                taken = trace[item]
                classes[roll] = look_up(codes, places, sides, number(key, counter), count)
                kept[roll] = taken
                points = points + (taken >> POINTS_SHIFT) if taken else FARKLE
                count = taken & DICE_MASK
                counter += ONE
                item += 1
                roll += 1
            item += 1
            seat, starter = end_turn(rules.terms, step, totals, in_a_row, seat, starter, points)
        share(rules.terms, totals, starter, results[game])


@njit(cache=True, nogil=True)
def end_turn(terms, step, totals, in_a_row, seat, starter, points):
    """Total and count of farkles after a turn; whose turn is next, and who began the end."""
    total = totals[seat]
    if points == FARKLE:
        total, count = after_farkle(terms, total, np.int64(in_a_row[seat]))
        in_a_row[seat] = np.uint64(count)
    else:
        total += gained(terms, total, np.int64(points) * step)  # nothing is given or offered here
        in_a_row[seat] = ZERO
        starter = who_began(terms, starter, np.int64(seat), total)
    totals[seat] = total
    return np.uint64(next_player(terms, len(totals), np.int64(seat), starter)), starter


@njit(cache=True, nogil=True)
def share(terms, totals, starter, result):
    """Each of two players' share of the win."""
    first = leader(totals, starter)
    for seat in range(2):
        result[seat] = 1.0 if has_won(terms, totals, first, seat) else 0.0
    if result[0] == result[1]:
        result[:] = 0.5
