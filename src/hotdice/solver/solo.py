"""Choices of one player alone, who wins for certain: told apart by the points of the turn.

A choice that reaches the target comes first. Points are those of the turn with the greatest
expected points, which does not know of the target: close to it they are a guide and no more.
"""

from fractions import Fraction

from hotdice.game import Action, Bank, State
from hotdice.rules import Keep
from hotdice.solver.advice import Advice, Choice
from hotdice.solver.best_turn import best_turn
from hotdice.texts import HotDiceError

DIGITS = 6  # points that differ later are equal but for rounding


def solo_advice(state: State) -> Advice:
    """Every legal choice, the one with most points to expect first; of equal ones bank."""
    if state.over:
        raise HotDiceError("advise/over", position=str(state))
    choices = [_choice(state, action) for action in state.actions()]
    choices.sort(
        key=lambda choice: (
            not _reaches(state, choice.action),
            -round(choice.points, DIGITS),
            not isinstance(choice.action, Bank),
        )
    )
    return Advice(state, tuple(choices), 0.0, True)


def _choice(state: State, action: Action) -> Choice:
    rules = state.rules
    if isinstance(action, Bank):
        return Choice(action, 1.0, 0.0, Fraction(), float(state.gain))
    best = best_turn(rules)
    turn = best.levels(state.on_board, state.farkles[state.player])
    level = min(state.turn_points // best.step, best.top)
    if isinstance(action, Keep):
        points = turn.best[level + action.points // best.step, action.left]
        ends = rules.hot_dice == "end" and not action.left
        risk = Fraction() if ends else rules.farkle_chance(action.left or rules.dice)
    else:
        points = turn.roll[level, state.dice % rules.dice]
        risk = rules.farkle_chance(state.dice)
    return Choice(action, 1.0, 0.0, risk, float(points) * best.step)


def _reaches(state: State, action: Action) -> bool:
    """Whether the target is reached by banking now, or after this keep."""
    if isinstance(action, Keep):
        after = state.keep(action.dice)
        return after.over or (after.bank_refusal() is None and _reaches(after, Bank()))
    own = state.totals[state.player] + state.gain
    return isinstance(action, Bank) and own >= state.rules.target
