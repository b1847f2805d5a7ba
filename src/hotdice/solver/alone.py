"""One player alone, who wins for certain: only the points of a turn tell choices apart."""

from typing import NamedTuple

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.turn import Floats, Ints


class Alone(NamedTuple):
    """Values for one player."""

    rules: Rules

    @property
    def players(self) -> int:
        """How many play."""
        return 1

    @property
    def exact(self) -> bool:
        """Nothing is more certain."""
        return True

    def chances(self, state: State) -> tuple[float, ...]:
        """The chance of the only seat."""
        return (1.0,)

    def banked(self, state: State, gains: Ints) -> Floats:
        """The chances after a turn that adds these points."""
        return np.ones(len(gains))

    def turn_bound(self, state: State) -> float:
        """The most that these chances can be off."""
        return 0.0
