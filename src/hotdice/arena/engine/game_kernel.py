"""Whole games, compiled: move for move the same as through `State` with the same seed."""

import numpy as np

from hotdice.arena.engine.endless import MOST_TURNS
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.layout import (
    AT_ONCE,
    MAX_POINTS,
    NEVER,
    OPTIMAL,
    RANDOM,
    SENSIBLE,
    BankLimits,
    BotStream,
    DiceStream,
    HumanAims,
    KeepTables,
    PlanRange,
    RollLookup,
)
from hotdice.arena.engine.situations import describe_situation, find_slot
from hotdice.arena.engine.turn_kernels import (
    ENDLESS_TURN,
    FARKLE,
    ONE,
    ZERO,
    human_turn,
    note,
    planned_turn,
    random_turn,
    threshold_turn,
)
from hotdice.arena.match.bins import BINS
from hotdice.arena.match.counts import FARKLES, FIGURES, POINTS, ROLLS, TURNS
from hotdice.rules.meaning import (
    NOBODY,
    after_farkle,
    begins_end,
    gained,
    has_won,
    hot_dice_bank,
    hot_dice_roll,
    leader,
    on_board,
)
from hotdice.solver.kernels.compiled import njit

END_OF_TURN = np.uint64((1 << 64) - 1)  # in a trace
DONE, ENDLESS = 0, 1
SEAT_SHIFT, TURN_SHIFT = np.uint64(56), np.uint64(24)  # of the counters of `SeededDice`


@njit(cache=True, nogil=True)
def play_games(tables, plans, index, seed_key, games, counts, missing, trace):
    """Play these games; `counts` is that of `Counts.table`.

    A game that comes to a situation without a plan is left out, and entered in `missing` with the
    situation. Returns how many these are, and `DONE`, or `ENDLESS` and the game that did not end.
    """
    rules, rolls, bots = tables
    terms, dice, step = rules.terms, rolls.dice, rolls.step
    take_all = RollLookup(rolls.take_all, rolls.places, rolls.sides, dice)
    classes = RollLookup(rolls.classes, rolls.places, rolls.sides, dice)
    keeps = KeepTables(
        terms.keep_all, rolls.keep_at, rolls.keeps, rolls.all_of_class, rolls.distinct_keeps
    )
    kinds, enough, errors, begin, top, bank_from = bots
    least, may_bank = rules.least, rules.may_bank
    most_farkles = np.uint64(terms.penalty_farkles)
    seats = np.uint64(len(kinds))
    totals = np.zeros(seats, np.int64)
    turns = np.zeros(seats, np.int64)
    made = np.zeros(seats, np.int64)
    farkled = np.zeros(seats, np.int64)
    in_a_row = np.zeros(seats, np.uint64)
    drawn = np.zeros(seats, np.uint64)
    situation = np.zeros(2 * seats + ONE, np.int64)
    left_out = 0
    for game in games:
        game_key = number(seed_key, np.uint64(game))
        key = number(game_key, ZERO)
        for who in range(seats):
            totals[who] = turns[who] = made[who] = farkled[who] = 0
            in_a_row[who] = drawn[who] = ZERO
        seat, starter, planned = ZERO, np.int64(NOBODY), True
        counter = first_counter(seat, 0)
        stream = DiceStream(key, counter, number(key, counter))
        while np.int64(seat) != starter:
            if turns[seat] == MOST_TURNS:
                return left_out, ENDLESS, game
            turns[seat] += 1
            following = rules.next_seats[np.uint64(starter + 1), seat]
            counter = first_counter(following, turns[following])
            next_stream = DiceStream(key, counter, number(key, counter))  # overlaps with this turn
            total, last_round = totals[seat], starter != NOBODY
            board = ONE if on_board(terms, total) else ZERO
            kind = kinds[seat]
            if kind <= SENSIBLE:
                limit = enough[seat]
                if kind == SENSIBLE:
                    sure = needed(totals, total, last_round, terms.target, step)
                    limit = max(sure if last_round else min(limit, sure), least[board])
                limit = max(limit, may_bank[board])
                limits = BankLimits(limit, hot_limit(limit, terms))
                points, rolled = threshold_turn(take_all, limits, stream, trace)
            elif kind <= OPTIMAL:
                if kind == MAX_POINTS:
                    at = board * most_farkles + in_a_row[seat]
                    plan = PlanRange(begin[at], top[at])
                else:
                    describe_situation(rules.lowest, totals, in_a_row, seat, starter, situation)
                    found = index.table[find_slot(index.table, index.situations, situation)]
                    if found < 0:
                        missing[left_out, 0] = game
                        for at in range(len(situation)):  # compiles faster than an array expression
                            missing[left_out, 1 + at] = situation[at]
                        left_out += 1
                        planned = False
                        break
                    plan = PlanRange(index.begin[found], index.top[found])
                points, rolled = planned_turn(classes, keeps.distinct, plans, plan, stream, trace)
            else:
                own = BotStream(number(game_key, seat + ONE), drawn[seat])
                limit = may_bank[board]
                limits = BankLimits(limit, hot_limit(limit, terms))
                if kind == RANDOM:
                    points, rolled, drawn[seat] = random_turn(
                        classes, keeps, limits, stream, own, trace
                    )
                else:
                    at = board * most_farkles + in_a_row[seat]
                    plan = PlanRange(begin[at], top[at])
                    aims = HumanAims(
                        errors[seat],
                        bank_from[in_a_row[seat]],
                        least[board],
                        needed(totals, total, last_round, terms.target, step),
                        last_round,
                    )
                    points, rolled, drawn[seat] = human_turn(
                        classes, keeps, plans, plan, aims, limits, stream, own, trace
                    )
            if trace is not None:
                note(trace, END_OF_TURN)
            if points == ENDLESS_TURN:
                return left_out, ENDLESS, game
            made[seat] += rolled
            if points == FARKLE:
                farkled[seat] += 1
                totals[seat], count = after_farkle(terms, total, np.int64(in_a_row[seat]))
                in_a_row[seat] = np.uint64(count)
            else:
                in_a_row[seat] = ZERO
                # without options nothing is given or offered, and who is next was looked up above
                gain = gained(terms, total, np.int64(points) * step)
                if gain > 0:
                    total += gain
                    totals[seat] = total
                    if starter == NOBODY and begins_end(terms, total):
                        starter = np.int64(seat)
                        following = rules.next_seats[np.uint64(starter + 1), seat]
            seat, stream = following, next_stream
        if planned:
            count_game(rules, totals, turns, made, farkled, starter, counts)
    return left_out, DONE, 0


@njit(cache=True, nogil=True)
def hot_limit(limit, terms):
    """The turn points from which on a turn is banked, or may be, after hot dice."""
    if hot_dice_bank(terms):
        return AT_ONCE
    return NEVER if hot_dice_roll(terms) else limit


@njit(cache=True, nogil=True)
def highest(totals):
    """The highest total."""
    found = totals[0]
    for total in totals:
        found = max(found, total)
    return found


@njit(cache=True, nogil=True)
def needed(totals, total, last, target, step):
    """The points, in steps, that reach the target, or in a last round the lead."""
    if last:
        return np.uint64((highest(totals) - total) // step + 1)
    return np.uint64(-((total - target) // step))


@njit(cache=True, nogil=True)
def first_counter(seat, turn):
    """The counter of the first roll of a turn, as `game.dice` counts them."""
    return seat << SEAT_SHIFT | np.uint64(turn) << TURN_SHIFT


@njit(cache=True, nogil=True)
def count_game(rules, totals, turns, made, farkled, starter, counts):
    """Add a finished game to the counts."""
    seats = len(totals)
    first = leader(totals, starter)
    count_figures(rules, totals, turns, made, farkled, counts)
    winners = 0
    for seat in range(seats):
        winners += has_won(rules.terms, totals, first, seat)
    for seat in range(seats):
        if has_won(rules.terms, totals, first, seat):
            count_wins(counts, seat, winners)


@njit(cache=True, nogil=True)
def count_figures(rules, totals, turns, made, farkled, counts):
    """Add all but the winners of a finished game to the counts."""
    seats = len(totals)
    for seat in range(seats):
        counts[seat, TURNS] += turns[seat]
        counts[seat, ROLLS] += made[seat]
        counts[seat, FARKLES] += farkled[seat]
        counts[seat, POINTS] += totals[seat]
        place = (totals[seat] - rules.bin_lowest) // rules.bin_width
        counts[seat, FIGURES + seats + max(0, min(BINS - 1, place))] += 1


@njit(cache=True, nogil=True)
def count_wins(counts, seat, winners):
    """Add a win that so many share to the counts."""
    counts[seat, FIGURES + winners - 1] += 1
