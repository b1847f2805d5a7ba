"""Advice as it is shown at a table: the choices of a position, and what follows a keep."""

from hotdice.bots.optimal import followed
from hotdice.game import Action, State
from hotdice.rules import Keep
from hotdice.solver.advice import Advice, advise
from hotdice.solver.values import Values


class Counsel(Advice, frozen=True):
    """Advice with what is best next after each choice that is a keep, if the turn goes on."""

    following: tuple[Action | None, ...]


def counsel(state: State, values: Values) -> Counsel:
    """The choices of a position, best first."""
    found = advise(followed(state, values), values)
    following = tuple(_following(state, choice.action, values) for choice in found.choices)
    exact = found.exact and found.state is state
    return Counsel(state, found.choices, found.bound, exact, following)


def _following(state: State, action: Action, values: Values) -> Action | None:
    """What is best after a keep."""
    if not isinstance(action, Keep):
        return None
    after = state.keep(action.dice)
    if after.fresh:
        return None
    actions = after.actions()
    return (
        actions[0]
        if len(actions) == 1
        else advise(followed(after, values), values).choices[0].action
    )
