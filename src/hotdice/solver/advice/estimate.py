"""Estimated chances of turn starts, for advice in games that are too large to be solved.

Every turn is taken to bring as many points as the best turn does on average, and to vary by as
much. Then totals after some turns, and the turns until a target, are roughly normal, which gives
the chance of each player to beat each other one; these are combined as in `n_player.pairwise`. In a
last round everybody plays to beat the highest total. What may be taken over, and what passes a
target, is left out of account after the turn under way, which is itself followed exactly.
"""

from functools import cached_property
from math import erf, prod, sqrt

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.rules.meaning import keep_banks, leader, passes_target, turns_left
from hotdice.solver.advice.values import Chances
from hotdice.solver.turn.final_turn import at_least
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.odds import odds
from hotdice.solver.turn.program import step_of

FINITE_ODDS = 1e-9  # smaller chances count as this, so that odds are finite
LOWEST = -(10**9)


class EstimatedValues:
    """Rough values for so many players."""

    exact = False
    lowest = LOWEST

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules, self.players = rules, players

    def chances(self, state: State) -> Chances:
        """The chance of each seat at the start of a turn."""
        if self.players == 1:
            return (1.0 - self._turns_left(state, 0),)
        if state.starter is not None:
            return self._last_round(state)
        seats = range(self.players)
        against = [
            sum(1.0 / self._beats(state, seat, other) - 1.0 for other in seats if other != seat)
            for seat in seats
        ]
        return _shares([1.0 / (1.0 + each) for each in against])

    def turn_bound(self, state: State) -> float:
        """As far as can be: nothing bounds the error of these chances."""
        return 1.0

    @cached_property
    def _mean(self) -> float:
        """The points of a turn; where rolls can win, those of a roll of all the dice."""
        expected = odds(self.rules).expected_turn
        return float(self.rules.mean_score) if expected is None else expected

    def _turns_left(self, state: State, seat: int) -> float:
        """The turns that somebody still has, or needs to the target."""
        terms = self.rules.terms
        if terms.rounds:
            return terms.rounds - state.extras.rounds - self._has_moved(state, seat)
        return max(0, terms.target - state.totals[seat]) / self._mean

    def _has_moved(self, state: State, seat: int) -> bool:
        """Whether a seat has had its turn of this round."""
        first = state.extras.beginner
        return (seat - first) % self.players < (state.player - first) % self.players

    def _beats(self, state: State, one: int, other: int) -> float:
        """The chance of one seat to beat another."""
        turns = self._turns_left(state, one), self._turns_left(state, other)
        if self.rules.terms.rounds:
            ahead = (state.totals[one] - state.totals[other]) / self._mean + turns[0] - turns[1]
        else:
            waits = [(seat - state.player) % self.players for seat in (one, other)]
            ahead = turns[1] - turns[0] + (waits[1] - waits[0]) / self.players
        chance = (1.0 + erf(ahead / sqrt(2.0 * (1.0 + sum(turns))))) / 2.0
        return min(max(chance, FINITE_ODDS), 1.0 - FINITE_ODDS)

    def _last_round(self, state: State) -> Chances:
        """Those still to move beat the highest total or do not; else who has it wins."""
        first = state.starter or 0
        terms, beginner = self.rules.terms, state.extras.beginner
        to_come = turns_left(terms, self.players, state.player, first, beginner)
        best = leader(state.totals, first)
        found = [0.0] * self.players
        for turn in range(to_come):
            seat = (state.player + turn) % self.players
            if seat != best:
                found[seat] = self._gets(state.totals[best] - state.totals[seat] + 1, state, seat)
        kept = prod(1.0 - chance for chance in found)
        tries = sum(found) or 1.0
        found = [(1.0 - kept) * chance / tries for chance in found]
        found[best] += kept
        return _shares(found)

    def _gets(self, need: int, state: State, seat: int) -> float:
        """The chance to get so many points in one turn."""
        terms, rules = self.rules.terms, self.rules
        if passes_target(terms, state.totals[seat], need):
            return 0.0
        if keep_banks(terms):
            rolls = rules.outcomes(rules.dice)
            return float(
                sum(
                    roll.probability
                    for roll in rolls
                    if roll.distinct_keeps and roll.distinct_keeps[0].points >= need
                )
            )
        moves = moves_of(rules, step_of(rules))
        return at_least(moves, moves.units(need))


def _shares(parts: list[float]) -> Chances:
    """Parts of 1."""
    whole = sum(parts)
    return tuple(part / whole for part in parts)
