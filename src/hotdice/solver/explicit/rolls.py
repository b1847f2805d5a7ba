"""The rolls of some rules with all that a roll can decide, laid out for the kernels."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hotdice.rules import Rules
from hotdice.solver.kernels.explicit import RollEnds
from hotdice.solver.turn.program import best_row

Pairs = frozenset[tuple[int, int]]  # points in steps, and dice left; dice more if unconfirmed


class RollResults(NamedTuple):
    """The chances of a roll's results: sets of keeps, no score, and what dice decide."""

    keeps: dict[Pairs, Fraction]
    spared: Fraction
    farkle: Fraction
    lost_total: Fraction
    win: Fraction

    @property
    def loses(self) -> Fraction:
        """The chance that the turn points are lost."""
        return self.spared + self.farkle + self.lost_total


def results_of(rules: Rules, step: int, count: int) -> RollResults:
    """The results of rolling so many dice."""
    keeps: dict[Pairs, Fraction] = {}
    decided = dict.fromkeys(("win", "lose-total", "farkle", None), Fraction())
    for outcome in rules.outcomes(count):
        if not outcome.distinct_keeps:
            decided[outcome.decides] += outcome.probability
            continue
        pairs = frozenset(
            (keep.points // step, keep.left + rules.dice * keep.unconfirmed)
            for keep in outcome.distinct_keeps
        )
        keeps[pairs] = keeps.get(pairs, Fraction()) + outcome.probability
    return RollResults(
        keeps, decided[None], decided["farkle"], decided["lose-total"], decided["win"]
    )


@lru_cache(maxsize=16)
def kernel_rolls(rules: Rules, step: int) -> RollEnds:
    """The rolls of all numbers of dice as choices and sums."""
    width = rules.dice * (1 if rules.confirm is None else 2)
    results = [results_of(rules, step, count) for count in range(1, rules.dice + 1)]
    best: list[tuple[int, int]] = []
    rows: list[int] = []
    weights: list[float] = []
    best_at, sum_at = [0], [0]
    for result in results:
        known: dict[tuple[tuple[int, int], ...], int] = {}
        for pairs in sorted(result.keeps, key=lambda pairs: (len(pairs), sorted(pairs))):
            rows.append(best_row(pairs, known, best, width))
            weights.append(float(result.keeps[pairs]))
        best_at.append(len(best))
        sum_at.append(len(rows))
    return RollEnds(
        best=np.array(best, dtype=np.int64).reshape(-1, 2),
        best_at=np.array(best_at),
        rows=np.array(rows, dtype=np.int64),
        weights=np.array(weights),
        sum_at=np.array(sum_at),
        spared=np.array([float(result.spared) for result in results]),
        farkle=np.array([float(result.farkle) for result in results]),
        lost_total=np.array([float(result.lost_total) for result in results]),
        win=np.array([float(result.win) for result in results]),
        reach=max(points for result in results for pairs in result.keeps for points, _ in pairs),
        width=width,
    )


def least_lost(rules: Rules, step: int) -> float:
    """The least chance of a roll to lose the turn points, over the numbers of dice."""
    counts = range(1, rules.dice + 1)
    return float(min(results_of(rules, step, count).loses for count in counts))
