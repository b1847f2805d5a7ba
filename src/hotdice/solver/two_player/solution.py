"""The solution of two players: the value of every state at a turn start, with its error bound."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.advice.values import movers_chance
from hotdice.solver.turn.final_turn import NEGLIGIBLE
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class TwoPlayerSolution(NamedTuple):
    """The value of every turn start for the player to move, and half-widths of their brackets.

    `values[i, j, s, b]` is the chance of the player to move with i farkles in a row against j, the
    totals being s - b against b, in steps from the lowest total. `widths` has the same shape, or
    one number for all.
    """

    rules: Rules
    step: int
    lowest: int
    values: Floats
    widths: Floats | float
    method: str
    states: int
    seconds: float
    compile_seconds: float

    def chance(self, *totals: int, farkles: Sequence[int] = ()) -> float:
        """The chance of the player to move at the start of a turn; totals are from them on."""
        return movers_chance(self, totals, farkles)

    def bound(self, state: State | None = None) -> float:
        """The most that the chances at the start of a turn can be off, or of a game."""
        if isinstance(self.widths, float):
            return self.widths + NEGLIGIBLE
        state = state or State.start(self.rules)
        if min(state.totals) < self.lowest:
            return 1.0
        return float(self.widths[self._of(state)]) + NEGLIGIBLE

    @property
    def players(self) -> int:
        """How many play."""
        return 2

    @property
    def exact(self) -> bool:
        """Whether the chances are exact within their bound."""
        return True

    def chances(self, state: State) -> tuple[float, ...]:
        """Each seat's chance at the start of a turn; lower totals count as the lowest one."""
        chance = float(self.values[self._of(state)])
        return (chance, 1.0 - chance) if state.player == 0 else (1.0 - chance, chance)

    def banked(self, state: State, gains: Ints) -> Floats:
        """The mover's chances after a turn that adds these points; all totals below the target."""
        return np.asarray(1.0 - self.values[self._after_bank(state, gains)])

    def turn_bound(self, state: State) -> float:
        """The most that the chances after this turn can be off."""
        if isinstance(self.widths, float):
            return self.widths + NEGLIGIBLE
        below = np.arange(0, self.rules.target - state.totals[state.player], self.step)
        widest = float(self.widths[self._after_bank(state, below)].max())
        return max(widest, self.bound(state.farkle()))

    def advise(self, state: State) -> "Advice":
        """Every legal choice in a position with its value."""
        from hotdice.solver.advice.choices import advise

        return advise(state, self)

    def _after_bank(self, state: State, gains: Ints) -> tuple[int, int, Ints, Ints]:
        """The places of the other player's turns after gains of the mover."""
        own, other = _from_mover(state, state.totals)
        _, _, s, b = self._place(own, other, (0, 0))
        steps, between = np.divmod(gains, self.step)
        if between.any():
            raise self._off(own + int(gains[between > 0][0]), other)
        return state.farkles[1 - state.player], 0, s + steps, s - b + steps

    def _of(self, state: State) -> tuple[int, int, int, int]:
        """The place of the start of a turn; lower totals count as the lowest one."""
        own, other = (max(total, self.lowest) for total in _from_mover(state, state.totals))
        return self._place(own, other, _from_mover(state, state.farkles))

    def _place(self, own: int, other: int, farkles: tuple[int, int]) -> tuple[int, int, int, int]:
        if own % self.step or other % self.step or min(own, other) < self.lowest:
            raise self._off(own, other)
        a, b = ((total - self.lowest) // self.step for total in (own, other))
        return (*farkles, a + b, b)

    def _off(self, own: int, other: int) -> HotDiceError:
        return HotDiceError(
            "solve/step",
            totals=f"{own},{other}",
            rules=self.rules.name,
            step=self.step,
            lowest=self.lowest,
        )


def _from_mover(state: State, by_seat: tuple[int, ...]) -> tuple[int, int]:
    """Two numbers by seat, that of the player to move first."""
    return by_seat[state.player], by_seat[1 - state.player]
