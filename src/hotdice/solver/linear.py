"""Small changes of values under a penalty, where best play stays the same: a cheap linear model.

The chances of what follows a turn vary little from one total to the next, so they are worked out
for a few positions only. What is found here is never trusted: it is where to look next.
"""

from collections.abc import Callable

import numpy as np

from hotdice.solver.carry import carry
from hotdice.solver.evaluate import Floats, Ints, Turns
from hotdice.solver.follow import BANKED, FARKLE

EVERY = 8  # positions whose totals this divides are worked out
NEAR = 1e-3
SWEEPS = 60

Inputs = Callable[[int, int, int], tuple[Floats, Floats]]


class Linear:
    """The chances of what follows each turn, and what they carry on.

    Boards are by counts of farkles, own and other, then by totals, own and other.
    """

    def __init__(self, turns: Turns, values: Floats, inputs: Inputs) -> None:
        counts, size = len(values), turns.target
        known = (size - 1) // EVERY + 1
        self._chances = np.zeros((counts, counts, known, known, BANKED + size))
        for s in range(0, 2 * (known - 1) * EVERY + 1, EVERY):
            own = turns.totals(s)
            own = own[own % EVERY == 0]
            for i, j in np.ndindex(counts, counts):
                found = turns.outcomes(values[j, 0], s, *inputs(i, j, s), EVERY)
                self._chances[i, j, own // EVERY, (s - own) // EVERY] = found
        width = self._chances.shape[-1]
        self._ends = width - np.argmax(self._chances[..., ::-1] > 0.0, axis=-1)
        self.farkle = _between(_between(self._chances[..., FARKLE], size, 2), size, 3)

    def before(self, fallen: Ints, change: Floats) -> Floats:
        """What changes everywhere are worth one turn before, to the player who then moves next."""
        out = np.zeros_like(change)
        ones = np.ones_like(change)
        carry(self._chances, self._ends, EVERY, fallen, out, ones, 1.0, change, out)
        return out

    def spread(self, fallen: Ints, source: Floats, weight: Floats, least: float) -> Floats:
        """All changes if each is its source and `weight` times what follows from the others.

        Those larger than `least` are found to a share of `NEAR`.
        """
        change = source.copy()
        model = (self._chances, self._ends, EVERY)
        for _ in range(SWEEPS):
            if carry(*model, fallen, source, weight, least, change, change) < NEAR:
                break
        return change


def _between(board: Floats, size: int, axis: int) -> Floats:
    """Values known at every `EVERY`-th place along an axis, drawn straight in between."""
    at = np.arange(size)
    below = at // EVERY
    above = np.minimum(below + 1, board.shape[axis] - 1)
    share = (at % EVERY / EVERY).reshape((-1,) + (1,) * (board.ndim - 1 - axis))
    return np.asarray(board.take(below, axis) * (1 - share) + board.take(above, axis) * share)
