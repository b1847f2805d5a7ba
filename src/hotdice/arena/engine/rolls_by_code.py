"""Rolls by their codes: the base-6 number that seeded dice give, and the dice in rising order."""

from functools import cache
from typing import NamedTuple

from hotdice.rules.patterns import Dice

LISTED = 6  # so many dice fall in at most 6**6 orders, few enough to list


class Long:
    """The rolls of many dice, each composed of two shorter ones."""

    def __init__(self, count: int) -> None:
        self._first, self._rest = short_rolls(LISTED), short_rolls(count - LISTED)

    def __getitem__(self, code: int) -> Dice:
        first, rest = divmod(code, len(self._rest))
        return tuple(sorted(self._first[first] + self._rest[rest]))


class CodedRolls(NamedTuple):
    """Every roll of some dice by its code, and how many codes there are."""

    by_code: list[Dice] | Long
    codes: int


@cache
def rolls_up_to(most: int) -> tuple[CodedRolls, ...]:
    """The rolls of no dice, of one, and so on.

    >>> rolls_up_to(10)[10].by_code[6**9]
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
    """
    counts = range(most + 1)
    return tuple(CodedRolls(short_rolls(n) if n <= LISTED else Long(n), 6**n) for n in counts)


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
