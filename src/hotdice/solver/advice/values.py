"""What advice needs to know about a whole game: the values of all players at turn starts."""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from hotdice.game import State
from hotdice.game.extras import NO_EXTRAS, Extras
from hotdice.rules import Rules
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.turn.levels import Floats, Ints

Chances = tuple[float, ...]


class Values(Protocol):
    """Winning chances at the starts of turns if everybody plays best.

    With two players those in the last round are needed only where options ask for every position.
    """

    @property
    def rules(self) -> Rules:
        """The rules that were solved."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def lowest(self) -> int:
        """The lowest total that has values."""

    @property
    def exact(self) -> bool:
        """Whether the chances are exact within their bound, and not an approximation."""

    def chances(self, state: State) -> tuple[float, ...]:
        """The chance of each seat at the start of a turn."""

    def turn_bound(self, state: State) -> float:
        """The most that the chances after this turn can be off."""


class BankedValues(Values, Protocol):
    """The same where the points of a turn decide what it leads to."""

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points; all totals below the target."""


class NPlayerValues(BankedValues, Protocol):
    """The same for three or more players, with what else their last rounds need."""

    def leader_chances(self, totals: Ints, others: Sequence[int]) -> Floats:
        """The chances of a sole holder of the highest total, for each of these totals.

        The others are the totals of those who are still to move, in their order.
        """

    def banked_by_seat(self, state: State, gains: Ints) -> Floats:
        """As `banked`, with the chances of all seats in each row."""


def turns_to_come(value: float) -> float:
    """The turns of a single player until the end, the current one included, from its value."""
    return 2.0 - value


def within_known_totals(state: State, values: Values) -> State:
    """The same position with totals that have values: lower ones become the lowest."""
    lowest = values.lowest
    if min(state.totals) >= lowest or (
        state.starter is not None and not needs_explicit(state.rules)
    ):
        return state
    return replace(state, totals=tuple(max(total, lowest) for total in state.totals))


def movers_chance(values: Values, totals: Sequence[int], farkles: Sequence[int]) -> float:
    """The chance of the player to move, by totals and farkles in a row from them on.

    All else is as at the beginning of a game, and so are totals and farkles that are not given.
    """
    start = State.start(values.rules, values.players, totals or None)
    return values.chances(replace(start, farkles=tuple(farkles) or start.farkles))[0]


def turn_start(state: State) -> State:
    """The start of the turn of a position; what was offered there is forgotten in the turn."""
    if state.fresh:
        return state
    lasting = Extras(rounds=state.extras.rounds, beginner=state.extras.beginner)
    return State(
        rules=state.rules,
        totals=state.totals,
        player=state.player,
        turn_points=0,
        dice=state.rules.dice,
        rolled=(),
        farkles=state.farkles,
        starter=state.starter,
        extras=NO_EXTRAS if lasting == NO_EXTRAS else lasting,
    )


def shares(state: State) -> Chances:
    """Everybody's share of the win of a game that is over."""
    won = state.winners
    return tuple((seat in won) / len(won) for seat in range(len(state.totals)))


def chances_at_end(state: State, values: Values) -> Chances:
    """Everybody's chances after the end of a turn."""
    if state.over:
        return shares(state)
    return values.chances(within_known_totals(state, values))
