"""The rolls of some rules as a short program of row operations, for many turns at once.

Outcomes of a roll that offer the same pairs of points and dice left are merged. Keeps are compared
in rising order, each with the best of those before it; sets with a common beginning share this
work. Among equally good keeps the one with the most points is taken, as it is the first of a roll.
No keep is left out: just below the target fewer points can be better.
"""

from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules

Pair = tuple[int, int]  # points in steps, dice left; 0 left is hot dice
Pairs = frozenset[Pair]


class RollDistribution(NamedTuple):
    """The results of a roll: the farkle chance, and each set of pairs with its own chance."""

    farkle: Fraction
    chances: dict[Pairs, Fraction]


class Program(NamedTuple):
    """The rolls of every number of dice as row operations, one after the other.

    A row number of at least 0 is a value so many rows above the current level; -1-k is the k-th
    temporary row. `best` holds (row, row) for each temporary row in turn; the sums are over `rows`
    with `weights`. Both are cut by number of dice at `best_at` and `sum_at`.
    """

    best: NDArray[np.int64]
    best_at: NDArray[np.int64]
    rows: NDArray[np.int64]
    weights: NDArray[np.float64]
    sum_at: NDArray[np.int64]
    farkle: NDArray[np.float64]
    reach: int  # levels above the current one that a keep can lead to


@lru_cache(maxsize=64)
def step_of(rules: Rules) -> int:
    """The greatest common divisor of all points.

    >>> step_of(Rules.load("three-pair"))
    25
    """
    points = [
        keep.points
        for count in _counts(rules)
        for o in rules.outcomes(count)
        for keep in o.distinct_keeps
    ]
    return gcd(*points)


def rolls_of(rules: Rules, step: int, confirming: bool = False) -> list[RollDistribution]:
    """The distinct rolls of each number of dice, from 1 up.

    If `confirming`, keeps that have to be confirmed leave so many dice more as there are at first.
    """
    more = rules.dice if confirming else 0
    found = []
    for count in _counts(rules):
        farkle = Fraction()
        chances: dict[Pairs, Fraction] = {}
        for outcome in rules.outcomes(count):
            pairs = frozenset(
                (keep.points // step, keep.left + more * keep.unconfirmed)
                for keep in outcome.distinct_keeps
            )
            if pairs:
                chances[pairs] = chances.get(pairs, Fraction()) + outcome.probability
            else:
                farkle += outcome.probability
        found.append(RollDistribution(farkle, chances))
    return found


@lru_cache(maxsize=16)
def program_of(rules: Rules, step: int) -> Program:
    """The row operations for all numbers of dice."""
    best: list[Pair] = []
    rows: list[int] = []
    weights: list[float] = []
    best_at, sum_at = [0], [0]
    rolls = rolls_of(rules, step)
    for roll in rolls:
        known: dict[tuple[Pair, ...], int] = {}
        for pairs in sorted(roll.chances, key=lambda pairs: (len(pairs), sorted(pairs))):
            rows.append(best_row(pairs, known, best, rules.dice))
            weights.append(float(roll.chances[pairs]))
        best_at.append(len(best))
        sum_at.append(len(rows))
    reach = max(points for roll in rolls for pairs in roll.chances for points, _ in pairs)
    return Program(
        best=np.array(best, dtype=np.int64).reshape(-1, 2),
        best_at=np.array(best_at),
        rows=np.array(rows, dtype=np.int64),
        weights=np.array(weights),
        sum_at=np.array(sum_at),
        farkle=np.array([float(roll.farkle) for roll in rolls]),
        reach=reach,
    )


def best_row(pairs: Pairs, known: dict[tuple[Pair, ...], int], best: list[Pair], dice: int) -> int:
    """The row that holds the best of a set of keeps."""
    rising = sorted(pairs)
    row = rising[0][0] * dice + rising[0][1]
    for at, (points, left) in enumerate(rising[1:], 2):
        begin = tuple(rising[:at])
        if begin not in known:
            best.append((row, points * dice + left))
            known[begin] = -len(best)
        row = known[begin]
    return row


def _counts(rules: Rules) -> range:
    return range(1, rules.dice + 1)
