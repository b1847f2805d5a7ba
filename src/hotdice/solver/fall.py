"""Two players where a penalty makes totals fall: sweeps over all pairs until the values stand.

A position has two totals and two counts of farkles in a row. A farkle leads to the same totals with
a higher count, the last one to a lower total; so within one sum counts are worked on from the
highest down, and only falling totals need what the sweep before has found. The first sweep begins
with the values of the same rules without the penalty.

The bound: a bracket [lower, upper] around the values is widened until one turn of everybody sends
it into itself, rounding included. Where totals are cut off, whoever falls below has lost at once in
the lower bracket and stays at the lowest total in the upper one, since fewer points are never
better; so the cost of the cut is part of the bracket.
"""

from collections.abc import Iterator

import numpy as np

from hotdice.solver.evaluate import Floats, Ints, Turns
from hotdice.solver.grow import solve_growing
from hotdice.solver.progress import Progress, silent
from hotdice.texts import HotDiceError

METHOD = "sweeps over pairs of totals and counts of farkles, bracketed"
SETTLED = 2e-12
STRETCH = 1.1
TURNS_LEFT = 60  # a first guess at how many widths of one turn add up in a game
SWEEPS = 200


def solve_falling(
    turns: Turns, loss: int, floor: int | None, progress: Progress = silent
) -> tuple[Floats, Floats]:
    """Values by counts of farkles, own and other, then as for growing totals; and their widths.

    `loss` and `floor` are in steps, the floor from the lowest total; without one, falls end there.
    """
    assert turns.rules.penalty is not None
    counts = turns.rules.penalty.farkles
    growing, _ = solve_growing(turns)
    values = np.broadcast_to(growing, (counts, counts, *growing.shape)).copy()
    fall = _Fall(turns, loss, floor)
    for _ in range(SWEEPS):
        change = 0.0
        for (own, other), s, totals in fall.order():
            at = (own, other, s, s - totals)
            found = fall.turn(values, own, other, s, totals, cut=False)
            change = max(change, float(np.abs(found - values[at]).max()))
            values[at] = found
        if change < SETTLED:
            return values, _widths(fall, values, change + turns.rounding)
    raise HotDiceError("solve/never-ends", rules=turns.rules.name)


def _widths(fall: "_Fall", values: Floats, residual: float) -> Floats:
    """Half-widths of a bracket around the values that is sent into itself."""
    far = np.linspace(1.0, 0.0, values.shape[2])[:, None]
    width = 2 * residual * (1 + TURNS_LEFT * far)
    upper = np.minimum(values + width, 1.0)
    lower = np.maximum(values - width, 0.0)
    for _ in range(SWEEPS):
        inside = True
        for (own, other), s, totals in fall.order():
            at = (own, other, s, s - totals)
            high = fall.turn(lower, own, other, s, totals, cut=False) + residual
            low = fall.turn(upper, own, other, s, totals, cut=True) - residual
            over, under = high.clip(max=1.0) > upper[at], low.clip(min=0.0) < lower[at]
            inside = inside and not over.any() and not under.any()
            upper[at] = np.where(over, _beyond(values[at], high), upper[at])
            lower[at] = np.where(under, _beyond(values[at], low), lower[at])
        if inside:
            return np.asarray(np.maximum(upper - values, values - lower))
    raise HotDiceError("solve/never-ends", rules=fall.turns.rules.name)


def _beyond(value: Floats, edge: Floats) -> Floats:
    """Further out than the edge, so that what follows from it soon fits."""
    return np.asarray((value + STRETCH * (edge - value)).clip(0.0, 1.0))


class _Fall:
    """One turn of every position."""

    def __init__(self, turns: Turns, loss: int, floor: int | None) -> None:
        self.turns = turns
        self._loss = loss
        self._floor = floor
        assert turns.rules.penalty is not None
        counts = turns.rules.penalty.farkles
        self._pairs = sorted(np.ndindex(counts, counts), key=lambda pair: -sum(pair))

    def order(self) -> Iterator[tuple[tuple[int, int], int, Ints]]:
        """All sums, and in each the counts of farkles, highest first."""
        for s in self.turns.sums:
            totals = self.turns.totals(s)
            for own, other in self._pairs:
                yield (own, other), s, totals

    def turn(self, values: Floats, own: int, other: int, s: int, totals: Ints, cut: bool) -> Floats:
        """The value of the turns of one sum and pair of counts, if `values` are to follow.

        With `cut` whoever falls below the lowest total has lost; without, stays there.
        """
        nothing = 1.0 - values[other, 0][s, totals]
        if own + 1 < len(values):
            lost = 1.0 - values[other, own + 1][s, totals]
        else:
            fallen = totals - self._loss
            if self._floor is not None:
                fallen = np.maximum(fallen, np.minimum(totals, self._floor))
            kept = np.maximum(fallen, 0)
            lost = 1.0 - values[other, 0][s - totals + kept, kept]
            if cut:
                lost[fallen < 0] = 0.0
        found = np.empty(len(totals))
        self.turns.evaluate(values[other, 0], s, lost, nothing, found)
        return found
