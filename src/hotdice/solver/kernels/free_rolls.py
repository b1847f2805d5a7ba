"""What rolling all dice is worth in a last round, where such a roll never farkles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.kernels.compiled import njit

Ints = NDArray[np.int64]


class FreeRoll(NamedTuple):
    """The outcomes of a roll of all dice.

    Keep k raises the others' needs by `raises[raised_by[k]]`.
    """

    chance: NDArray[np.float64]
    keep_at: Ints
    raises: Ints
    raised_by: Ints
    left: Ints


@njit(cache=True)
def add_free_rolls(found, ends, order, axes, roll):
    """Raise `found`, the chances with hot dice, to what rolling is worth where that is more.

    `ends` are the chances without one; in `order` the greatest needs of the others come first.
    """
    rows = ends.shape[0]
    total = np.empty(rows)
    raised = np.empty(len(roll.raises), np.int64)
    for place in order:
        for k in range(len(roll.raises)):
            raised[k] = _raised(place, roll.raises[k], axes, rows - 1)
        total[:] = 0.0
        for outcome in range(len(roll.chance)):
            best, hot, at = -1.0, False, place
            for keep in range(roll.keep_at[outcome], roll.keep_at[outcome + 1]):
                there = raised[roll.raised_by[keep]]
                worth = ends[0, there] if roll.left[keep] else found[0, there]
                if worth >= best:
                    best, hot, at = worth, roll.left[keep] == 0, there
            for row in range(rows):
                total[row] += roll.chance[outcome] * (found[row, at] if hot else ends[row, at])
        if total[0] > ends[0, place]:
            for row in range(rows):
                found[row, place] = total[row]


@njit(cache=True)
def _raised(place, more, axes, others):
    """The place where everybody needs so much more."""
    found, unit = 0, 1
    axis = axes.needs * axes.boards
    for _ in range(others):
        code = place % axis
        place //= axis
        side = code // axes.needs
        found += (side * axes.needs + min(code % axes.needs + more, axes.needs - 1)) * unit
        unit *= axis
    return found
