"""Decisions at every level of `LANES` turns side by side, compiled.

When to bank is one bit for each number of dice left, with hot dice at bit 0. What to keep is the
result of comparing each keep with the best of those before it, in rising order of points. Rolls
whose keeps begin alike share comparisons; each class of rolls has one that is its last.
"""

import numpy as np

from hotdice.arena.engine.generator import mix
from hotdice.rules.meaning import hot_dice_bank, hot_dice_roll
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.intrinsics import row_compare
from hotdice.solver.kernels.lanes import LANES

BANK_BITS = 10  # the low bits of a level, one for each number of dice; its row is above them
HASH_FACTOR = np.uint64(0x100000001B3)  # the prime of the FNV hash
PICK_BITS = 16
PICKS_A_WORD = 64 // PICK_BITS  # picks are compared in words of 64 bits
WORDS = LANES // PICKS_A_WORD  # that hold the picks of all lanes
PICK_SHIFT = np.uint64(PICK_BITS)
LAST_PICK_SHIFT = np.uint64(64 - PICK_BITS)
PICK_MASK = np.uint64((1 << PICK_BITS) - 1)


@njit(cache=True, nogil=True)
def decide(turns, comparisons, rule, best, banks, picks):
    """The decisions by level, up to the last of `turns.stops`.

    `banks` and `picks` are those of `Decisions`; `best` is scratch space for the values of all
    comparisons and lanes and one more. Banking comes before rolling.
    """
    values, base, stops = turns
    previous, offsets, keeps, width = comparisons
    terms, same = rule
    dice = terms.dice
    lanes, levels = stops.shape
    best[len(previous) * LANES :] = -np.inf
    for u in range(levels):
        here = base + u * width * LANES
        for lane in range(lanes):
            bits = 0
            for left in range(dice):
                if stops[lane, u] > values[here + left * LANES + lane] - same:
                    bits |= 1 << left
            banks[lane, u] = with_hot_dice(bits, terms)
        row = picks[u]
        for k in range(len(previous)):
            at = here + offsets[k] * LANES
            row_compare(values, best, row, k * LANES, previous[k] * LANES, at, keeps[k], same)


@njit(cache=True, nogil=True)
def with_hot_dice(bits, terms):
    """When to bank, adjusted for hot dice: they may be banked, must be rolled, or end the turn."""
    if hot_dice_roll(terms):
        return bits & ~1
    return bits | 1 if hot_dice_bank(terms) else bits


@njit(cache=True, nogil=True)
def number_rows(table, rows, known, picks, words, out):
    """Number the picks of each lane and level, adding them to `rows` if they are new.

    `table` has numbers of rows by their hash, -1 where there is none; there must be room in both.
    `words` are the same picks, four lanes in each number. Most picks are those of the level below
    or of the lane before, which shows in a few words. Returns how many rows are known now.
    """
    lanes, levels = out.shape
    comparisons = rows.shape[1]
    below = np.empty(WORDS, np.uint64)
    beside = np.empty(WORDS, np.uint64)
    for u in range(levels):
        differences(words, u, comparisons, below, beside)
        for lane in range(lanes):
            shift = np.uint64(lane % PICKS_A_WORD * PICK_BITS)
            if u > 0 and not below[lane // PICKS_A_WORD] >> shift & PICK_MASK:
                out[lane, u] = out[lane, u - 1]
                continue
            if lane > 0 and not beside[lane // PICKS_A_WORD] >> shift & PICK_MASK:
                out[lane, u] = out[lane - 1, u]
                continue
            spot = spot_of(table, picks[u, lane::LANES][:comparisons])
            while table[spot] >= 0 and not equal(rows[table[spot]], picks[u], lane):
                spot = (spot + 1) & (len(table) - 1)
            if table[spot] < 0:
                table[spot] = known
                for k in range(comparisons):
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
    """The slot of a table where the search for some picks begins."""
    mixed = np.uint64(0)
    for pick in picks:
        mixed = mixed * HASH_FACTOR + np.uint64(pick)
    return np.int64(mix(mixed) & np.uint64(len(table) - 1))


@njit(cache=True, nogil=True)
def differences(words, u, comparisons, below, beside):
    """Where the picks of a level differ from those below, and from those of the lane before."""
    before = max(u - 1, 0)
    for word in range(WORDS):
        one = other = np.uint64(0)
        for k in range(comparisons):
            at = k * WORDS + word
            here = words[u, at]
            one |= here ^ words[before, at]
            carried = words[u, at - 1] >> LAST_PICK_SHIFT if word else np.uint64(0)
            other |= here ^ (here << PICK_SHIFT | carried)
        below[word], beside[word] = one, other


@njit(cache=True, nogil=True)
def equal(row, picks, lane):
    """Whether these are the picks of a lane."""
    for k in range(len(row)):
        if row[k] != picks[k * LANES + lane]:
            return False
    return True
