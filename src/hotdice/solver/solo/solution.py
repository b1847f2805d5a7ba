"""The solution of one player: the expected turns to the target, played for the fewest."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.advice.values import movers_chance
from hotdice.solver.turn.levels import Floats, Ints

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice


class SoloSolution(NamedTuple):
    """The expected turns to come at turn starts, by the count of farkles and the total in steps.

    A single player wins for certain, so what other solutions have as a chance is here 1 minus the
    turns to come: the greatest is still best, and the end of the game is worth 1. What may be taken
    over from one's own last turn adds points in steps and dice to the place in `offered`.
    """

    rules: Rules
    step: int
    lowest: int
    turns: Floats
    error: float
    offered: Floats | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return 1

    @property
    def exact(self) -> bool:
        """Whether it is exact: not if totals are cut off at a lowest one."""
        return self.rules.terms.has_floor

    def chance(self, *totals: int, farkles: Sequence[int] = ()) -> float:
        """The chance of the player to move at the start of a turn; totals are from them on."""
        return movers_chance(self, totals, farkles)

    def bound(self, state: State | None = None) -> float:
        """The most that the turns to come can be off."""
        return self.error

    @property
    def states(self) -> int:
        """How many turn starts were solved."""
        return self.turns.size if self.offered is None else self.offered.size

    def chances(self, state: State) -> tuple[float, ...]:
        """1 minus the turns to come; 1 where the game is over."""
        if state.over:
            return (1.0,)
        total = max(state.totals[0], self.lowest)
        place = state.farkles[0], (total - self.lowest) // self.step
        offer = state.extras.offer
        if offer is None or self.offered is None:
            return (1.0 - float(self.turns[place]),)
        points = min(offer.points // self.step, self.offered.shape[2] - 1)
        return (1.0 - float(self.offered[(*place, points, offer.dice - 1)]),)

    def banked(self, state: State, gains: Ints) -> Floats:
        """The same after a turn that adds these points."""
        places = (state.totals[0] + gains - self.lowest) // self.step
        return np.asarray(1.0 - self.turns[0, places])

    def turn_bound(self, state: State) -> float:
        """The most that the turns to come can be off."""
        return self.error

    def advise(self, state: State) -> "Advice":
        """Every legal choice in a position with its value."""
        from hotdice.solver.advice.choices import advise

        return advise(state, self)
