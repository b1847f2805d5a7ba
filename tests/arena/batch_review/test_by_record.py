"""Games that are reviewed one by one: the same numbers, and games that bots lose by failing."""

import numpy as np
import pytest

from hotdice import HotDiceError
from hotdice.arena.batch_review.batch import batch_review
from hotdice.arena.batch_review.by_record import review_by_record
from hotdice.arena.batch_review.review_block import refuse_unsolved, review_block
from hotdice.arena.engine.play import play_block
from hotdice.arena.match.blocks import Block, Match
from hotdice.rules import Rules
from hotdice.solver.storage.lookup import solve

DIES = "exec:sh -c 'exit 3'"


def test_the_same_as_all_at_once() -> None:
    match = Match(Rules.load("greed"), ("human:4", "random"), 5)
    block = Block(2, 6)
    alone, batch = review_by_record(match, block), batch_review(match.rules).review(match, block)
    assert (alone.played.counts.table == batch.played.counts.table).all()
    assert (alone.results == batch.results).all()
    assert (alone.decisions == batch.decisions).all()
    for one, other in zip(alone[3:6], batch[3:6], strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)


def test_the_games_are_those_without_luck() -> None:
    match = Match(Rules.load("greed"), ("bold", "cautious"), 5)
    found = review_block(match, Block(0, 300))
    plain = play_block(match, Block(0, 300))
    assert (found.played.counts.table == plain.counts.table).all()
    wins = plain.counts.wins
    assert found.results.sum(axis=0) == pytest.approx(wins[:, 0] + wins[:, 1] / 2)


def test_who_fails_loses_and_the_dice_had_no_part_in_it() -> None:
    """Before its first action nothing has happened, so all of its chance is lost by itself."""
    match = Match(Rules.load("greed"), (DIES, "turn"), 5)
    found = review_by_record(match, Block(0, 3))
    assert found.results.tolist() == [[0.0, 1.0]] * 3
    assert found.adjusted.tolist() == [[0.0, 1.0]] * 3
    assert len(found.played.failures) == 1


def test_alone_there_is_nothing_to_adjust() -> None:
    with pytest.raises(HotDiceError) as refused:
        refuse_unsolved(Rules.load("greed"), 1)
    assert refused.value.code == "adjusted/alone"


def test_three_players_need_a_solution() -> None:
    rules = Rules.load("pig", target=12)
    with pytest.raises(HotDiceError) as refused:
        refuse_unsolved(rules, 3)
    assert refused.value.code == "adjusted/unsolved"
    solution = solve(rules, 3)
    refuse_unsolved(rules, 3)
    match = Match(rules, ("random", "turn", "bold"), 1)
    found = review_block(match, Block(0, 40))
    assert found.results.sum(axis=1) == pytest.approx(np.ones(40))
    assert found.start.sum() == pytest.approx(1.0, abs=1e-9)
    assert found.adjusted.sum(axis=1) == pytest.approx(np.ones(40), abs=1e-6)
    assert found.adjusted.std(axis=0).max() < found.results.std(axis=0).min()
    assert solution.exact
