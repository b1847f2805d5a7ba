"""What advice needs to know of a whole game: the chances of those who are about to begin a turn."""

from collections.abc import Sequence
from typing import Protocol

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.turn import Floats, Ints


class Values(Protocol):
    """Winning chances under best play of all at the starts of turns.

    Of two players those in the last round are not asked for.
    """

    @property
    def rules(self) -> Rules:
        """The rules that were solved."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def lowest(self) -> int:
        """The lowest total that is known of."""

    @property
    def exact(self) -> bool:
        """Whether the chances are exact within their bound, and not an approximation."""

    def chances(self, state: State) -> tuple[float, ...]:
        """The chance of each seat at the start of a turn."""

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points; all totals below the target."""

    def turn_bound(self, state: State) -> float:
        """The most that the chances which follow on this turn can be off."""


class ManyValues(Values, Protocol):
    """The same for three or more players, with what else their last rounds need."""

    def held(self, totals: Ints, others: Sequence[int]) -> Floats:
        """The chances of one who alone holds the highest total, which is one of these.

        The others are the totals of those who are still to move, in their order.
        """
