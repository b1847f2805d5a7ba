"""A choice of advice as people say it, the same wherever advice is shown."""

from hotdice.game import State
from hotdice.rules import Keep
from hotdice.solver.advice.choices import Choice
from hotdice.texts import faces, say


def choice_words(state: State, choice: Choice) -> str:
    """What to do now and, after a keep, next; with the dice to roll or the points to bank.

    >>> from hotdice.solver import solve
    >>> state = State.parse("basic 500,0 p1 t0 d6 r152346")
    >>> advice = solve(state.rules).advise(state)
    >>> sorted(choice_words(state, choice) for choice in advice.choices)[:2]
    ['keep 1 5, then bank 150', 'keep 1 5, then roll 4 dice']
    """
    action = choice.action
    if isinstance(action, Keep):
        key = "plan.keep-roll" if choice.rolls else "plan.keep-bank"
        if choice.then is None:
            key = "plan.keep-end"
        count, kept = action.left or state.rules.dice, faces(action.dice)
    else:
        key = "plan.roll" if choice.rolls else "plan.bank"
        count, kept = state.dice, ""
    return say(key, kept=kept, count=count, points=int(choice.points))
