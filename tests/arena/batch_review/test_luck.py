"""Luck evens out, whoever plays; and without it best play has what it had at the start."""

import numpy as np
import pytest

from hotdice.arena.batch_review.batch import batch_review
from hotdice.arena.match.blocks import Block, Match
from hotdice.rules import Rules
from hotdice.solver.storage.lookup import two_player_solution

ERRORS = 4.0  # standard errors
MATCHES = [
    ("basic", "human:2", "optimal"),
    ("greed", "random", "turn"),
    ("zilch", "cautious", "human:9"),
    ("pig", "random", "bold"),
    ("ten-thousand", "threshold:400", "human:5"),
]


@pytest.mark.parametrize(("name", "first", "second"), MATCHES)
def test_luck_has_the_mean_0(name: str, first: str, second: str, long_run: bool) -> None:
    """And so the mean of results is the same with luck and without it."""
    rules, games = Rules.load(name), 100_000 if long_run else 40
    found = batch_review(rules).review(Match(rules, (first, second), 23), Block(0, games))
    for luck in (found.own_luck, found.others_luck, found.results - found.adjusted):
        error = luck.std(axis=0, ddof=1) / np.sqrt(games)
        assert (abs(luck.mean(axis=0)) <= ERRORS * error).all()


def test_far_less_is_left_to_chance() -> None:
    rules = Rules.load("greed")
    found = batch_review(rules).review(Match(rules, ("human:8", "turn"), 23), Block(0, 400))
    assert (found.adjusted.var(axis=0) < found.results.var(axis=0) / 10).all()


@pytest.mark.parametrize("name", ["basic", "greed", "pig"])
def test_best_play_has_its_start_in_every_game(name: str, long_run: bool) -> None:
    rules, games = Rules.load(name), 100_000 if long_run else 40
    match = Match(rules, ("optimal", "optimal"), 3)
    found = batch_review(rules).review(match, Block(0, games))
    solution = two_player_solution(rules)
    start = np.array([solution.chance(0, 0), 1.0 - solution.chance(0, 0)])
    steps = int(found.played.counts.table[:, :2].sum(axis=0).max() // games * 10)
    bound = 2.0 * steps * (solution.bound() + 1e-12)
    assert bound < 1e-6
    assert abs(found.adjusted - start).max() <= bound
    assert found.lost.max() <= bound
