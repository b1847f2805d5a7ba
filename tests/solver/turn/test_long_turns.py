"""Rules under which hardly any roll farkles: their best turn may be too long to be worked out."""

import tracemalloc

import pytest
from support.cli import refused, run_here

from hotdice import Rules
from hotdice.solver import odds

PAIRS = ("--set", "score.2=1", "--set", "score.aa=1000")


def test_rare_farkles_make_long_turns() -> None:
    done = run_here("odds", "basic", *PAIRS)
    assert done.returncode == 0
    assert done.stdout.count("always roll") == 3  # of four dice two are alike, or one scores


def test_a_turn_that_hardly_ever_ends_is_refused_in_one_sentence() -> None:
    sentence = refused("odds", "basic", *PAIRS, "--set", "score.3=1", "--set", "score.4=1")
    assert "the best turn goes on beyond 262,144 points" in sentence


def test_so_is_one_with_too_many_keeps_to_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under ten dice and a penalty for nine farkles in a row, where it took some minutes."""
    monkeypatch.setattr("hotdice.solver.turn.odds.MOST_WORK", 2e6)
    sentence = refused("odds", "basic", *PAIRS, "--set", "score.3=1", "--set", "penalty.farkles=9",
                       "--set", "penalty.points=500")  # fmt: skip
    assert "the best turn goes on beyond" in sentence
    assert "262,144" not in sentence


def test_long_turns_of_ten_dice_need_little_memory() -> None:
    """The best keeps of all their levels would be 317 MB."""
    rules = Rules.load("basic", dice=10, score={"2": 50})
    tracemalloc.start()
    odds(rules)
    assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    tracemalloc.stop()
