"""What the end of a turn is worth for the player who had it."""

from typing import cast

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.rules.meaning import has_won, leader, next_player, on_board, ties_share, turns_left
from hotdice.solver.advice.values import BankedValues, NPlayerValues, Values
from hotdice.solver.turn import banks
from hotdice.solver.turn.final_turn import last_mover_beats, last_mover_wins
from hotdice.solver.turn.levels import FORBIDDEN, Floats, Ints
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of


def nobody_left(state: State) -> bool:
    """Whether the mover has the last turn of the game, so that no values are needed."""
    return state.pass_on().over


def after_farkle(start: State, values: Values) -> float:
    """The mover's chance after a farkle in the turn that begins here."""
    if start.last_round:
        return 0.0  # whoever reached the target stays ahead
    return values.chances(start.farkle())[start.player]


def after_bank(start: State, points: Ints, values: Values) -> Floats:
    """The mover's chances after banking so many points; `FORBIDDEN` where that is refused."""
    terms, total = start.rules.terms, start.totals[start.player]
    worth = after_gain(start, gains(start, points), values)
    worth[banks.refusals(terms, total, points)] = FORBIDDEN
    return worth


def gains(start: State, points: Ints) -> Ints:
    """What the total gains by banking so many points."""
    return banks.gains(start.rules.terms, start.totals[start.player], points)


def after_gain(start: State, gained: Ints, values: Values) -> Floats:
    """The mover's chances after a turn that adds these points and was no farkle."""
    totals = start.totals[start.player] + gained
    if start.last_round:
        return _after_target(start, totals, values)
    worth = np.ones(len(totals))
    inside = totals < start.rules.target
    worth[inside] = cast(BankedValues, values).banked(start, gained[inside])
    worth[~inside] = _after_target(start, totals[~inside], values)
    return worth


def highest_need(start: State) -> int:
    """A total that nobody can reach any more."""
    rivals = [total for seat, total in enumerate(start.totals) if seat != start.player]
    step = step_of(start.rules)
    steps = len(last_mover_beats(moves_of(start.rules, step))[0])
    return max([*rivals, start.rules.target]) + steps * step


def _after_target(start: State, totals: Ints, values: Values) -> Floats:
    """The mover's chances with these totals in the last round, which a total may have begun."""
    seats, mover, terms = len(start.totals), start.player, start.rules.terms
    starter = mover if start.starter is None else start.starter
    beginner = start.extras.beginner
    following = next_player(terms, seats, mover, starter, beginner)
    to_come = turns_left(terms, seats, following, starter, beginner)
    left = [(following + turn) % seats for turn in range(to_come)]
    done = [start.totals[seat] for seat in range(seats) if seat not in (mover, *left)]
    if not left:
        return _over(start.rules, totals, done)
    if len(left) == 1 and not (done and ties_share(terms)):
        worth = 1.0 - _last_player(start, totals, left[0])
        return np.where(totals > max(done), worth, 0.0) if done else worth
    best = max(done, default=-1)
    worth = np.zeros(len(totals))
    ahead = totals > best
    many = cast(NPlayerValues, values)  # two players never get here
    worth[ahead] = many.leader_chances(totals[ahead], [start.totals[seat] for seat in left])
    for at in np.flatnonzero(totals == best):
        after = start.add(int(totals[at]) - start.totals[start.player])
        worth[at] = values.chances(after)[start.player]
    return worth


def _over(rules: Rules, totals: Ints, others: list[int]) -> Floats:
    """The mover's share of the win if the game is over; among equals the mover came last."""
    if not others:
        return np.ones(len(totals))
    best = max(others)
    tied = [*others, best]  # the mover is last
    first = leader(tied, 0)
    won = [has_won(rules.terms, tied, first, seat) for seat in range(len(tied))]
    level = won[-1] / sum(won)
    return np.where(totals > best, 1.0, np.where(totals == best, level, 0.0))


def _last_player(start: State, totals: Ints, seat: int) -> Floats:
    """The chance of whoever has the last turn against these totals, a tie counted as shared."""
    moves = moves_of(start.rules, step_of(start.rules))
    needs, between = np.divmod(totals - start.totals[seat], moves.step)
    # totals that cannot become equal cannot tie: one step more is needed, as where ties lose
    last_turns = (last_mover_beats if between.any() else last_mover_wins)(moves)
    wins = last_turns[int(on_board(start.rules.terms, start.totals[seat]))]
    return np.where(needs < len(wins), wins[np.minimum(needs, len(wins) - 1)], 0.0)
