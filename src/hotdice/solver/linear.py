"""Small changes of values under a penalty, where best play stays the same: a cheap linear model.

The chances of what follows a turn vary little from one total to the next, so they are worked out
for a few positions only. What is found here is never trusted: it is where to look next.
"""

from collections.abc import Callable

import numpy as np

from hotdice.solver.carry import carry
from hotdice.solver.evaluate import Floats, Ints, Turns
from hotdice.solver.leads import BANKED, FARKLE

EVERY = 8  # positions whose totals this divides are worked out,
KNOWN = 16  # or more, so that there are so many totals
LEAST = 1e-5  # what comes about more rarely is left out, unless all positions are worked out
NEAR = 1e-3  # the step, as a share, at which changes count as found
SWEEPS = 5000

Inputs = Callable[[int, int, int], tuple[Floats, Floats]]


class Linear:
    """The chances of what follows each turn, and what they carry on.

    Boards are by counts of farkles, own and other, then by totals, own and other.
    """

    def __init__(self, turns: Turns, values: Floats, inputs: Inputs) -> None:
        counts, size = len(values), turns.target
        self._every = every = min(EVERY, -(-size // KNOWN))
        known = (size - 1) // every + 1
        least = LEAST if every > 1 else LEAST**3
        self._chances = np.zeros((counts, counts, known, known, BANKED + size))
        for s in range(0, 2 * (known - 1) * every + 1, every):
            own = turns.totals(s)
            own = own[own % every == 0]
            for i, j in np.ndindex(counts, counts):
                found = turns.outcomes(values[j, 0], s, *inputs(i, j, s), every, least)
                self._chances[i, j, own // every, (s - own) // every] = found
        width = self._chances.shape[-1]
        ends = width - np.argmax(self._chances[..., ::-1] > 0.0, axis=-1)
        self._ends = np.maximum(ends, BANKED)
        farkle = self._chances[..., FARKLE]
        self.farkle = _between(_between(farkle, every, size, 2), every, size, 3)

    def before(self, fallen: Ints, change: Floats) -> Floats:
        """What changes everywhere are worth one turn before, to the player who then moves next."""
        out = np.zeros_like(change)
        ones = np.ones_like(change)
        carry(self._chances, self._ends, self._every, fallen, out, ones, 1.0, change, out)
        return out

    def spread(
        self, fallen: Ints, source: Floats, weight: Floats, least: float, near: float = NEAR
    ) -> Floats:
        """All changes if each is its source and `weight` times what follows from the others.

        It ends when none larger than `least` moves by more than a share of `near`.
        """
        change = source.copy()
        model = (self._chances, self._ends, self._every)
        for _ in range(SWEEPS):
            if carry(*model, fallen, source, weight, least, change, change) < near:
                break
        return change


def _between(board: Floats, every: int, size: int, axis: int) -> Floats:
    """Values known at every so many places along an axis, drawn straight in between."""
    at = np.arange(size)
    below = at // every
    above = np.minimum(below + 1, board.shape[axis] - 1)
    share = (at % every / every).reshape((-1,) + (1,) * (board.ndim - 1 - axis))
    return np.asarray(board.take(below, axis) * (1 - share) + board.take(above, axis) * share)
