"""One player alone: the turns that are still to come if they are to be as few as possible."""

from typing import NamedTuple

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.turn import Floats, Ints


class Alone(NamedTuple):
    """The turns to come at the start of each, by the count of farkles and the total in steps.

    Whoever is alone wins for certain, so what other values tell as a chance is here 1 less the
    turns to come: the greatest of it is best all the same, and the end of the game is worth 1.
    """

    rules: Rules
    step: int
    lowest: int
    turns: Floats
    bound: float

    @property
    def players(self) -> int:
        """How many play."""
        return 1

    @property
    def exact(self) -> bool:
        """Not where a fall that no floor stops ends at the lowest total."""
        return self.rules.penalty is None or self.rules.penalty.floor is not None

    def chances(self, state: State) -> tuple[float, ...]:
        """1 less the turns to come."""
        total = max(state.totals[0], self.lowest)
        return (1.0 - float(self.turns[state.farkles[0], (total - self.lowest) // self.step]),)

    def banked(self, state: State, gains: Ints) -> Floats:
        """The same after a turn that adds these points."""
        places = (state.totals[0] + gains - self.lowest) // self.step
        return np.asarray(1.0 - self.turns[0, places])

    def turn_bound(self, state: State) -> float:
        """The most that the turns to come can be off."""
        return self.bound


def turns_to_come(worth: float) -> float:
    """The turns until the end, the one under way included, by what a position is worth in it."""
    return 2.0 - worth
