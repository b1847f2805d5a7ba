"""The solution of three or more players: the chances of all at every turn start."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.rules.meaning import has_won, leader
from hotdice.rules.terms import Terms
from hotdice.solver.advice.values import movers_chance
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class LastRounds(NamedTuple):
    """Tables of last rounds by how many are to move and how many hold the highest total.

    Row 0 of a table is the chance of each who holds it, row j that of the j-th to move; a place is
    made of what each of these needs to tie with it, at most `needs - 1`, and from `needs` on for
    players off the board where that makes a difference.
    """

    tables: tuple[tuple[Floats, ...], ...]
    needs: int
    boards: int
    terms: Terms

    def chances(self, units: Sequence[int], movers: int) -> list[float]:
        """Chances in order of play, where so many are still to move."""
        done = units[movers:]  # from the one who began the end
        first = leader(done, 0)
        holds = [has_won(self.terms, done, first, seat) for seat in range(len(done))]
        place = int(self._place(np.array(done[first]), units[:movers]))
        row = self.tables[movers][sum(holds) - 1][:, place]
        return [*row[1:], *(row[0] if held else 0.0 for held in holds)]

    def leader_chances(self, highest: Ints, others: Sequence[int]) -> Floats:
        """Chances of one who alone holds the highest total, against those still to move."""
        return np.asarray(self.tables[len(others)][0][0, self._place(highest, others)])

    def _place(self, highest: Ints, others: Sequence[int]) -> Ints:
        """The places of what each of the others needs."""
        place = np.zeros_like(highest)
        for total in reversed(others):
            need = np.minimum(highest - total, self.needs - 1)
            side = self.needs if self.boards == 2 and total <= 0 else 0
            place = place * self.needs * self.boards + side + need
        return place


class NPlayerSolution(NamedTuple):
    """The chances of all players in equilibrium, and the most that a deviation could gain (`gap`).

    `values[j - 1, block, s, place]` is the chance of the j-th player after the mover. The block
    encodes the counts of farkles in order of play, s is the sum of the totals in steps from the
    lowest, and the place encodes all totals but the last. `errors` are by block, s and place too,
    or one number for all.
    """

    rules: Rules
    players: int
    step: int
    lowest: int
    values: Floats
    last_rounds: LastRounds
    gap: float
    errors: Floats | float
    mixed: int
    method: str
    states: int
    seconds: float
    compile_seconds: float

    def chance(self, *totals: int, farkles: Sequence[int] = ()) -> float:
        """The chance of the player to move at the start of a turn; totals are from them on."""
        return movers_chance(self, totals, farkles)

    def chances(self, state: State) -> tuple[float, ...]:
        """Each seat's chance at the start of a turn; lower totals count as the lowest one."""
        if state.starter is None:
            block, s, place = self._place(state)
            others = self.values[:, block, s, place]
            found = [1.0 - others.sum(), *others]
        else:
            self._refuse_between_steps(state.totals)
            units = [total // self.step for total in _rotated(state.totals, state.player)]
            found = self.last_rounds.chances(units, (state.starter - state.player) % self.players)
        return _rotated(tuple(map(float, found)), -state.player % self.players)

    def bound(self, state: State | None = None) -> float:
        """The most that the chances at the start of a turn can be off, or of a game."""
        if isinstance(self.errors, float):
            return self.errors
        state = state or State.start(self.rules, self.players)
        if state.starter is not None:
            return float(self.errors.min())  # every error includes what last rounds add
        if min(state.totals) < self.lowest:
            return 1.0
        return float(self.errors[self._place(state)])

    @property
    def exact(self) -> bool:
        """Whether the chances are those of the play reported, within their bound."""
        return True

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points; all totals below the target."""
        return np.asarray(self.values[-1][self._after_bank(state, gains)])

    def banked_by_seat(self, state: State, gains: Ints) -> Floats:
        """The chances of all seats, in each row, after a turn that adds these points."""
        others = self.values[(slice(None), *self._after_bank(state, gains))]
        from_next = np.vstack([1.0 - others.sum(axis=0), others])
        return np.roll(from_next, state.player + 1, axis=0).T

    def leader_chances(self, totals: Ints, others: Sequence[int]) -> Floats:
        """The chances of one who alone holds the highest total, against those still to move."""
        self._refuse_between_steps((*map(int, totals), *others))
        return self.last_rounds.leader_chances(
            totals // self.step, [total // self.step for total in others]
        )

    def turn_bound(self, state: State) -> float:
        """The most that the chances which follow on this turn can be off."""
        if isinstance(self.errors, float) or state.starter is not None:
            return self.bound(state)
        below = np.arange(0, self.rules.target - state.totals[state.player], self.step)
        widest = float(self.errors[self._after_bank(state, below)].max())
        return max(widest, self.bound(state.farkle()))

    def advise(self, state: State) -> "Advice":
        """Every legal choice in a position with its value."""
        from hotdice.solver.advice.choices import advise

        return advise(state, self)

    def _after_bank(self, state: State, gains: Ints) -> tuple[int, Ints, int]:
        """The places of the turn starts after gains of the mover."""
        block, s, place = self._place(state.add(0))
        return block, s + gains // self.step, place

    def _place(self, state: State) -> tuple[int, int, int]:
        """Block, sum and place of a turn start."""
        self._refuse_between_steps(state.totals)
        totals = _rotated(state.totals, state.player)
        units = [(max(total, self.lowest) - self.lowest) // self.step for total in totals]
        target = -(-(self.rules.target - self.lowest) // self.step)
        counts = self.rules.terms.penalty_farkles
        block = digits(_rotated(state.farkles, state.player), counts)
        return block, sum(units), digits(units[:-1], target)

    def _refuse_between_steps(self, totals: Sequence[int]) -> None:
        if any(total % self.step for total in totals):
            raise HotDiceError(
                "solve/step",
                totals=",".join(map(str, totals)),
                rules=self.rules.name,
                step=self.step,
                lowest=self.lowest,
            )


def digits(numbers: Sequence[int], base: int) -> int:
    """Digits in some base as one number, the first digit being the lowest."""
    found = 0
    for number in reversed(numbers):
        found = found * base + number
    return found


def _rotated(values: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """Values by seat as values from the player `by` on, in order of play."""
    return values[by:] + values[:by]
