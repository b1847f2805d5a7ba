"""The fewest turns of one player under options, as `solo.fewest_turns` without them.

The values are 1 minus the turns to come. A turn that changes nothing leads back to its state, so a
policy that is worth c + p times the value there makes that (c - 1) / (1 - p); the best policy for
that is tried again until it stays the same. Where totals can fall all states are swept.
"""

import numpy as np

from hotdice.rules import Rules
from hotdice.solver.explicit.axes import axes_of, can_fall
from hotdice.solver.explicit.rolls import kernel_rolls
from hotdice.solver.explicit.turns import coming_up, game_of, tables_of, workspace_of
from hotdice.solver.extrapolation import further_changes
from hotdice.solver.kernels.explicit import NO_PAYOFF, SCORELESS, TableRows, evaluate
from hotdice.solver.progress import Progress, silent
from hotdice.solver.solo.solution import SoloSolution
from hotdice.solver.turn.final_turn import NEGLIGIBLE
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.rounding import rounding
from hotdice.texts import HotDiceError

POLICIES = 200  # for one state; gives up after so many
SWEEPS = 5000  # over all states, where totals can fall
SETTLED = 1e-13  # relative
LEAST_CHANGE = 1e-9  # the least chance that a turn changes something


def fewest_turns(rules: Rules, progress: Progress = silent) -> SoloSolution:
    """The turns to come at every turn start; those with something to take over included."""
    if rules.rounds:
        raise HotDiceError("solve/solo-rounds", rules=rules.name)
    solver = _Solver(rules)
    axes, totals = solver.axes, solver.axes.totals
    order = [
        count * totals + total
        for total in reversed(np.flatnonzero(coming_up(axes)))
        for count in reversed(range(axes.counts))
    ]
    falls = can_fall(rules)
    plain = solver.tables.plain
    last_change = np.zeros_like(plain)
    for sweep in range(SWEEPS if falls else 1):
        before = plain.copy()
        for done, place in enumerate(order, 1):
            solver.settle(place)
            progress(min(0.99, (sweep + done / len(order)) / (20 if falls else 1)))
        change = plain - before
        left, most = float(np.abs(change).max()), 1.0 + float(np.abs(plain).max())
        if not falls or left <= SETTLED * most:
            return solver.solution(most * solver.lingers * (left * falls + solver.source * most))
        plain += further_changes(sweep, change, last_change)
        last_change = change
    raise HotDiceError("solve/never-ends", rules=rules.name)


class _Solver:
    """The values of all states of one player, on their way."""

    def __init__(self, rules: Rules) -> None:
        self.axes = axes_of(rules, 1)
        step = self.axes.step
        self.rolls = kernel_rolls(rules, step)
        self.game = game_of(self.axes)
        self.lingers = 1.0  # the most visits of a state that can be expected
        self.source = SETTLED + 2 * rounding(moves_of(rules, step)) + 4 * NEGLIGIBLE
        guess = -float(rules.target - self.axes.lowest) / step
        self.tables = tables_of(self.axes, 1, guess)
        self._rows = TableRows(np.array([0, SCORELESS]), np.array([0, NO_PAYOFF]), -1)
        self._work = workspace_of(self.axes, self.rolls)

    def settle(self, place: int) -> None:
        """Find the value of a place."""
        value, work = self.tables.plain[0], self._work
        known = float(value[place])
        offered = bool(self.axes.rules.piggyback)
        for _ in range(POLICIES):
            evaluate(self.game, self.rolls, self.tables, self._rows, place, work, offered)
            found, scoreless = float(work.out[0]), float(work.out[1])
            if 1.0 - scoreless < LEAST_CHANGE:
                raise HotDiceError("solve/never-ends", rules=self.axes.rules.name)
            value[place] = (found - scoreless * known - 1.0) / (1.0 - scoreless)
            self.lingers = max(self.lingers, 1.0 / (1.0 - scoreless))
            if abs(value[place] - known) <= SETTLED * (1.0 + abs(known)):
                break
            known = float(value[place])
        if offered:
            best = np.maximum(work.rolls[: self.axes.offer_levels, :, 0], work.out[0])
            self.tables.offered[0, place] = best - 1.0

    def solution(self, bound: float) -> SoloSolution:
        """The solution, within this bound."""
        axes = self.axes
        turns = (1.0 - self.tables.plain[0]).reshape(axes.counts, axes.totals)
        offered = None
        if axes.rules.piggyback:
            offered = (1.0 - self.tables.offered[0]).reshape(axes.counts, axes.totals, -1)
            offered = offered.reshape(axes.counts, axes.totals, axes.offer_levels, -1)
        return SoloSolution(axes.rules, axes.step, axes.lowest, turns, bound, offered)
