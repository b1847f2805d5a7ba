"""Situations at the start of a turn, as a few numbers, and the hash table that finds their plans.

Compiled, and used once in every turn of best play.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.generator import mix
from hotdice.rules.meaning import NOBODY
from hotdice.solver.kernels.compiled import njit

Ints = NDArray[np.int64]

HASH_FACTOR = np.uint64(31)  # odd, so that multiplying loses nothing of the numbers before


class PlanIndex(NamedTuple):
    """The plans of situations as compiled play finds them.

    `table` has the numbers of situations by their hash, -1 where there is none, open addressing;
    the other arrays are by number: the situation, where its plan begins and its highest level.
    """

    table: Ints
    situations: Ints
    begin: NDArray[np.uint64]
    top: NDArray[np.uint64]


@njit(cache=True, nogil=True)
def describe_situation(lowest, totals, in_a_row, seat, starter, found):
    """Totals and counts of farkles from the mover on, and who began the last round.

    In the last turn of two players only the points needed matter, and whether one is on the board.
    """
    seats = len(totals)
    last_round = starter != NOBODY
    found[:] = 0
    if last_round and seats == 2:
        found[0] = totals[seat] > 0
        found[1] = totals[starter] - totals[seat]
        found[4] = 1
        return
    for at in range(seats):
        who = (np.int64(seat) + at) % seats
        found[at] = totals[who] if last_round else max(totals[who], lowest)
        found[seats + at] = in_a_row[who]
    if last_round:
        found[2 * seats] = (starter - np.int64(seat)) % seats


@njit(cache=True, nogil=True)
def describe_house_situation(
    terms, lowest, totals, in_a_row, seat, starter, finished, stretch, found
):
    """The same under options, with the last stretch of levels that the turn points come to.

    Who moves and how many rounds are over stay 0 where they change nothing.
    """
    seats = len(totals)
    for at in range(seats):
        who = (seat + at) % seats
        found[at] = max(totals[who], lowest)
        found[seats + at] = in_a_row[who]
    found[2 * seats] = 0 if starter == NOBODY else (starter - seat) % seats
    found[2 * seats + 1] = seat if terms.equal_turns > 0 or terms.rounds > 0 else 0
    found[2 * seats + 2] = finished if terms.rounds > 0 else 0
    found[2 * seats + 3] = stretch


@njit(cache=True, nogil=True)
def find_slot(table, situations, wanted):
    """The slot of the table where a situation is, or would be inserted."""
    mixed = np.uint64(0)
    for number in wanted:
        mixed = mix(mixed * HASH_FACTOR + np.uint64(number))
    slot = np.int64(mixed & np.uint64(len(table) - 1))
    while table[slot] >= 0:
        same = True
        for at in range(len(wanted)):
            if situations[table[slot], at] != wanted[at]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & (len(table) - 1)
    return slot


@njit(cache=True, nogil=True)
def insert(table, situations, first, end):
    """Insert the situations from `first` to below `end` into a table that has none of them."""
    for at in range(first, end):
        table[find_slot(table, situations, situations[at])] = at
