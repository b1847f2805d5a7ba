"""Three or more players, stable play of all: the chances of everybody at every turn start."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from hotdice.solver.advice import Advice

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class LastRounds(NamedTuple):
    """Tables of last rounds by how many are to move and how many hold the highest total.

    Row 0 of a table is the chance of each who holds it, row j that of the j-th to move; a place is
    made of what each of these needs to draw level, at most `needs - 1`, and from `needs` on for
    players off the board where that has to be told apart.
    """

    tables: tuple[tuple[Floats, ...], ...]
    needs: int
    boards: int
    shared: bool

    def chances(self, units: Sequence[int], movers: int) -> list[float]:
        """Chances in order of play, where so many are still to move."""
        highest = max(units[movers:])
        holders = [seat for seat in range(movers, len(units)) if units[seat] == highest]
        if not self.shared:
            holders = holders[:1]
        place = 0
        for total in reversed(units[:movers]):
            need = min(highest - total, self.needs - 1)
            side = self.needs if self.boards == 2 and total <= 0 else 0
            place = place * self.needs * self.boards + side + need
        row = self.tables[movers][len(holders) - 1][:, place]
        found = [*row[1:], *([0.0] * (len(units) - movers))]
        for seat in holders:
            found[seat] = row[0]
        return found


class Melee(NamedTuple):
    """The chances of all players under stable play, and what changing one's play could gain.

    `values[j - 1, s, place]` is the chance of the j-th player after the mover, where the totals in
    steps add up to s and the place is made of all totals but the last, in order of play.
    """

    rules: Rules
    players: int
    step: int
    values: Floats
    last_rounds: LastRounds
    gap: float
    error: float
    mixed: int
    method: str
    states: int
    seconds: float
    compile_seconds: float

    def chances(self, state: State) -> tuple[float, ...]:
        """The winning chance of each seat at the start of a turn."""
        if any(total % self.step for total in state.totals):
            raise HotDiceError(
                "solve/step",
                totals=",".join(map(str, state.totals)),
                rules=self.rules.name,
                step=self.step,
                lowest=0,
            )
        units = [total // self.step for total in _turned(state.totals, state.player)]
        if state.starter is None:
            target = -(-self.rules.target // self.step)
            place = sum(unit * target**at for at, unit in enumerate(units[:-1]))
            others = self.values[:, sum(units), place]
            found = [1.0 - others.sum(), *others]
        else:
            found = self.last_rounds.chances(units, (state.starter - state.player) % self.players)
        return _turned(tuple(map(float, found)), -state.player % self.players)

    @property
    def exact(self) -> bool:
        """Whether the chances are those of the play reported, within their bound."""
        return True

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points; all totals below the target."""
        units = [total // self.step for total in _turned(state.totals, state.player)]
        target = -(-self.rules.target // self.step)
        place = sum(unit * target**at for at, unit in enumerate(units[1:]))
        return np.asarray(self.values[-1, sum(units) + gains // self.step, place])

    def turn_bound(self, state: State) -> float:
        """The most that the chances which follow on this turn can be off."""
        return self.error

    def advise(self, state: State) -> "Advice":
        """Every legal choice in a position with its value."""
        from hotdice.solver.advice import advise

        return advise(state, self)


def _turned(values: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """Values by seat as values from the player `by` on, in order of play."""
    return values[by:] + values[:by]
