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
)
from hotdice.arena.engine.generator import number
from hotdice.arena.engine.house_turn import (
    BANKED,
    LOST_TOTAL,
    NOT_OVER,
    NOT_PLANNED,
    WON,
    house_turn,
)
from hotdice.arena.engine.layout import OPTIMAL, GameStanding, HouseBot, OfferedSteps
from hotdice.arena.engine.situations import describe_house_situation, find_slot
from hotdice.arena.engine.turn_kernels import ONE, ZERO, note
from hotdice.rules.meaning import (
    NOBODY,
    after_bank,
    after_farkle,
    after_lost_total,
    after_turn,
    offered,
    on_board,
    who_began,
)
from hotdice.solver.kernels.compiled import njit


@njit(cache=True, nogil=True)
def play_house_games(tables, house, plans, index, seed_key, games, counts, missing, trace):
    """Play these games, as `play_games` does without options.

    The plan of a turn is for a stretch of levels; if its points pass that, the turn is played again
    by a plan for one stretch more.
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
    situation = np.zeros(index.situations.shape[1], np.int64)
    left_out = 0
    for game in games:
        game_key = number(seed_key, np.uint64(game))
        key = number(game_key, ZERO)
        for who in range(seats):
            totals[who] = turns[who] = made[who] = farkled[who] = in_a_row[who] = 0
            drawn[who] = ZERO
        seat, starter, finished = np.int64(0), np.int64(NOBODY), 0
        won, planned, stretch = False, True, np.int64(0)
        offer = OfferedSteps(np.int64(0), ZERO)
        while seat != starter:
            if turns[seat] == MOST_TURNS:
                return left_out, ENDLESS, game
            counter = first_counter(np.uint64(seat), turns[seat])
            own = number(game_key, np.uint64(seat) + ONE)
            begin, top = ZERO, ZERO
            if bots.kinds[seat] == OPTIMAL:
                describe_house_situation(
                    terms, rules.lowest, totals, in_a_row, seat, starter, finished, stretch,
                    situation,
                )  # fmt: skip
                found = index.table[find_slot(index.table, index.situations, situation)]
                if found < 0:
                    missing[left_out, 0] = game
                    for at in range(len(situation)):
                        missing[left_out, 1 + at] = situation[at]
                    left_out += 1
                    planned = False
                    break
                begin, top = index.begin[found], index.top[found]
            bot = seated(terms, bots, seat, totals[seat], in_a_row[seat], begin, top, own)
            standing = GameStanding(totals, seat, starter != NOBODY, finished, offer)
            noted = np.uint64(0) if trace is None else trace[0]
            end, points, dice, rolled, numbers = house_turn(
                terms, rolls, plans, house, bots.bank_from, bot, standing,
                key, counter, drawn[seat], trace,
            )  # fmt: skip
            if end == NOT_PLANNED:
                if trace is not None:
                    trace[0] = noted
                stretch += 1
                continue
            stretch, drawn[seat] = np.int64(0), numbers
            if trace is not None:
                note(trace, END_OF_TURN)
            if end == NOT_OVER:
                return left_out, ENDLESS, game
            turns[seat] += 1
            made[seat] += rolled
            offer = OfferedSteps(np.int64(0), ZERO)
            if end == WON:
                starter, won = seat, True
                break
            if end == BANKED:
                in_a_row[seat] = 0
                who, gain = after_bank(terms, totals, seat, points)
                if gain > 0:
                    offer = OfferedSteps(offered(terms, seat, who, gain), dice)
                    totals[who] += gain
                    starter = who_began(terms, starter, who, totals[who])
            else:
                farkled[seat] += 1
                if end == LOST_TOTAL:
                    after = after_lost_total(terms, totals[seat], in_a_row[seat])
                else:
                    after = after_farkle(terms, totals[seat], in_a_row[seat])
                totals[seat], in_a_row[seat] = after
            seat, starter, finished = after_turn(terms, totals, seat, starter, finished)
        if not planned:
            continue
        if won:
            count_figures(rules, totals, turns, made, farkled, counts)
            count_wins(counts, starter, 1)
        else:
            count_game(rules, totals, turns, made, farkled, starter, counts)
    return left_out, DONE, 0


@njit(cache=True, nogil=True)
def seated(terms, bots, seat, total, in_a_row, begin, top, key):
    """The bot of a seat as it begins a turn with this total, after so many farkles in a row.

    Best play has a plan of its own; others play for most points, if by a plan at all.
    """
    at = (terms.penalty_farkles if on_board(terms, total) else 0) + in_a_row
    if bots.kinds[seat] != OPTIMAL:
        begin, top = bots.begin[at], bots.top[at]
    return HouseBot(
        bots.kinds[seat],
        bots.enough[seat],
        bots.errors[seat],
        begin,
        top,
        in_a_row,
        at,
        key,
    )
