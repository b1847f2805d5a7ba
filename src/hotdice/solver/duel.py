"""Two players, best play of both: an answer for every pair of totals, bounded in its error."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.texts import HotDiceError

Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-14  # a chance too small to count; it is part of every bound


class Duel(NamedTuple):
    """The value of every position for the player to move, and half-widths of brackets around them.

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

    def chance(self, own: int, other: int, farkles: tuple[int, int] = (0, 0)) -> float:
        """The chance of winning of the player to move, a shared win counted as a half."""
        return float(self.values[self._place(own, other, farkles)])

    def bound(self, own: int = 0, other: int = 0, farkles: tuple[int, int] = (0, 0)) -> float:
        """The most that this chance can be off."""
        if isinstance(self.widths, float):
            return self.widths + NEGLIGIBLE
        return float(self.widths[self._place(own, other, farkles)]) + NEGLIGIBLE

    def _place(self, own: int, other: int, farkles: tuple[int, int]) -> tuple[int, int, int, int]:
        if own % self.step or other % self.step or min(own, other) < self.lowest:
            totals = f"{own},{other}"
            raise HotDiceError(
                "solve/step",
                totals=totals,
                rules=self.rules.name,
                step=self.step,
                lowest=self.lowest,
            )
        a, b = ((total - self.lowest) // self.step for total in (own, other))
        return (*farkles, a + b, b)
