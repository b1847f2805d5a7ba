"""Ratings from the results of pairs: strengths under which those results are most likely.

The model is Bradley and Terry's, by openskill. It takes one result after the other; since bots do
not change, results are fed evenly mixed, at most `MOST_RATED` of each pair in each seat order and
in the proportions of all, so that ratings do not depend on the order in which games were played.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from openskill.models import BradleyTerryFull

MOST_RATED = 250
RANKS = ([1.0, 2.0], [2.0, 1.0], [1.0, 1.0])  # the first has won, the second has, both have


class Results(NamedTuple):
    """The results of the games of two bots."""

    won: int
    lost: int
    shared: int


class Rating(NamedTuple):
    """The strength of a bot, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A lower bound on the strength: three standard deviations below `mu`."""
        return self.mu - 3 * self.sigma


def ratings(
    bots: int, pairs: Sequence[tuple[int, int]], results: Sequence[Results]
) -> list[Rating]:
    """The rating of each bot, by the results of each pair.

    >>> strong, weak = ratings(2, [(0, 1)], [Results(won=75, lost=25, shared=0)])
    >>> strong.mu > 25 > weak.mu
    True
    """
    model = BradleyTerryFull(tau=0.0, gamma=lambda *_: 1.0)  # nobody changes between two games
    found = [model.rating() for _ in range(bots)]
    for outcomes in zip_longest(*map(evenly, results)):
        for (a, b), outcome in zip(pairs, outcomes, strict=True):
            if outcome is not None:
                teams = [[found[a]], [found[b]]]
                [[found[a]], [found[b]]] = model.rate(teams, ranks=RANKS[outcome])
    return [Rating(rating.mu, rating.sigma) for rating in found]


def evenly(results: Results) -> Iterator[int]:
    """Outcomes in the proportions of the results, each spread evenly.

    >>> list(evenly(Results(won=4, lost=2, shared=0)))
    [0, 1, 0, 0, 1, 0]
    """
    games = sum(results)
    given = [0] * len(results)
    for step in range(1, min(games, MOST_RATED) + 1):
        behind = [count * step - done * games for count, done in zip(results, given, strict=True)]
        outcome = behind.index(max(behind))
        given[outcome] += 1
        yield outcome
