"""Two players where a penalty makes totals fall: value iteration in sweeps over all states.

A state has two totals and two counts of farkles in a row. A farkle leads to the same totals with
a higher count, the last one to a lower total; so within one sum counts are solved from the highest
down, and only falling totals need the results of the previous sweep (Gauss-Seidel). The first sweep
begins with the values of the same rules without the penalty.

After each sweep a linear model propagates what has changed below, and the next sweep visits only
the states that this has moved. The error bound does not depend on the model: it comes from a
bracket.
"""

import numpy as np

from hotdice.solver.progress import Progress, silent
from hotdice.solver.two_player.bracket import bracket_widths
from hotdice.solver.two_player.linear_model import LinearModel
from hotdice.solver.two_player.monotone import solve_monotone
from hotdice.solver.two_player.penalty_states import PenaltyPairs
from hotdice.solver.two_player.turns import Bools, Floats, TwoPlayerTurns
from hotdice.texts import HotDiceError

METHOD = "sweeps over pairs of totals and counts of farkles, bracketed"
MOVED = 2e-12  # a state that has moved less is not visited again; the bracket includes twice this
REMODEL = 1e-3  # after larger changes best play may differ, so the model is built again
RELATIVE = 1e-3  # of the largest change; smaller ones need not be propagated exactly
VALUE_SWEEPS = 200  # gives up after so many


def solve_with_penalty(turns: TwoPlayerTurns, progress: Progress = silent) -> tuple[Floats, Floats]:
    """Values by counts of farkles, own and other, then as in `monotone`; and their widths.

    Without a floor, falls end at the lowest total.
    """
    states = PenaltyPairs(turns, progress)
    growing, _ = solve_monotone(turns)
    values = np.broadcast_to(growing, (states.counts, states.counts, *growing.shape)).copy()
    moved = np.full_like(values, np.inf)  # since a state was visited, by what the model adds
    model: LinearModel | None = None
    last, helps = np.inf, True
    for _ in range(VALUE_SWEEPS):
        worst = moved[states.places].max()
        if worst < MOVED and model is not None:
            return values, bracket_widths(states, values, model, moved)
        visited = moved >= MOVED / 2
        before = states.board(values)
        _sweep(states, values, visited)
        change = states.board(values) - before
        step = float(np.abs(change).max())
        last, helps = step, helps and step <= last / 2
        if model is None or step > REMODEL:
            model = LinearModel(turns, values, states.inputs_of(values))
        if helps:
            moved[visited] = 0.0
            added = _propagated(states, model, change, visited)
            values[states.places] = (values[states.places] + added).clip(0.0, 1.0)
            moved[states.places] += np.abs(added)
        else:  # plain sweeps over everything converge by themselves
            moved.fill(step)
    raise HotDiceError("solve/never-ends", rules=turns.rules.name)


def _sweep(states: PenaltyPairs, values: Floats, visited: Bools) -> None:
    """Evaluate the turns of the states to visit, and mark those that are evaluated with them."""
    for (own, other), s, totals in states.order():
        at = (own, other, s, s - totals)
        wanted = visited[at]
        if wanted.any():
            lost, nothing = states.inputs(values, own, other, s, cut=False)
            found = values[at]
            states.turns.evaluate(values[other, 0], s, lost, nothing, found, wanted)
            values[at] = found
            visited[at] = states.turns.together(wanted)


def _propagated(states: PenaltyPairs, model: LinearModel, change: Floats, visited: Bools) -> Floats:
    """What still follows from the changes of a sweep.

    The sweep took neither falls into account nor states that it did not visit.
    """
    earlier = states.earlier[:, None, :, None]
    left = np.where(earlier, 0.0, -model.farkle * states.farkled(change))
    left = np.where(states.board(visited), left, -model.before(states.farkles, change))
    least = RELATIVE * max(MOVED, float(np.abs(left).max()))
    return model.spread(states.farkles, left, np.full_like(left, -1.0), least)
