"""The solution of rules with any options: everybody's chances at every turn start."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.rules.meaning import NOBODY, has_won, leader, on_board, turns_left
from hotdice.solver.advice.values import movers_chance, shares
from hotdice.solver.explicit.axes import Axes, least_reached
from hotdice.solver.feasibility import refuse_between_steps
from hotdice.solver.turn.levels import Floats, Ints

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice

METHOD = "numbered turn starts, certified"


class ExplicitSolution(NamedTuple):
    """The chances of all players at turn starts, which are numbered as `axes` say.

    `values[j, place]` is the chance of the j-th player from the mover on, without the last one's;
    `offered` has the same by points and dice that may be taken over. `errors` bounds how far the
    chances are from those of the play, by place or for all, and nobody could gain more than `gap`.
    """

    axes: Axes
    values: Floats
    offered: Floats
    errors: Floats | float
    gap: float
    seconds: float
    mixed: int = 0
    method: str = METHOD
    compile_seconds: float = 0.0

    @property
    def rules(self) -> Rules:
        """The rules that were solved."""
        return self.axes.rules

    @property
    def players(self) -> int:
        """How many play."""
        return self.axes.players

    @property
    def lowest(self) -> int:
        """The lowest total that is followed."""
        return self.axes.lowest

    @property
    def step(self) -> int:
        """In which step totals are counted."""
        return self.axes.step

    @property
    def states(self) -> int:
        """How many turn starts were solved."""
        return self.axes.solved

    @property
    def exact(self) -> bool:
        """Whether the chances are those of the play reported, within their bound."""
        return True

    def chance(self, *totals: int, farkles: Sequence[int] = ()) -> float:
        """The chance of the player to move at the start of a turn; totals are from them on."""
        return movers_chance(self, totals, farkles)

    def chances(self, state: State) -> tuple[float, ...]:
        """Each seat's chance at the start of a turn, or its share of a game that is over."""
        players = self.players
        if state.over:
            return shares(state)
        place, offer = self.place(state), state.extras.offer
        row = self.values[:, place]
        if offer is not None:
            points = min(offer.points // self.step, self.axes.offer_levels - 1)
            row = self.offered[:, place, points, offer.dice - 1]
        from_mover = [*map(float, row), 1.0 - float(row.sum())]
        return tuple(from_mover[(seat - state.player) % players] for seat in range(players))

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points."""
        chances = [self.chances(state.add(gain))[state.player] for gain in gains]
        return np.asarray(chances, dtype=np.float64)

    def bound(self, state: State | None = None) -> float:
        """The most that the chances at the start of a turn can be off, or of a game."""
        state = state or State.start(self.rules, self.players)
        if state.over:
            return 0.0
        error = self.errors
        if not isinstance(error, float):
            error = 1.0
            if min(state.totals) >= self.lowest:
                error = float(self.errors[self.place(state)])  # type: ignore[index]
        offer = state.extras.offer
        if offer is not None:
            error += least_reached(self.axes, offer.points // self.step)
        return min(1.0, error + (self.gap if self.players == 2 else 0.0))

    def turn_bound(self, state: State) -> float:
        """The most that the chances which follow on this turn can be off."""
        if isinstance(self.errors, float):
            return self.bound(state)
        return min(1.0, float(self.errors.max()) + self.gap)

    def advise(self, state: State) -> "Advice":
        """Every legal choice in a position with its value."""
        from hotdice.solver.advice.choices import advise

        return advise(state, self)

    def place(self, state: State) -> int:
        """The number of a turn start."""
        axes = self.axes
        refuse_between_steps(
            self.rules, tuple(max(t, axes.lowest) for t in state.totals), axes.lowest
        )
        totals = _rotated(
            [(max(t, axes.lowest) - axes.lowest) // axes.step for t in state.totals], state.player
        )
        starter = NOBODY if state.starter is None else (state.starter - state.player) % self.players
        if starter != NOBODY and axes.needs:
            return self._last_place(state, totals, starter)
        number = state.extras.rounds * axes.seats if axes.rounds > 1 else 0
        number += _place_in_round(state) if axes.seats > 1 else 0
        number = number * axes.starters + (0 if starter == NOBODY else starter)
        for count in _rotated(state.farkles, state.player):
            number = number * axes.counts + count
        lowest = min(totals) if axes.differences else 0
        for total in totals:
            number = number * axes.totals + min(total - lowest, axes.totals - 1)
        return number

    def _last_place(self, state: State, totals: Sequence[int], starter: int) -> int:
        """The place in a last round by needs."""
        axes = self.axes
        terms = self.rules.terms.in_steps(axes.step, axes.lowest)
        player, beginner = state.player, state.extras.beginner
        began = (player + starter) % self.players
        movers = turns_left(terms, self.players, player, began, beginner)
        done = totals[movers:]
        first = leader(done, starter - movers)
        place = sum(has_won(terms, done, first, seat) << seat for seat in range(len(done)))
        for total in totals[:movers]:
            need = min(done[first] - total, axes.needs - 1)
            if axes.boards > 1 and on_board(terms, total):
                need += axes.needs
            place = place * axes.needs * axes.boards + need
        return axes.last_at[movers] + place


def _place_in_round(state: State) -> int:
    """How many have had their turn of this round before the player to move."""
    return (state.player - state.extras.beginner) % len(state.totals)


def _rotated(by_seat: Sequence[Any], by: int) -> list[Any]:
    """Values by seat as values from the player `by` on, in order of play."""
    return [*by_seat[by:], *by_seat[:by]]
