"""The rolls of some rules as tables for compiled play.

Rolls that offer the same keeps, as points and dice left in the same order, are one class; class 0
is a farkle. A roll is found by its code, the first base-6 digits of a random fraction. Up to six
dice have one table for every number of them; of more dice the first six and the others are looked
up apart, each without its order, and then together.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.rules.patterns import FACES, Dice
from hotdice.solver.turn.program import step_of

MOST_DICE = 10
DIRECT = 6  # so many dice are looked up by their code alone

Takes = NDArray[np.uint16] | NDArray[np.uint32]
Pairs = tuple[tuple[int, int], ...]  # points in steps and dice left, 0 being hot dice


class Rolls(NamedTuple):
    """Tables over rolls. Keeps of class c stand from `keep_at[c]` on, in the order of actions.

    A keep is written as its points in steps, times 16, plus the number of dice that are rolled
    next; a farkle as 0. `kept` has each that there is once, `numbers` for every keep its number
    there, and `taken` for each class the keep of all that scores. `codes` holds all tables by code,
    and `takes` the same with the keep of all in the place of classes. `places` tells where tables
    begin: for each number of dice that of classes; that of a part of a roll; that of two parts
    together, by the dice of the second; and how wide that is.
    """

    dice: np.uint64
    step: int
    codes: NDArray[np.uint16]
    takes: Takes
    places: NDArray[np.uint64]
    keep_at: NDArray[np.uint64]
    keeps: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    kept: NDArray[np.uint64]
    numbers: NDArray[np.uint16]


@lru_cache(maxsize=16)
def rolls_of(rules: Rules) -> Rolls:
    """The tables of these rules."""
    step = step_of(rules)
    known: dict[Pairs, int] = {(): 0}
    taken = [0]
    for roll, pairs in _all(rules, step):
        if pairs not in known:
            known[pairs] = len(known)
            best = max(rules.rolls[roll].keeps, key=lambda keep: (len(keep.dice), keep.points))
            taken.append(_packed(best.points // step, best.left, rules.dice))
    classes = {roll: known[pairs] for roll, pairs in _all(rules, step)}
    codes, places = _codes(rules, classes)
    takes, _ = _codes(rules, {roll: taken[found] for roll, found in classes.items()})
    keeps = [_packed(*pair, rules.dice) for pairs in known for pair in pairs]
    numbers = {kept: at for at, kept in enumerate(dict.fromkeys([0, *keeps]))}
    return Rolls(
        np.uint64(rules.dice),
        step,
        np.array(codes, dtype=np.uint16),
        _short(takes),
        np.array(places, dtype=np.uint64),
        np.cumsum([0, *map(len, known)]).astype(np.uint64),
        np.array(keeps, dtype=np.uint64),
        np.array(taken, dtype=np.uint64),
        np.array(list(numbers), dtype=np.uint64),
        np.array([numbers[kept] for kept in keeps], dtype=np.uint16),
    )


def _short(takes: list[int]) -> Takes:
    """Small tables stay in the caches of a processor."""
    if max(takes) < 1 << 16:
        return np.array(takes, dtype=np.uint16)
    return np.array(takes, dtype=np.uint32)


def _codes(rules: Rules, numbers: dict[Dice, int]) -> tuple[list[int], list[list[int]]]:
    """All tables by code, one after the other, and where they begin; rolls lead to `numbers`."""
    codes: list[int] = []
    places = [[0] * (MOST_DICE + 1) for _ in range(4)]
    direct, part, both, width = places
    for count in range(1, min(DIRECT, rules.dice) + 1):
        direct[count] = len(codes)
        codes += (numbers[_sorted(roll)] for roll in product(FACES, repeat=count))
    for more in range(1, rules.dice - DIRECT + 1):
        both[more] = len(codes)
        width[more] = comb(more + 5, 5)
        codes += (
            numbers[_sorted(one + other)]
            for one in combinations_with_replacement(FACES, DIRECT)
            for other in combinations_with_replacement(FACES, more)
        )
    for count in (*range(1, rules.dice - DIRECT + 1), DIRECT) if rules.dice > DIRECT else ():
        part[count] = len(codes)
        parts = {roll: at for at, roll in enumerate(combinations_with_replacement(FACES, count))}
        codes += (parts[_sorted(roll)] for roll in product(FACES, repeat=count))
    return codes, places


def _all(rules: Rules, step: int) -> Iterator[tuple[Dice, Pairs]]:
    """Every roll in rising order."""
    for count in range(1, rules.dice + 1):
        for roll in combinations_with_replacement(FACES, count):
            yield roll, _pairs(rules, roll, step)


def _sorted(roll: Dice) -> Dice:
    return tuple(sorted(roll))


def _pairs(rules: Rules, roll: Dice, step: int) -> Pairs:
    return tuple((keep.points // step, keep.left) for keep in rules.rolls[roll].keeps)


def _packed(points: int, left: int, dice: int) -> int:
    return points << 4 | (left or dice)
