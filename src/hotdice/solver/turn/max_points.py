"""The policy with the most expected points of a turn: what to keep and when to stop.

The points are those that the total gains, so an entry that is still needed counts; the target and
the other players do not. With a penalty they are the long-run average.
"""

from functools import lru_cache

import numpy as np

from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Rules
from hotdice.rules.meaning import least_gain
from hotdice.solver.turn.banks import bank_points
from hotdice.solver.turn.levels import Levels, turn_solver
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.odds import SAME_POINTS, long_run
from hotdice.solver.turn.program import step_of


class MaxPointsTurns:
    """The best turns of some rules by level: off the board and on it, for each count of farkles."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.step = step_of(rules)
        moves = moves_of(rules, self.step)
        turn = turn_solver(moves)
        best = long_run(moves)
        terms = rules.terms.in_steps(self.step)
        self.top = max(len(best.turns[0]), least_gain(terms, terms.zero) + 1) - 1
        points = np.arange(self.top + 1 + turn.reach)
        self._turns = []
        for total in (terms.zero, terms.zero + 1):  # off the board, and on it
            bank = bank_points(terms, total, points)
            stop = turn.stop_values(bank, 0.0, points[-turn.reach :].astype(np.float64))
            self._turns.append([turn.solve(stop, float(lost)) for lost in best.lost])

    def levels(self, on_board: bool, farkles: int) -> Levels:
        """The turn of somebody on the board, or not yet, after so many farkles in a row."""
        return self._turns[on_board][farkles]

    def choose(self, state: State) -> Action:
        """The best action; of equal ones bank, then the first keep."""
        turn = self.levels(state.on_board, state.farkles[state.player])
        level = min(state.turn_points // self.step, self.top)
        if state.rolled:
            keeps = self.rules.rolls[state.rolled].keeps
            worth = [turn.best[level + keep.points // self.step, keep.left] for keep in keeps]
            best = max(worth) - SAME_POINTS
            return next(keep for keep, found in zip(keeps, worth, strict=True) if found > best)
        at = level, state.dice % self.rules.dice
        stops = BANK in state.actions() and turn.stop[at] > turn.roll[at] - SAME_POINTS
        return BANK if stops else ROLL


@lru_cache(maxsize=16)
def max_points(rules: Rules) -> MaxPointsTurns:
    """The best turns of these rules, cached."""
    return MaxPointsTurns(rules)
