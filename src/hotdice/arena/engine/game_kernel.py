"""Whole games, compiled: the same that `State` plays, from the same seed, move for move."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hotdice.arena.engine.decision_kernels import MAY, MUST
from hotdice.arena.engine.endless import MOST_TURNS
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.situations import describe, place_of
from hotdice.arena.engine.turn_kernels import (
    FARKLE,
    ONE,
    UNENDING,
    ZERO,
    human_turn,
    note,
    planned_turn,
    random_turn,
    simple_turn,
)
from hotdice.arena.match.bins import BINS
from hotdice.arena.match.counts import FARKLES, FIGURES, POINTS, ROLLS, TURNS

Ints = NDArray[np.int64]
Counts = NDArray[np.uint64]

SIMPLE, SENSIBLE, PLANNED, BOOK, RANDOM, HUMAN = range(6)  # kinds of players
NEVER = np.uint64(1 << 40)  # steps that nobody gathers
END_OF_TURN = np.uint64((1 << 64) - 1)
DONE, ENDLESS = 0, 1


class Frame(NamedTuple):
    """The rules of a game apart from its rolls, as numbers.

    Arrays are by whether one is on the board: the least points, in steps, that are recorded, and
    those from which on banking is allowed, before and after hot dice.
    """

    target: int
    immediate: bool
    shared: bool
    keeps_by_itself: bool
    hot: int
    farkles: np.uint64
    loss: int
    floor: int
    least: Counts
    may: Counts
    lowest: int
    bin_lowest: int
    bin_width: int


class Players(NamedTuple):
    """Who plays, by seat: the kind, the points that are enough, the part of errors.

    `begin` and `top` are plans for those off the board and on it, by count of farkles; `bars` has
    points to bank from by count of farkles and number of dice.
    """

    kinds: Ints
    points: Counts
    errs: Counts
    begin: Counts
    top: Counts
    bars: Counts


@njit(cache=True, nogil=True)
def play_games(frame, rolls, players, plans, book, seed_key, games, counts, missing, trace):
    """Play these games; `counts` is that of `Counts.table`.

    A game that comes to a situation for which the book has no plan is left out, and stands in
    `missing` with it. Returns how many these are, and 0, or 1 and the game that did not end.
    """
    dice, step, codes, takes, places, keep_at, keeps, taken, kept, _ = rolls
    rows, levels = plans
    kinds, enough, errs, begin, top, bars = players
    table, situations, book_begin, book_top = book
    target, hot, loss = frame.target, frame.hot, frame.loss
    all_least, all_may = frame.least, frame.may
    seats = np.uint64(len(kinds))
    totals = np.zeros(seats, np.int64)
    turns = np.zeros(seats, np.int64)
    made = np.zeros(seats, np.int64)
    farkled = np.zeros(seats, np.int64)
    in_a_row = np.zeros(seats, np.uint64)
    drawn = np.zeros(seats, np.uint64)
    wanted = np.zeros(2 * seats + ONE, np.int64)
    left_out = 0
    for game in games:
        game_key = number(seed_key, np.uint64(game))
        key = number(game_key, ZERO)
        for who in range(seats):
            totals[who] = turns[who] = made[who] = farkled[who] = 0
            in_a_row[who] = drawn[who] = ZERO
        seat, starter, known = ZERO, seats, True
        counter = throw(seat, 0)
        fraction = number(key, counter)
        while seat != starter:
            if turns[seat] == MOST_TURNS:
                return left_out, ENDLESS, game
            turns[seat] += 1
            after = seat + ONE if seat + ONE < seats else ZERO
            next_counter = throw(after, turns[after])
            ahead = number(key, next_counter)  # while this turn goes on
            total = totals[seat]
            on_board = ONE if total > 0 else ZERO
            kind = kinds[seat]
            if kind <= SENSIBLE:
                bar = enough[seat]
                if kind == SENSIBLE:
                    sure = needed(totals, total, starter < seats, target, step)
                    bar = max(sure if starter < seats else min(bar, sure), all_least[on_board])
                bar = max(bar, all_may[on_board])
                hot_bar = bar if hot == MAY else (NEVER if hot == MUST else ZERO)
                points, rolled = simple_turn(
                    takes, places, dice, key, counter, fraction, bar, hot_bar, trace
                )
            elif kind <= BOOK:
                if kind == PLANNED:
                    at = on_board * frame.farkles + in_a_row[seat]
                    from_level, to_level = begin[at], top[at]
                else:
                    describe(frame.lowest, totals, in_a_row, seat, starter, wanted)
                    page = table[place_of(table, situations, wanted)]
                    if page < 0:
                        missing[left_out, 0] = game
                        for at in range(len(wanted)):  # compiled sooner than a whole row
                            missing[left_out, 1 + at] = wanted[at]
                        left_out += 1
                        known = False
                        break
                    from_level, to_level = book_begin[page], book_top[page]
                points, rolled = planned_turn(
                    codes, places, kept, dice, rows, levels, from_level, to_level, key, counter,
                    fraction, trace,
                )  # fmt: skip
            else:
                own_key = number(game_key, seat + ONE)
                may = all_may[on_board]
                hot_may = may if hot == MAY else (NEVER if hot == MUST else ZERO)
                if kind == RANDOM:
                    points, rolled, drawn[seat] = random_turn(
                        codes, places, keep_at, keeps, dice, frame.keeps_by_itself, may, hot_may,
                        key, counter, fraction, own_key, drawn[seat], trace,
                    )  # fmt: skip
                else:
                    at = on_board * frame.farkles + in_a_row[seat]
                    sure = needed(totals, total, starter < seats, target, step)
                    points, rolled, drawn[seat] = human_turn(
                        codes, places, kept, taken, dice, rows, levels, begin[at], top[at],
                        bars[in_a_row[seat]], errs[seat], frame.keeps_by_itself,
                        all_least[on_board], may, hot_may, sure, starter < seats, key, counter,
                        fraction, own_key, drawn[seat], trace,
                    )  # fmt: skip
            if trace is not None:
                note(trace, END_OF_TURN)
            if points == UNENDING:
                return left_out, ENDLESS, game
            made[seat] += rolled
            if points == FARKLE:
                farkled[seat] += 1
                if loss:
                    in_a_row[seat] += ONE
                    if in_a_row[seat] == frame.farkles:
                        in_a_row[seat] = ZERO
                        totals[seat] = max(total - loss, min(total, frame.floor))
            else:
                in_a_row[seat] = ZERO
                if points >= all_least[on_board]:
                    total += np.int64(points) * step
                    totals[seat] = total
                    if total >= target and starter == seats:
                        starter = seat
                        if frame.immediate:
                            break
            seat, counter, fraction = after, next_counter, ahead
        if known:
            count_game(frame, totals, turns, made, farkled, starter, counts)
    return left_out, DONE, 0


@njit(cache=True, nogil=True)
def highest(totals):
    """The highest total."""
    found = totals[0]
    for total in totals:
        found = max(found, total)
    return found


@njit(cache=True, nogil=True)
def needed(totals, total, last, target, step):
    """The points that win, or in a last round lead: steps from here."""
    if last:
        return np.uint64((highest(totals) - total) // step + 1)
    return np.uint64(-((total - target) // step))


@njit(cache=True, nogil=True)
def throw(seat, turn):
    """The counter of the first roll of a turn."""
    return seat << np.uint64(56) | np.uint64(turn) << np.uint64(24)


@njit(cache=True, nogil=True)
def count_game(frame, totals, turns, made, farkled, starter, counts):
    """Add a finished game to the counts."""
    seats = len(totals)
    best = highest(totals)
    winners = 0
    for seat in range(seats):
        counts[seat, TURNS] += turns[seat]
        counts[seat, ROLLS] += made[seat]
        counts[seat, FARKLES] += farkled[seat]
        counts[seat, POINTS] += totals[seat]
        winners += totals[seat] == best
        place = (totals[seat] - frame.bin_lowest) // frame.bin_width
        counts[seat, FIGURES + seats + max(0, min(BINS - 1, place))] += 1
    if frame.shared:
        for seat in range(seats):
            if totals[seat] == best:
                counts[seat, FIGURES + winners - 1] += 1
        return
    first = np.int64(starter)
    while totals[first] != best:
        first = (first + 1) % seats
    counts[first, FIGURES] += 1
