"""Three or more players where a penalty makes totals fall: sweeps until the play of all stands.

Where sweeps go in circles, no pure choices are stable, or best replies do not lead to them; then
some movers have to mix.
"""

from hotdice.solver.counts import Counts
from hotdice.solver.flow import flows
from hotdice.solver.progress import Progress
from hotdice.solver.sweeping import Tumble
from hotdice.solver.untie import untied

METHOD = "sweeps over totals and counts of farkles by best replies, mixed at knots, certified"
USUAL_SWEEPS = 25  # as many are to be expected; only the progress rests on it
PATIENCE = 20  # sweeps in which the changes have to halve


def tumbled(starts: Counts, progress: Progress, before: Tumble | None = None) -> Tumble:
    """Sweep until nothing changes any more, from where totals were followed less far before."""
    play = Tumble(starts)
    if before is not None:
        play.take_up(before)
    changes: list[float] = []
    while not _in_circles(changes):
        progress(min(0.99, len(changes) / USUAL_SWEEPS))
        changes.append(play.sweep())
        if changes[-1] == 0.0:
            play.flows = flows(starts, play.values[play.players - 2])
            return play
    untied(play)
    return play


def _in_circles(changes: list[float]) -> bool:
    """Whether changes do not become smaller any more."""
    last, before = changes[-PATIENCE:], changes[-2 * PATIENCE : -PATIENCE]
    return len(before) == PATIENCE and max(last) > max(before) / 2.0
