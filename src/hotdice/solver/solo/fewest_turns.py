"""The fewest turns of a single player to the target: a stochastic shortest path problem.

A turn that records nothing leads back to where it began. If x turns are expected from there, best
play makes it f(x), the minimum of affine functions, one for each policy for the turn, with slopes
below 1: so a few secant steps find the fixed point. Totals only grow, so the highest come first.
Under a penalty they can fall, and all of them are swept until none changes any more.

The bound: with a residual r at a slope m, x is off by at most r / (1 - m), and errors of higher
totals add up. Under a penalty what a sweep leaves is made once in every turn to come.
"""

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.advice.current_turn import solve_turn
from hotdice.solver.advice.values import turns_to_come
from hotdice.solver.extrapolation import further_changes
from hotdice.solver.feasibility import size_of
from hotdice.solver.progress import Progress, silent
from hotdice.solver.solo.solution import SoloSolution
from hotdice.solver.turn.levels import Floats
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.odds import long_run
from hotdice.solver.turn.program import step_of
from hotdice.texts import HotDiceError

RELATIVE_RESIDUAL = 1e-13  # of x and f(x): rounding of a turn; the bound is derived from it
USUAL_SOLO_SWEEPS = 8  # over all totals under a usual penalty; an estimate for progress reports
MOST_SOLO_SWEEPS = 500


def fewest_turns(rules: Rules, progress: Progress = silent) -> SoloSolution:
    """The turns to come at every turn start."""
    size = size_of(rules, 1)
    guess = _guess(rules, size.step, size.lowest)
    solution = SoloSolution(rules, size.step, size.lowest, guess, 0.0)
    counts, totals = solution.turns.shape
    order = [(count, at) for at in reversed(range(totals)) for count in reversed(range(counts))]
    terms = rules.terms
    usual = USUAL_SOLO_SWEEPS if terms.has_penalty else 1
    last_change = np.zeros_like(guess)
    for sweep in range(MOST_SOLO_SWEEPS):
        before = solution.turns.copy()
        off = 0.0
        for done, (count, at) in enumerate(order):
            off = max(off, _solve_state(solution, count, at))
            progress(min(0.99, (sweep + done / len(order)) / usual))
        if not terms.has_penalty:
            return solution._replace(error=totals * off)
        change = solution.turns - before
        left, most = float(np.abs(change).max()), float(before.max())
        if left <= RELATIVE_RESIDUAL * most:
            return solution._replace(error=most * (off + left))
        solution.turns[:] += further_changes(sweep, change, last_change)
        last_change = change
    raise HotDiceError("solve/never-ends", rules=rules.name)


def _guess(rules: Rules, step: int, lowest: int) -> Floats:
    """A first guess, from the most points per turn in the long run."""
    moves = moves_of(rules, step_of(rules))
    points = float(long_run(moves).turns[0][0, 0]) * moves.step
    if points <= 0.0 and not rules.terms.has_floor:
        raise HotDiceError("solve/never-ends", rules=rules.name)
    missing = np.arange(rules.target - lowest, 0.0, -step)
    return np.tile(missing / max(points, step) + 1.0, (rules.terms.penalty_farkles, 1))


def _solve_state(solution: SoloSolution, count: int, at: int) -> float:
    """Find the turns to come from one turn start; returns how far they may be off."""
    start = _start(solution, count, at)
    x, slope = float(solution.turns[count, at]), 0.0
    found = _turns(solution, start)
    comes_back = start.farkle() == start or not start.on_board
    while comes_back and abs(found - x) > RELATIVE_RESIDUAL * found:
        last_x, last = x, found
        x += (found - x) / (1.0 - slope)
        solution.turns[count, at] = x
        found = _turns(solution, start)
        slope = (found - last) / (x - last_x)
    solution.turns[count, at] = found
    return RELATIVE_RESIDUAL * found / (1.0 - slope)


def _start(solution: SoloSolution, count: int, at: int) -> State:
    total = solution.lowest + at * solution.step
    return State(
        rules=solution.rules,
        totals=(total,),
        player=0,
        turn_points=0,
        dice=solution.rules.dice,
        rolled=(),
        farkles=(count,),
    )


def _turns(solution: SoloSolution, start: State) -> float:
    """The turns to come if this turn is played for as few as possible."""
    return turns_to_come(float(solve_turn(start, 0, solution).chances.roll[0, 0]))
