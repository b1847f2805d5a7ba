"""Ratings from the results of pairs: the strengths under which those results are most likely.

The model is Bradley and Terry's (1952): of two bots the first wins with probability
1 / (1 + exp(its strength less than the other's)), and a shared win is half a win for each. All
games count at once, so their order does not matter. Strengths are normally distributed beforehand,
which keeps those of bots that won or lost every game finite.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

MEAN = 25.0  # of the ratings of all bots
PRIOR = MEAN / 3  # standard deviation of a rating before the first game
UNIT = sqrt(2) * MEAN / 6  # of a rating: a bot that is so much stronger wins e times as often
LONGEST_STEP = 0.5  # no difference changes by more than 1, so each step gains (Bach 2010)
SETTLED = 1e-12  # gain of a step: a millionth of a standard error
MOST_STEPS = 10_000  # never needed: a bound in case rounding hides that it has settled
DIGITS = 6  # those that are the same on every processor


class Results(NamedTuple):
    """The results of the games of two bots."""

    won: int
    lost: int
    shared: int


class Rating(NamedTuple):
    """The strength of a bot, and its standard error."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A lower bound on the strength: three standard errors below `mu`."""
        return self.mu - 3 * self.sigma


def ratings(
    bots: int, pairs: Sequence[tuple[int, int]], results: Sequence[Results]
) -> list[Rating]:
    """The rating of each bot, by the results of each pair.

    >>> strong, weak = ratings(2, [(0, 1)], [Results(won=75, lost=25, shared=0)])
    >>> strong.mu > 25 > weak.mu
    True
    """
    wins = np.zeros((bots, bots))
    for (a, b), result in zip(pairs, results, strict=True):
        wins[a, b] += result.won + result.shared / 2
        wins[b, a] += result.lost + result.shared / 2
    strengths, errors = _most_likely(wins)
    return [
        Rating(round(MEAN + UNIT * strength, DIGITS), round(UNIT * error, DIGITS))
        for strength, error in zip(strengths.tolist(), errors.tolist(), strict=True)
    ]


def _most_likely(wins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Strengths and standard errors by Newton's method; the logarithm to be maximised is concave.

    Strengths add up to 0 at the maximum. Games say nothing about their sum, so its uncertainty,
    which is that of the prior, is not part of the errors.
    """
    bots = len(wins)
    games = wins + wins.T
    prior = (PRIOR / UNIT) ** 2
    strengths = np.zeros(bots)
    for _ in range(MOST_STEPS):
        chances = 1 / (1 + np.exp(strengths - strengths[:, None]))
        slope = (wins * chances.T - wins.T * chances).sum(axis=1) - strengths / prior
        between = games * chances * chances.T
        information = np.diag(between.sum(axis=1) + 1 / prior) - between
        step = np.linalg.solve(information, slope)
        strengths += step * (LONGEST_STEP / max(abs(step).max(), LONGEST_STEP))
        if slope @ step < SETTLED:
            break
    variances = np.linalg.inv(information).diagonal() - prior / bots
    return strengths, np.sqrt(variances)
