"""Rolls by their codes: the base-6 number that seeded dice give, and the dice in rising order.

Dice with weights have another base: the number of their sides.
"""

from functools import cache
from typing import NamedTuple

from hotdice.game.generator import EVEN_SIDES
from hotdice.rules.patterns import Dice

LISTED = 6  # so many dice fall in at most 6**6 orders, few enough to list


class Long:
    """The rolls of many dice, each composed of two shorter ones."""

    def __init__(self, count: int) -> None:
        self._first, self._rest = short_rolls(LISTED), short_rolls(count - LISTED)

    def __getitem__(self, code: int) -> Dice:
        first, rest = divmod(code, len(self._rest))
        return tuple(sorted(self._first[first] + self._rest[rest]))


class Weighted:
    """The rolls of dice with weights, whose codes are too many to list."""

    def __init__(self, count: int, sides: Dice) -> None:
        self._count, self._sides = count, sides

    def __getitem__(self, code: int) -> Dice:
        dice = []
        for _ in range(self._count):
            code, digit = divmod(code, len(self._sides))
            dice.append(self._sides[digit])
        return tuple(sorted(dice))


class CodedRolls(NamedTuple):
    """Every roll of some dice by its code, and how many codes there are."""

    by_code: list[Dice] | Long | Weighted
    codes: int


@cache
def rolls_up_to(most: int, sides: Dice = EVEN_SIDES) -> tuple[CodedRolls, ...]:
    """The rolls of no dice, of one, and so on.

    >>> rolls_up_to(10)[10].by_code[6**9]
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
    """
    return tuple(CodedRolls(_by_code(n, sides), len(sides) ** n) for n in range(most + 1))


def _by_code(count: int, sides: Dice) -> list[Dice] | Long | Weighted:
    if sides != EVEN_SIDES:
        return Weighted(count, sides)
    return short_rolls(count) if count <= LISTED else Long(count)


@cache
def short_rolls(count: int) -> list[Dice]:
    """The rolls of a few dice; equal ones are one object.

    >>> short_rolls(2)[:8]
    [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 2), (2, 2)]
    """
    if count == 0:
        return [()]
    same: dict[Dice, Dice] = {}
    found = []
    for dice in short_rolls(count - 1):
        for face in range(1, 7):
            roll = tuple(sorted((*dice, face)))
            found.append(same.setdefault(roll, roll))
    return found
