"""The turns of compiled games, read back from what was kept in them; compiled.

A trace has what every roll led to, and the ends of turns. The rolls themselves follow from the
seed, so that what could have been kept is known too.
"""

import numpy as np
from numba import njit

from hotdice.arena.engine.game_kernel import END_OF_TURN, first_counter
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.situations import describe_situation
from hotdice.arena.engine.turn_kernels import DICE_MASK, ONE, POINTS_SHIFT, ZERO, look_up

GAME, SEAT, FIRST, OWN, OTHER, SITUATION = range(6)  # columns of `turns`


@njit(cache=True, nogil=True)
def read_turns(rules, rolls, lowest, seed_key, games, trace, turns, classes, kept, results):
    """The turns of games of two players, whose traces stand one after the other.

    A row of `turns` has the number of the game among these, the seat, its first roll, the totals
    of the mover and the other, and the situation as `describe_situation` tells it. The class of
    each roll stands in `classes` and what was kept of it in `kept`; `results` is by game and seat.
    """
    dice, step, codes, places = rolls.dice, rolls.step, rolls.classes, rolls.places
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
        seat, starter = ZERO, seats
        while seat != starter:
            describe_situation(lowest, totals, in_a_row, seat, starter, situation)
            row = turns[turn]
            row[GAME], row[SEAT], row[FIRST] = game, seat, roll
            row[OWN], row[OTHER] = totals[seat], totals[ONE - seat]
            row[SITUATION:] = situation
            turn += 1
            counter = first_counter(seat, begun[seat])
            begun[seat] += 1
            points, count, farkled = ZERO, dice, False
            while trace[item] != END_OF_TURN:
                taken = trace[item]
                classes[roll] = look_up(codes, places, number(key, counter), count)
                kept[roll] = taken
                points += taken >> POINTS_SHIFT
                count = taken & DICE_MASK
                farkled = taken == ZERO
                counter += ONE
                item += 1
                roll += 1
            item += 1
            end_turn(rules, step, totals, in_a_row, seat, points, farkled)
            if totals[seat] >= rules.target and starter == seats:
                starter = seat
                if rules.immediate:
                    break
            seat = ONE - seat
        share(rules, totals, starter, results[game])


@njit(cache=True, nogil=True)
def end_turn(rules, step, totals, in_a_row, seat, points, farkled):
    """Totals and counts of farkles after a turn."""
    total = totals[seat]
    if not farkled:
        in_a_row[seat] = ZERO
        if points >= rules.least[ONE if total > 0 else ZERO]:
            totals[seat] = total + np.int64(points) * step
    elif rules.penalty_points:
        in_a_row[seat] += ONE
        if in_a_row[seat] == rules.penalty_farkles:
            in_a_row[seat] = ZERO
            totals[seat] = max(total - rules.penalty_points, min(total, rules.floor))


@njit(cache=True, nogil=True)
def share(rules, totals, starter, result):
    """What each of two has of the win."""
    result[:] = 0.0
    if totals[0] != totals[1]:
        result[0 if totals[0] > totals[1] else 1] = 1.0
    elif rules.shared_ties:
        result[:] = 0.5
    else:
        result[starter] = 1.0
