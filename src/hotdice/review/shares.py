"""The winning chance of everybody while one of them is in the middle of a turn."""

from typing import TYPE_CHECKING

from msgspec import structs

from hotdice.game import State
from hotdice.solver.advice.values import within_known_totals

if TYPE_CHECKING:
    from hotdice.solver.advice.values import Values


def shares(state: State, own: float, values: "Values") -> tuple[float, ...]:
    """The chance of each seat, of which the mover's is known; the others share what that leaves.

    Of three and more players they do so as at the start of the turn.
    """
    weights = [1.0] * len(state.totals)
    if len(weights) > 2:
        start = structs.replace(state, turn_points=0, dice=state.rules.dice, rolled=())
        weights = list(values.chances(within_known_totals(start, values)))
    weights[state.player] = 0.0
    share = (1.0 - own) / (sum(weights) or 1.0)
    return tuple(own if at == state.player else share * each for at, each in enumerate(weights))
