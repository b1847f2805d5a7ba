"""`turn`: plays for the most expected points of every turn, whatever the others have."""

from hotdice.bots.house_rules import end_of_target, keeps_within, most_points, only_keep
from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.solver.turn.max_points import max_points


class TurnBot:
    """Plays each turn for its points.

    A target is nothing to it, unless it must not be passed. What it takes over would be lost by a
    farkle, as if it were its own.
    """

    def choose(self, state: State) -> Action:
        """The best action; of equal ones bank, then the first keep."""
        best = max_points(state.rules)
        if state.rolled:
            return most_points(state) if only_keep(state) else best.keep(state, keeps_within(state))
        if state.extras.offer:
            return TAKE if best.takes(state) else ROLL
        at_target = end_of_target(state)
        if at_target is None or BANK not in state.actions():
            return best.choose(state)
        return BANK if at_target else ROLL
