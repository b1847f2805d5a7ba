"""The policy with the most expected points of a turn: what to keep and when to stop.

The points are those that the total gains, so an entry that is still needed counts; the target and
the other players do not. With a penalty they are the long-run average.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep, Rules
from hotdice.rules.meaning import least_gain
from hotdice.solver.turn.banks import bank_points
from hotdice.solver.turn.levels import Levels, turn_solver
from hotdice.solver.turn.moves import confirming_moves
from hotdice.solver.turn.odds import SAME_POINTS, long_run, spared
from hotdice.solver.turn.program import step_of


class MaxPointsTurns:
    """The best turns of some rules by level: off the board and on it, for each count of farkles."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.step = step_of(rules)
        moves = confirming_moves(rules, self.step)
        turn = turn_solver(moves)
        best = long_run(moves)
        terms = rules.terms.in_steps(self.step)
        self.top = max(len(best.turns[0]), least_gain(terms, terms.zero) + 1) - 1
        points = np.arange(self.top + 1 + turn.reach)
        self._farkled = [float(lost) for lost in best.lost]
        self._turns = []
        self._least_offers: dict[tuple[bool, int], dict[int, int]] = {}
        for total in (terms.zero, terms.zero + 1):  # off the board, and on it
            bank = bank_points(terms, total, points)
            stop = turn.stop_values(bank, 0.0, points[-turn.reach :].astype(np.float64))
            self._turns.append([turn.solve(stop, lost) for lost in self._farkled])

    def levels(self, on_board: bool, farkles: int) -> Levels:
        """The turn of somebody on the board, or not yet, after so many farkles in a row."""
        return self._turns[on_board][farkles]

    def choose(self, state: State) -> Action:
        """The best action; of equal ones bank, then the first keep."""
        if state.rolled:
            return self.keep(state, self.rules.rolls[state.rolled].keeps)
        turn = self._turn(state)
        at = self._level(state.turn_points), state.dice % self.rules.dice
        stops = BANK in state.actions() and turn.stop[at] > turn.roll[at] - SAME_POINTS
        return BANK if stops else ROLL

    def keep(self, state: State, keeps: Sequence[Keep]) -> Keep:
        """The best of some keeps; after an unconfirmed one there is nothing but to roll."""
        turn, level = self._turn(state), self._level(state.turn_points)
        worth = [turn.best[self._after(level, keep)] for keep in keeps]
        best = max(worth) - SAME_POINTS
        return next(keep for keep, found in zip(keeps, worth, strict=True) if found > best)

    def _after(self, level: int, keep: Keep) -> tuple[int, int]:
        """The place of what a keep leads to."""
        more = self.rules.dice if keep.unconfirmed else 0
        return level + keep.points // self.step, keep.left + more

    def takes(self, state: State) -> bool:
        """Whether what is offered, which has to be rolled, is worth more than a new turn."""
        offer = state.extras.offer
        if offer is None:
            return False
        least = self.least_offers(state.on_board, state.farkles[state.player])
        return offer.points >= least[offer.dice]

    def least_offers(self, on_board: bool, farkles: int) -> dict[int, int]:
        """The fewest points on offer that are worth more than a new turn, by the dice left."""
        known = self._least_offers.get((on_board, farkles))
        if known is None:
            roll = self.levels(on_board, farkles).roll
            own = float(roll[0, 0])
            own += spared(self.rules) * (own - self._farkled[farkles])
            better = roll > own + SAME_POINTS
            dice, never = self.rules.dice, self.rules.terms.target + 1
            known = {
                left: int(better[:, left % dice].argmax()) * self.step
                if better[:, left % dice].any()
                else never
                for left in range(1, dice + 1)
            }
            self._least_offers[on_board, farkles] = known
        return known

    def _turn(self, state: State) -> Levels:
        return self.levels(state.on_board, state.farkles[state.player])

    def _level(self, points: int) -> int:
        return min(points // self.step, self.top)


@lru_cache(maxsize=16)
def max_points(rules: Rules) -> MaxPointsTurns:
    """The best turns of these rules, cached."""
    return MaxPointsTurns(rules)
