"""The risk of a roll."""

from fractions import Fraction

from hotdice.game.state import State


def farkle_risk(state: State) -> Fraction:
    """The chance that the next roll is a farkle; one that is thrown again is none.

    >>> from hotdice import Rules
    >>> farkle_risk(State.start(Rules.load("greed", mercy=True)))
    Fraction(0, 1)
    """
    rules = state.rules
    if not rules.mercy or not state.fresh:
        return rules.farkle_chance(state.dice)
    outcomes = rules.outcomes(state.dice)
    return sum((each.probability for each in outcomes if each.farkles and each.decides), Fraction())
