"""`optimal`: the action with the greatest chance of winning, from the solver."""

from hotdice.game import Action, State
from hotdice.solver.advice.choices import best_action
from hotdice.solver.advice.values import within_known_totals
from hotdice.solver.storage.lookup import values_for


class OptimalBot:
    """Plays the action that advice lists first."""

    def choose(self, state: State) -> Action:
        """The best action; of equal ones bank, then the first keep."""
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        values = values_for(state.rules, len(state.totals))
        return best_action(within_known_totals(state, values), values)
