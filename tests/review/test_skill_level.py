"""Skill levels, by what the built-in `human` bots lose under the same rules."""

from pathlib import Path

import pytest
from support.presets import PLAIN_PRESETS

from hotdice.arena.batch_review.batch import batch_review
from hotdice.arena.batch_review.measure_skill_levels import measure_skill_levels, skill_levels_for
from hotdice.arena.match.blocks import Block, Match
from hotdice.review import skill_level
from hotdice.review.judgement import Skill
from hotdice.review.skill_level import level_of, level_range, skill_levels_at_hand
from hotdice.rules import Rules

GREED = Rules.load("greed")


@pytest.mark.parametrize("name", PLAIN_PRESETS)
def test_every_preset_ships_its_levels(name: str) -> None:
    found = skill_levels_at_hand(Rules.load(name))
    assert found is not None
    assert found.games >= 2000
    assert len(found.losses) == len(found.errors) == 10
    assert all(
        0.0 < error < 0.05 * loss for loss, error in zip(found.losses, found.errors, strict=True)
    )
    assert found.losses == tuple(sorted(found.losses, reverse=True))


def played(bot: str, games: int) -> Skill:
    """What a bot loses against itself, with other dice than those of the measurement."""
    found = batch_review(GREED).review(Match(GREED, (bot, bot), 99), Block(0, games))
    return Skill(int(found.decisions.sum()), float(found.lost.sum()), games)


@pytest.mark.parametrize(
    ("bot", "right"), [("human:1", 1), ("human:5", 5), ("human:10", 10), ("random", 0)]
)
def test_levels_are_recognised(bot: str, right: int) -> None:
    assert level_of(GREED, 2, played(bot, 2000)) == right


def test_a_few_games_leave_room_for_the_true_level() -> None:
    """In about 19 of 20 cases; the more games, the less room."""
    found = batch_review(GREED).review(Match(GREED, ("human:5", "human:5"), 7), Block(0, 4000))
    games = [
        Skill(int(decisions), float(lost))
        for decisions, lost in zip(found.decisions[:, 0], found.lost[:, 0], strict=True)
    ]
    ranges = [level_range(GREED, games[at : at + 40]) for at in range(0, 4000, 40)]
    assert sum(low <= 5 <= high for low, high in ranges) >= 85
    assert any(high - low >= 3 for low, high in ranges)
    assert level_range(GREED, games) == (5, 5)
    assert level_range(GREED, games[:1]) == (0, 11)


def test_best_play_is_above_all_levels() -> None:
    assert level_of(GREED, 3, Skill(decisions=5000, lost=0.0)) == 11


def test_no_level_without_enough() -> None:
    assert level_of(GREED, 2, Skill(decisions=99, lost=0.3)) is None
    assert level_of(GREED, 2, Skill(decisions=0, lost=0.0)) is None
    assert level_of(GREED, 2, Skill(decisions=100, lost=0.3)) is not None


def test_no_level_alone() -> None:
    assert level_of(GREED, 1, Skill(decisions=1000, lost=3.0)) is None


def test_other_rules_are_measured_once_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = Rules.load("pig", target=30)
    skill = Skill(decisions=1000, lost=0.0)
    assert level_of(rules, 2, skill) is None
    found = skill_levels_for(rules)
    assert found is not None
    assert level_of(rules, 2, skill) == 11
    skill_level.skill_levels_at_hand.cache_clear()
    assert skill_levels_at_hand(rules) == found
    monkeypatch.setattr(
        "hotdice.arena.batch_review.measure_skill_levels.measure_skill_levels", None
    )
    assert skill_levels_for(rules) == found
    (kept,) = tmp_path.rglob("*-levels")
    kept.write_bytes(kept.read_bytes()[:-3])
    skill_level.skill_levels_at_hand.cache_clear()
    assert skill_levels_at_hand(rules) is None


def test_measured_levels_are_means_over_decisions() -> None:
    found = measure_skill_levels(Rules.load("pig", target=30), 50)
    match = Match(Rules.load("pig", target=30), ("human:3", "human:3"), 1)
    alone = batch_review(match.rules).review(match, Block(0, 50))
    assert found.losses[2] == pytest.approx(alone.lost.sum() / alone.decisions.sum(), abs=1e-12)
