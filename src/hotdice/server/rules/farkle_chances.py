"""Farkle chances of any rules, without computing the keeps of every roll."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from hotdice.rules import Rules
from hotdice.rules.patterns import FACES


def farkle_table(rules: Rules) -> dict[str, str]:
    """The chance of a farkle as a fraction, by number of dice.

    >>> farkle_table(Rules.load("greed"))["1"]
    '2/3'
    """
    return {str(count): str(_chance(rules, count)) for count in range(1, rules.dice + 1)}


def _chance(rules: Rules, count: int) -> Fraction:
    if count == rules.dice and rules.none:
        return Fraction()
    rolls = combinations_with_replacement(FACES, count)
    orders = sum(_orders(roll) for roll in rolls if rules.scoring.keep_all(roll) is None)
    return Fraction(orders, len(FACES) ** count)


def _orders(roll: tuple[int, ...]) -> int:
    return factorial(len(roll)) // prod(factorial(roll.count(face)) for face in set(roll))
