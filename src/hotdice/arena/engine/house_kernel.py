"""Whole games under options that change how turns and games go, compiled decision by decision.

They too are move for move the same as through `State` with the same seed. Rules without such
options are played by `game_kernel`, which pays for none of this. Points are counted one by one.
"""

import numpy as np

from hotdice.arena.engine.endless import MOST_TURNS
from hotdice.arena.engine.game_kernel import (
    DONE,
    END_OF_TURN,
    ENDLESS,
    count_figures,
    count_game,
    count_wins,
    first_counter,
    highest,
)
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.house_turn import BANKED, LOST_TOTAL, NOT_OVER, WON, house_turn
from hotdice.arena.engine.layout import HouseBot, OfferedSteps, SeatView
from hotdice.arena.engine.turn_kernels import ONE, ZERO, note
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.meaning import (
    NOBODY,
    after_farkle,
    after_lost_total,
    begins_end,
    gained,
    given,
    leader,
    next_player,
    on_board,
    receiver,
    rounds_over,
)


@njit(cache=True, nogil=True)
def play_house_games(tables, plans, seed_key, games, counts, trace):
    """Play these games; `counts` is that of `Counts.table`.

    Returns `DONE`, or `ENDLESS` and the game that did not end.
    """
    rules, rolls, bots = tables
    terms = rules.terms
    seats = len(bots.kinds)
    totals = np.zeros(seats, np.int64)
    turns = np.zeros(seats, np.int64)
    made = np.zeros(seats, np.int64)
    farkled = np.zeros(seats, np.int64)
    in_a_row = np.zeros(seats, np.int64)
    drawn = np.zeros(seats, np.uint64)
    for game in games:
        game_key = number(seed_key, np.uint64(game))
        key = number(game_key, ZERO)
        for who in range(seats):
            totals[who] = turns[who] = made[who] = farkled[who] = in_a_row[who] = 0
            drawn[who] = ZERO
        seat, starter, finished, won = np.int64(0), np.int64(NOBODY), 0, False
        offer = OfferedSteps(np.int64(0), ZERO)
        while seat != starter:
            if turns[seat] == MOST_TURNS:
                return ENDLESS, game
            counter = first_counter(np.uint64(seat), turns[seat])
            own = number(game_key, np.uint64(seat) + ONE)
            bot = seated(terms, bots, seat, totals[seat], in_a_row[seat], own)
            standing = SeatView(totals[seat], highest(totals), starter != NOBODY, offer)
            end, points, dice, rolled, drawn[seat] = house_turn(
                terms, rolls, plans, bots.bank_from, bot, standing,
                key, counter, drawn[seat], trace,
            )  # fmt: skip
            if trace is not None:
                note(trace, END_OF_TURN)
            if end == NOT_OVER:
                return ENDLESS, game
            turns[seat] += 1
            made[seat] += rolled
            offer = OfferedSteps(np.int64(0), ZERO)
            if end == WON:
                starter, won = seat, True
                break
            if end == BANKED:
                in_a_row[seat] = 0
                gain, who = gained(terms, totals[seat], points), seat
                if gain > 0:
                    if terms.piggyback > 0:
                        offer = OfferedSteps(gain, dice)
                else:
                    who = receiver(totals, seat)
                    gain = given(terms, totals, seat, who, points)
                if gain > 0:
                    totals[who] += gain
                    if starter == NOBODY and begins_end(terms, totals[who]):
                        starter = who
            else:
                farkled[seat] += 1
                if end == LOST_TOTAL:
                    after = after_lost_total(terms, totals[seat], in_a_row[seat])
                else:
                    after = after_farkle(terms, totals[seat], in_a_row[seat])
                totals[seat], in_a_row[seat] = after
            seat = next_player(terms, seats, seat, starter)
            finished += seat == 0
            if rounds_over(terms, finished):
                seat = starter = leader(totals, 0)
        if won:
            count_figures(rules, totals, turns, made, farkled, counts)
            count_wins(counts, starter, 1)
        else:
            count_game(rules, totals, turns, made, farkled, starter, counts)
    return DONE, 0


@njit(cache=True, nogil=True)
def seated(terms, bots, seat, total, in_a_row, key):
    """The bot of a seat as it begins a turn with this total, after so many farkles in a row."""
    at = (terms.penalty_farkles if on_board(terms, total) else 0) + in_a_row
    return HouseBot(
        bots.kinds[seat],
        bots.enough[seat],
        bots.errors[seat],
        bots.begin[at],
        bots.top[at],
        in_a_row,
        key,
    )
