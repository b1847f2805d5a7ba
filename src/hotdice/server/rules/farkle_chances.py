"""Farkle chances of any rules, without computing the keeps of every roll."""

from fractions import Fraction
from itertools import combinations_with_replacement

from hotdice.rules import Rules
from hotdice.rules.patterns import FACES


def farkle_table(rules: Rules) -> dict[str, str]:
    """The chance of a farkle as a fraction, by number of dice.

    >>> farkle_table(Rules.load("greed"))["1"]
    '2/3'
    """
    return {str(count): str(_chance(rules, count)) for count in range(1, rules.dice + 1)}


def _chance(rules: Rules, count: int) -> Fraction:
    saved = count == rules.dice and rules.none > 0
    farkles = Fraction()
    for roll in combinations_with_replacement(FACES, count):
        decision = rules.decision(roll)
        if decision and decision.what == "win":
            continue
        if decision or (not saved and rules.scoring.keep_all(roll) is None):
            farkles += rules.chance(roll)
    return farkles
