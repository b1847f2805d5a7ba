"""Three or more players where a penalty makes totals fall: best-response sweeps, then mixing.

Where sweeps cycle, there is no equilibrium in pure strategies, or best responses do not lead to it;
then some movers have to mix.
"""

from hotdice.solver.n_player.best_response import BestResponseSweeps
from hotdice.solver.n_player.mixed_equilibrium import find_mixed_equilibrium
from hotdice.solver.n_player.penalty_states import PenaltyStates
from hotdice.solver.n_player.transitions import best_transitions
from hotdice.solver.progress import Progress

METHOD = "sweeps over totals and counts of farkles by best responses, mixed in cycles, certified"
USUAL_BEST_RESPONSE_SWEEPS = 25  # an estimate, used only to report progress
PATIENCE = 20  # sweeps within which the changes have to halve


def solve_with_penalty(
    states: PenaltyStates, progress: Progress, before: BestResponseSweeps | None = None
) -> BestResponseSweeps:
    """Sweep until nothing changes, beginning with a solution that was cut off higher up."""
    play = BestResponseSweeps(states)
    if before is not None:
        play.take_up(before)
    changes: list[float] = []
    while not _in_circles(changes):
        progress(min(0.99, len(changes) / USUAL_BEST_RESPONSE_SWEEPS))
        changes.append(play.sweep())
        if changes[-1] == 0.0:
            play.transitions = best_transitions(states, play.values[play.players - 2])
            return play
    find_mixed_equilibrium(play)
    return play


def _in_circles(changes: list[float]) -> bool:
    """Whether changes no longer become smaller."""
    last, before = changes[-PATIENCE:], changes[-2 * PATIENCE : -PATIENCE]
    return len(before) == PATIENCE and max(last) > max(before) / 2.0
