"""Ratings against published strengths, and against a slow search for the most likely ones."""

from itertools import combinations, permutations
from math import exp, log, sqrt
from random import Random

import pytest

from hotdice.arena.tournament.ratings import Results, ratings

UNIT = sqrt(2) * 25 / 6  # docs/tournament.md
PRIOR = 25 / 3  # docs/tournament.md

# Wins of the row against the column in the American League, Eastern Division, 1987: Milwaukee,
# Detroit, Toronto, New York, Boston, Cleveland, Baltimore. Agresti, Categorical Data Analysis
# (2nd edition, 2002), table 10.10, and the strengths without home advantage of table 10.11.
BASEBALL = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
STRENGTHS = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]

Pairs = list[tuple[int, int]]


def some_results(seed: int) -> tuple[int, Pairs, list[Results]]:
    """Results of a few bots: even and uneven, few and many, shared, and of pairs never played."""
    random = Random(seed)
    bots = random.randint(2, 5)
    pairs = [pair for a, b in combinations(range(bots), 2) for pair in ((a, b), (b, a))]
    most = random.choice([1, 10, 300])
    return bots, pairs, [Results(*(random.randint(0, most) for _ in range(3))) for _ in pairs]


def likelihood(mus: list[float], pairs: Pairs, results: list[Results]) -> float:
    """The logarithm of the density of ratings, by one game after the other."""
    found = -sum((mu - 25) ** 2 for mu in mus) / (2 * PRIOR**2)
    for (a, b), result in zip(pairs, results, strict=True):
        first, second = (-log(1 + exp((mus[y] - mus[x]) / UNIT)) for x, y in ((a, b), (b, a)))
        found += (result.won + result.shared / 2) * first
        found += (result.lost + result.shared / 2) * second
    return found


def climbed(
    mus: list[float], moved: list[int], results: tuple[Pairs, list[Results]]
) -> list[float]:
    """The best ratings with the same sum: two at a time move apart or closer, ever less far."""
    step, best = 8.0, likelihood(mus, *results)
    while step > 1e-5:
        better = False
        for a, b in permutations(moved, 2):
            tried = [mu + step * ((at == a) - (at == b)) for at, mu in enumerate(mus)]
            if (found := likelihood(tried, *results)) > best:
                mus, best, better = tried, found, True
        step = step if better else step / 2
    return mus


@pytest.mark.parametrize("seed", range(8))
def test_ratings_are_the_most_likely_ones(seed: int) -> None:
    bots, pairs, results = some_results(seed)
    found = [rating.mu for rating in ratings(bots, pairs, results)]
    best = climbed([25.0] * bots, [*range(bots)], (pairs, results))
    assert found == pytest.approx(best, abs=1e-3)
    assert sum(found) == pytest.approx(25 * bots, abs=1e-5)


def test_published_strengths_come_out() -> None:
    """So many times the games that the prior does not count."""
    pairs = [*combinations(range(7), 2)]
    results = [Results(10**6 * BASEBALL[a][b], 10**6 * BASEBALL[b][a], 0) for a, b in pairs]
    found = ratings(7, pairs, results)
    assert [round((each.mu - found[-1].mu) / UNIT, 2) for each in found] == STRENGTHS


@pytest.mark.parametrize("won", [0, 3, 50, 100])
def test_the_standard_error_of_two_bots(won: int) -> None:
    """With two bots there is one difference, whose information is a sum of two terms."""
    first, second = ratings(2, [(0, 1)], [Results(won, 100 - won, 0)])
    chance = 1 / (1 + exp((second.mu - first.mu) / UNIT))
    information = 100 * chance * (1 - chance) / UNIT**2 + 1 / (2 * PRIOR**2)
    assert first.sigma == second.sigma == pytest.approx(1 / sqrt(information) / 2, abs=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_standard_errors_are_the_curvature_at_the_maximum(seed: int) -> None:
    """How fast the likelihood falls if one rating moves and the others adapt; their sum stays."""
    bots, pairs, results = some_results(seed)
    found = ratings(bots, pairs, results)
    top = likelihood([each.mu for each in found], pairs, results)
    for bot, rating in enumerate(found):
        step = rating.sigma / 2
        others = [at for at in range(bots) if at != bot]
        mus = [
            each.mu + (step if at == bot else -step / len(others)) for at, each in enumerate(found)
        ]
        best = likelihood(climbed(mus, others, (pairs, results)), pairs, results)
        assert sqrt(step**2 / (2 * (top - best))) == pytest.approx(rating.sigma, rel=0.05)


@pytest.mark.parametrize("seed", range(8))
def test_neither_the_order_of_games_nor_that_of_bots_matters(seed: int) -> None:
    bots, pairs, results = some_results(seed)
    found = ratings(bots, pairs, results)
    one_by_one = [
        (pair, single)
        for pair, result in zip(pairs, results, strict=True)
        for single, count in zip(((1, 0, 0), (0, 1, 0), (0, 0, 1)), result, strict=True)
        for _ in range(count)
    ]
    Random(seed).shuffle(one_by_one)
    games = [Results(*single) for _, single in one_by_one]
    assert ratings(bots, [pair for pair, _ in one_by_one], games) == found
    named = [*range(bots)]
    Random(seed).shuffle(named)
    renamed = ratings(bots, [(named[a], named[b]) for a, b in pairs], results)
    assert [renamed[named[bot]] for bot in range(bots)] == found


def test_a_shared_win_is_half_a_win_for_each() -> None:
    shared = ratings(2, [(0, 1)], [Results(40, 20, 60)])
    assert shared == ratings(2, [(0, 1)], [Results(70, 50, 0)])
    first, second = ratings(2, [(0, 1)], [Results(0, 0, 300)])
    assert first == second


@pytest.mark.parametrize("games", [1, 1000, 10**9])
def test_who_won_or_lost_everything_has_a_finite_rating(games: int) -> None:
    pairs = [(0, 1), (0, 2), (1, 2)]
    best, middle, last = ratings(3, pairs, [Results(games, 0, 0)] * 3)
    assert 250 > best.mu > 25 > last.mu
    assert middle.mu == 25
    assert 0 < best.sigma < PRIOR


def test_more_games_make_ratings_more_certain() -> None:
    pairs = [(0, 1), (0, 2), (1, 2)]
    few = ratings(3, pairs, [Results(6, 4, 0), Results(8, 2, 0), Results(7, 2, 1)])
    many = ratings(3, pairs, [Results(600, 400, 0), Results(800, 200, 0), Results(700, 200, 100)])
    assert all(more.sigma < less.sigma / 5 for more, less in zip(many, few, strict=True))
    assert many[0].mu > many[1].mu > many[2].mu


def test_without_games_all_are_equal() -> None:
    first, second = ratings(2, [], [])
    assert first == second
    assert first.mu == 25
    assert first.sigma == pytest.approx(PRIOR / sqrt(2), abs=1e-6)
