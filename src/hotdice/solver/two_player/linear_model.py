"""A linear model of how values under a penalty change while best play stays the same.

The derivative of all values at once is a Markov chain: the chances of how each turn ends. They vary
little from one total to the next, so they are computed for a few states only and interpolated.
Nothing here needs to be exact: it says where to look next, and how wide a bracket should be.
"""

import numpy as np

from hotdice.solver.kernels.propagate import OutcomeModel, propagate
from hotdice.solver.kernels.turn_outcomes import BANKED, FARKLE
from hotdice.solver.turn.farkles import FarkleTable
from hotdice.solver.two_player.penalty_states import Inputs
from hotdice.solver.two_player.turns import Floats, TwoPlayerTurns

EVERY = 8  # states whose totals are multiples of this are computed,
KNOWN_TOTALS = 16  # or more of them, so that there are at least so many totals
LEAST_CHANCE = 1e-5  # rarer outcomes are left out, unless all states are computed
RELATIVE_STEP = 1e-3  # changes count as found up to this: the model itself is no better
MODEL_SWEEPS = 5000


class LinearModel:
    """The chances of how each turn ends, and what they propagate.

    Boards are by counts of farkles, own and other, then by totals, own and other.
    """

    def __init__(self, turns: TwoPlayerTurns, values: Floats, inputs: Inputs) -> None:
        counts, size = len(values), turns.target
        every = min(EVERY, -(-size // KNOWN_TOTALS))
        known = (size - 1) // every + 1
        least = LEAST_CHANCE if every > 1 else LEAST_CHANCE**3
        chances = np.zeros((counts, counts, known, known, BANKED + size))
        for s in range(0, 2 * (known - 1) * every + 1, every):
            own = turns.totals(s)
            own = own[own % every == 0]
            for i, j in np.ndindex(counts, counts):
                found = turns.outcomes(values[j, 0], s, *inputs(i, j, s), every, least)
                chances[i, j, own // every, (s - own) // every] = found
        width = chances.shape[-1]
        ends = width - np.argmax(chances[..., ::-1] > 0.0, axis=-1)
        self._model = OutcomeModel(chances, np.maximum(ends, BANKED), every)
        farkle = _interpolated(chances[..., FARKLE], every, size, 2)
        self.farkle = _interpolated(farkle, every, size, 3)

    def before(self, farkles: FarkleTable, change: Floats) -> Floats:
        """What changes everywhere are worth one turn earlier, to the player who moves after it."""
        out = np.zeros_like(change)
        propagate(self._model, farkles, out, np.ones_like(change), 1.0, change, out)
        return out

    def spread(
        self,
        farkles: FarkleTable,
        source: Floats,
        weight: Floats,
        least: float,
        relative_step: float = RELATIVE_STEP,
    ) -> Floats:
        """All changes, if each is its source plus `weight` times what follows from the others.

        It ends when none larger than `least` moves by more than the relative step.
        """
        change = source.copy()
        for _ in range(MODEL_SWEEPS):
            step = propagate(self._model, farkles, source, weight, least, change, change)
            if step < relative_step:
                break
        return change


def _interpolated(board: Floats, every: int, size: int, axis: int) -> Floats:
    """Values known at every n-th place along an axis, interpolated linearly."""
    at = np.arange(size)
    below = at // every
    above = np.minimum(below + 1, board.shape[axis] - 1)
    share = (at % every / every).reshape((-1,) + (1,) * (board.ndim - 1 - axis))
    return np.asarray(board.take(below, axis) * (1 - share) + board.take(above, axis) * share)
