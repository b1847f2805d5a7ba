"""`optimal`: the action with the greatest chance of winning, from the solver."""

from hotdice.game import Action, State
from hotdice.solver.advice import best_action
from hotdice.solver.library import values_for
from hotdice.solver.values import Values


class OptimalBot:
    """Plays what advice puts first."""

    def choose(self, state: State) -> Action:
        """The best action; of equal ones bank, then the first keep."""
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        values = values_for(state.rules, len(state.totals))
        return best_action(followed(state, values), values)


def followed(state: State, values: Values) -> State:
    """The same position with totals that these values have: who fell too low is at the lowest."""
    lowest = values.lowest
    if state.starter is not None or min(state.totals) >= lowest:
        return state
    totals = tuple(max(total, lowest) for total in state.totals)
    return State(
        state.rules,
        totals,
        state.player,
        state.turn_points,
        state.dice,
        state.rolled,
        state.farkles,
        state.starter,
    )
