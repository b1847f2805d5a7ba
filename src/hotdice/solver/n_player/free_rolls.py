"""Hot dice where a roll of all dice never farkles: worth more than the points already there.

From some turn points on everybody stops unless such a roll is free. What it is then worth depends
only on what the others need to tie, so it is computed once for all turns.
"""

import numpy as np

from hotdice.solver.kernels.free_rolls import FreeRoll, add_free_rolls
from hotdice.solver.n_player.runner import Floats, KernelRunner


def with_free_rolls(runner: KernelRunner, ends: Floats) -> Floats:
    """The table of last rounds begun by this turn, for a mover with hot dice."""
    if not runner.free_rolls:
        return ends
    moves, axes = runner.moves, runner.axes
    axis = axes.needs * axes.boards
    others = len(ends) - 1
    places = np.arange(ends.shape[1])
    needs = sum(places // axis**seat % axis % axes.needs for seat in range(others))
    order = np.argsort(-np.asarray(needs), kind="stable")
    first, last = moves.roll_at[-2], moves.roll_at[-1]
    keep_at = moves.keep_at[first : last + 1]
    keeps = slice(keep_at[0], keep_at[-1])
    raises, raised_by = np.unique(moves.points[keeps], return_inverse=True)
    roll = FreeRoll(
        chance=moves.chance[first:last],
        keep_at=keep_at - keep_at[0],
        raises=raises,
        raised_by=raised_by,
        left=moves.left[keeps],
    )
    found = ends.copy()
    add_free_rolls(found, ends, order, axes, roll)
    return found
