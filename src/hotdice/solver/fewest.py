"""The fewest turns to the target, alone.

A turn that records nothing leads back to where it began. With x turns to come from there, best play
makes them f(x), which rises by less than x does, and along straight lines for as long as the same
play is best: so a few secants find where both are equal. Totals only grow, so the highest come
first. Under a penalty they can fall, and all of them are gone through until none changes any more.
"""

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.alone import Alone, turns_to_come
from hotdice.solver.moves import moves_of
from hotdice.solver.odds import long_run
from hotdice.solver.plan import step_of
from hotdice.solver.progress import Progress, silent
from hotdice.solver.size import size_of
from hotdice.solver.this_turn import worked_out
from hotdice.solver.turn import Floats
from hotdice.texts import HotDiceError

SETTLED = 1e-13  # part of the turns to come that x and f(x) may differ by
SWEEPS = 8  # as often are all totals gone through under a usual penalty
MOST_SWEEPS = 500


def fewest(rules: Rules, progress: Progress = silent) -> Alone:
    """The turns to come at every turn start."""
    size = size_of(rules, 1)
    alone = Alone(rules, size.step, size.lowest, _guess(rules, size.step, size.lowest), 0.0)
    counts, totals = alone.turns.shape
    order = [(count, at) for at in reversed(range(totals)) for count in reversed(range(counts))]
    usual = SWEEPS if rules.penalty else 1
    change = np.inf
    for sweep in range(MOST_SWEEPS):
        before, last_change = alone.turns.copy(), change
        off = 0.0
        for done, (count, at) in enumerate(order):
            off = max(off, _settle(alone, count, at))
            progress(min(0.99, (sweep + done / len(order)) / usual))
        change = float(np.abs(alone.turns - before).max())
        if rules.penalty is None:
            return alone._replace(bound=totals * off)
        if change <= SETTLED * before.max():
            return alone._replace(bound=totals * off + last_change)
    raise HotDiceError("solve/never-ends", rules=rules.name)


def _guess(rules: Rules, step: int, lowest: int) -> Floats:
    """Turns by the greatest points that turns bring in the long run."""
    moves = moves_of(rules, step_of(rules))
    points = float(long_run(moves).turns[0][0, 0]) * moves.step
    if points <= 0.0 and rules.penalty and rules.penalty.floor is None:
        raise HotDiceError("solve/never-ends", rules=rules.name)
    missing = np.arange(rules.target - lowest, 0.0, -step)
    counts = rules.penalty.farkles if rules.penalty else 1
    return np.tile(missing / max(points, step) + 1.0, (counts, 1))


def _settle(alone: Alone, count: int, at: int) -> float:
    """Find the turns to come from one turn start by those from others; how far they may be off."""
    start = _start(alone, count, at)
    x, slope = float(alone.turns[count, at]), 0.0
    found = _turns(alone, start)
    comes_back = start.farkle() == start or not start.on_board
    while comes_back and abs(found - x) > SETTLED * found:
        last_x, last = x, found
        x += (found - x) / (1.0 - slope)
        alone.turns[count, at] = x
        found = _turns(alone, start)
        slope = (found - last) / (x - last_x)
    alone.turns[count, at] = found
    return SETTLED * found / (1.0 - slope)


def _start(alone: Alone, count: int, at: int) -> State:
    total = alone.lowest + at * alone.step
    return State(alone.rules, (total,), 0, 0, alone.rules.dice, (), (count,))


def _turns(alone: Alone, start: State) -> float:
    """The turns to come if this turn is played for as few as possible."""
    return turns_to_come(float(worked_out(start, 0, alone).chances.roll[0, 0]))
