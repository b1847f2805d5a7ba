"""A choice of advice as people say it, the same wherever advice is shown."""

from hotdice.game import Action, Bank, Roll, State
from hotdice.game.actions import Take
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
    return plan_words(state, choice.action, choice.then)


def plan_words(state: State, action: Action, then: Roll | Bank | None) -> str:
    """The same of an action and what is done after it if it is a keep that does not end a turn."""
    if isinstance(action, Take):
        taken = state.take()
        return say("plan.take", count=taken.dice, points=taken.turn_points)
    if not isinstance(action, Keep):
        key = "plan.roll" if isinstance(action, Roll) else "plan.bank"
        return say(key, count=state.dice, points=state.gain)
    after = state.keep(action.dice)
    told = {"kept": faces(action.dice), "count": after.dice}
    if then is None:
        gained = after.totals[state.player] - state.totals[state.player]
        return say("plan.keep-end", points=gained, **told)
    key = "plan.keep-roll" if isinstance(then, Roll) else "plan.keep-bank"
    return say(key, points=after.gain, **told)
