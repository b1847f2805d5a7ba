"""`turn`: plays for the most expected points of every turn, whatever the others have."""

from hotdice.game import Action, State
from hotdice.solver.turn.max_points import max_points


class TurnBot:
    """Plays each turn for its points."""

    def choose(self, state: State) -> Action:
        """The best action; of equal ones bank, then the first keep."""
        return max_points(state.rules).choose(state)
