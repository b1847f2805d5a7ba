"""Two players where a penalty makes totals fall: sweeps over all pairs until the values stand.

A position has two totals and two counts of farkles in a row. A farkle leads to the same totals with
a higher count, the last one to a lower total; so within one sum counts are worked on from the
highest down, and only falling totals need what the sweep before has found. The first sweep begins
with the values of the same rules without the penalty.

After each sweep a linear model carries on what has changed below, and the next sweep visits only
the positions that this has moved. The bound on the errors needs no trust in the model: it is that
of a bracket.
"""

import numpy as np

from hotdice.solver.bracket import bracket
from hotdice.solver.evaluate import Bools, Floats, Turns
from hotdice.solver.grow import solve_growing
from hotdice.solver.linear import Linear
from hotdice.solver.penalty import Falls
from hotdice.solver.progress import Progress, silent
from hotdice.texts import HotDiceError

METHOD = "sweeps over pairs of totals and counts of farkles, bracketed"
SETTLED = 2e-12
COARSE = 1e-3  # after larger changes than this another way to play may be best
NEGLIGIBLE = 1e-3  # against the largest of the changes that are carried on
SWEEPS = 200


def solve_falling(
    turns: Turns, loss: int, floor: int | None, progress: Progress = silent
) -> tuple[Floats, Floats]:
    """Values by counts of farkles, own and other, then as for growing totals; and their widths.

    `loss` and `floor` are in steps, the floor from the lowest total; without one, falls end there.
    """
    falls = Falls(turns, loss, floor, progress)
    growing, _ = solve_growing(turns)
    values = np.broadcast_to(growing, (falls.counts, falls.counts, *growing.shape)).copy()
    moved = np.full_like(values, np.inf)  # since a position was visited, by what the model adds
    model: Linear | None = None
    last, helps = np.inf, True
    for _ in range(SWEEPS):
        worst = moved[falls.places].max()
        if worst < SETTLED and model is not None:
            return values, bracket(falls, values, model, moved)
        visited = moved >= SETTLED / 2
        before = falls.board(values)
        _sweep(falls, values, visited)
        change = falls.board(values) - before
        step = float(np.abs(change).max())
        last, helps = step, helps and step <= last / 2
        if model is None or step > COARSE:
            model = Linear(turns, values, falls.inputs_of(values))
        if helps:
            moved[visited] = 0.0
            added = _carried(falls, model, change, visited)
            values[falls.places] = (values[falls.places] + added).clip(0.0, 1.0)
            moved[falls.places] += np.abs(added)
        else:  # plain sweeps over everything come to an end by themselves
            moved.fill(step)
    raise HotDiceError("solve/never-ends", rules=turns.rules.name)


def _sweep(falls: Falls, values: Floats, visited: Bools) -> None:
    """Evaluate the turns of the positions to visit, and mark those that are evaluated with them."""
    for (own, other), s, totals in falls.order():
        at = (own, other, s, s - totals)
        wanted = visited[at]
        if wanted.any():
            lost, nothing = falls.inputs(values, own, other, s, cut=False)
            found = values[at]
            falls.turns.evaluate(values[other, 0], s, lost, nothing, found, wanted)
            values[at] = found
            visited[at] = falls.turns.together(wanted)


def _carried(falls: Falls, model: Linear, change: Floats, visited: Bools) -> Floats:
    """What still follows from the changes of a sweep.

    It has not taken into account falls, nor anything where it did not visit.
    """
    left = np.zeros_like(change)
    left[-1] = -model.farkle[-1] * change[:, 0][:, :, falls.kept].swapaxes(1, 2)
    left = np.where(falls.board(visited), left, -model.before(falls.kept, change))
    least = NEGLIGIBLE * max(SETTLED, float(np.abs(left).max()))
    return model.spread(falls.kept, left, np.full_like(left, -1.0), least)
