"""The rolls of some rules as tables for compiled play.

Rolls that offer the same keeps, as points and dice left in the same order, are one class; class 0
is a farkle. Rolls without keeps that do something else are classes of their own. A roll is found by
its code, the first base-6 digits of a random fraction. Up to six dice have one table for each
number of dice; with more, the first six and the rest are looked up separately, each sorted, and
then together.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.game.generator import EVEN_SIDES
from hotdice.rules import Keep, Options, Rules
from hotdice.rules.patterns import FACES, Dice
from hotdice.solver.turn.program import step_of

MOST_DICE = 10
DIRECT = 6  # so many dice are looked up by their code alone
DICE_BITS = 4  # the low bits of a keep, for the number of dice rolled next; its points are above
UNCONFIRMED = 1 << 31  # the bit of a keep after which another roll has to score, above the points
WHOLE, PART, BOTH, WIDTH = range(4)  # rows of `RollTables.places`

KeepCodes = NDArray[np.uint16] | NDArray[np.uint32]
RollClass = tuple[int, tuple[int, ...]]  # what it does without a keep, and its packed keeps

FARKLES, THROWN_AGAIN, LOSES_TOTAL, WINS = range(4)  # what a roll without keeps does
DECIDED = {"farkle": FARKLES, "lose-total": LOSES_TOTAL, "win": WINS}


class RollTables(NamedTuple):
    """Tables over rolls. Keeps of class c begin at `keep_at[c]`, in the order of actions.

    A class without keeps does what `without_keeps` says; first rolls alone are thrown again.

    A keep is written as its points in steps, times 16, plus the number of dice that are rolled
    next, and `UNCONFIRMED` if it is; a farkle as 0. `distinct_keeps` has each different keep once,
    `keep_numbers` for every keep its number there, and `all_of_class` for each class the keep of
    all that scores. `classes` holds all tables by code, and `take_all` the same with the keep of
    all that scores instead of the class. `places` says where tables begin: for each number of dice
    that of whole rolls; that of a part of a roll; that of both parts together, by the dice of the
    second; and how wide that is. Dice with weights have `sides`, which are faces counted from 0.
    """

    dice: np.uint64
    step: int
    classes: NDArray[np.uint16]
    take_all: KeepCodes
    places: NDArray[np.uint64]
    sides: NDArray[np.uint64] | None
    keep_at: NDArray[np.uint64]
    keeps: NDArray[np.uint64]
    all_of_class: NDArray[np.uint64]
    without_keeps: NDArray[np.int64]
    distinct_keeps: NDArray[np.uint64]
    keep_numbers: NDArray[np.uint16]


@lru_cache(maxsize=16)
def roll_tables(rules: Rules) -> RollTables:
    """The tables of these rules."""
    step = step_of(rules)
    known: dict[RollClass, int] = {(FARKLES, ()): 0}
    all_of_class = [0]
    class_of: dict[Dice, int] = {}
    for roll in _every_roll(rules):
        options = rules.rolls[roll]
        found = _class_of(rules, options, step)
        if found not in known:
            known[found] = len(known)
            best = max(options.keeps, key=lambda keep: (len(keep.dice), keep.points), default=None)
            all_of_class.append(_packed(best, step, rules.dice) if best else 0)
        class_of[roll] = known[found]
    classes, places = _by_code(rules, class_of)
    take_all, _ = _by_code(rules, {roll: all_of_class[found] for roll, found in class_of.items()})
    keeps = [keep for _, packed in known for keep in packed]
    numbers = {keep: at for at, keep in enumerate(dict.fromkeys([0, *keeps]))}
    return RollTables(
        dice=np.uint64(rules.dice),
        step=step,
        classes=np.array(classes, dtype=np.uint16),
        take_all=_narrow(take_all),
        places=np.array(places, dtype=np.uint64),
        sides=None
        if rules.sides == EVEN_SIDES
        else np.array(rules.sides, np.uint64) - np.uint64(1),
        keep_at=np.cumsum([0, *(len(packed) for _, packed in known)]).astype(np.uint64),
        keeps=np.array(keeps, dtype=np.uint64),
        all_of_class=np.array(all_of_class, dtype=np.uint64),
        without_keeps=np.array([does for does, _ in known], dtype=np.int64),
        distinct_keeps=np.array(list(numbers), dtype=np.uint64),
        keep_numbers=np.array([numbers[keep] for keep in keeps], dtype=np.uint16),
    )


def _narrow(keeps: list[int]) -> KeepCodes:
    """Packed keeps in 16 bits where they fit, since small tables stay in the processor's caches."""
    if max(keeps) < 1 << 16:
        return np.array(keeps, dtype=np.uint16)
    return np.array(keeps, dtype=np.uint32)


def _by_code(rules: Rules, found: dict[Dice, int]) -> tuple[list[int], list[list[int]]]:
    """What is `found` for each roll, as consecutive tables by code, and where they begin."""
    codes: list[int] = []
    places = [[0] * (MOST_DICE + 1) for _ in range(4)]
    whole, part, both, width = places
    for count in range(1, min(DIRECT, rules.dice) + 1):
        whole[count] = len(codes)
        codes += (found[_sorted(roll)] for roll in product(FACES, repeat=count))
    for more in range(1, rules.dice - DIRECT + 1):
        both[more] = len(codes)
        width[more] = comb(more + 5, 5)
        codes += (
            found[_sorted(one + other)]
            for one in combinations_with_replacement(FACES, DIRECT)
            for other in combinations_with_replacement(FACES, more)
        )
    for count in (*range(1, rules.dice - DIRECT + 1), DIRECT) if rules.dice > DIRECT else ():
        part[count] = len(codes)
        parts = {roll: at for at, roll in enumerate(combinations_with_replacement(FACES, count))}
        codes += (parts[_sorted(roll)] for roll in product(FACES, repeat=count))
    return codes, places


def _every_roll(rules: Rules) -> Iterator[Dice]:
    """Every roll, its dice in rising order."""
    for count in range(1, rules.dice + 1):
        yield from combinations_with_replacement(FACES, count)


def _sorted(roll: Dice) -> Dice:
    return tuple(sorted(roll))


def _class_of(rules: Rules, options: Options, step: int) -> RollClass:
    """What a roll does without a keep, and its keeps."""
    if options.keeps:
        return FARKLES, tuple(_packed(keep, step, rules.dice) for keep in options.keeps)
    if options.decision:
        return DECIDED[options.decision.what], ()
    return THROWN_AGAIN if rules.mercy else FARKLES, ()


def _packed(keep: Keep, step: int, dice: int) -> int:
    """A keep as one number."""
    return keep.points // step << DICE_BITS | (keep.left or dice) | UNCONFIRMED * keep.unconfirmed
