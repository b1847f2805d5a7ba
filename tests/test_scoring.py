"""The package's scoring beside the slow reference: every roll of every preset, and random rules."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from support import slow
from support.slow import DEFAULTS, PRESETS, SlowKeep, Table
from support.strategies import rolls, tables, toml

import hotdice.rules
from hotdice import Rules

FILES = Path(hotdice.rules.__file__).parent / "presets"


def combinations(table: Table) -> dict[slow.Dice, int]:
    """All the dice that make one combination under these rules, however the table is written."""
    groups = (group for n in range(1, slow.field(table, "dice") + 1) for group in slow.multisets(n))
    values = ((group, slow.combination(table, group)) for group in groups)
    return {group: value for group, value in values if value is not None}


def found_keeps(rules: Rules, dice: Sequence[int]) -> list[SlowKeep]:
    return [(keep.dice, keep.points, keep.left) for keep in rules.keeps(list(dice))]


def check_scores(rules: Rules, table: Table, dice: Sequence[int]) -> None:
    """One roll: the same legal keeps in the same order, and the same score."""
    assert found_keeps(rules, dice) == slow.keeps(table, dice), dice
    assert rules.score(list(dice)) == slow.score(table, dice), dice


def check_outcomes(rules: Rules, table: Table, n: int) -> None:
    """All rolls of n dice: each once, its exact chance, one keep for each points and dice left."""
    found = rules.outcomes(n)
    chances = {outcome.dice: outcome.probability for outcome in found}
    assert len(chances) == len(found)
    assert chances == slow.outcomes(table, n)
    assert sum(chances.values(), Fraction(0)) == Fraction(1)
    for outcome in found:
        legal = slow.keeps(table, outcome.dice)
        different = list(dict.fromkeys((points, left) for _, points, left in legal))
        assert [(keep.points, keep.left) for keep in outcome.distinct_keeps] == different, (
            outcome.dice
        )
        assert {(keep.dice, keep.points, keep.left) for keep in outcome.distinct_keeps} <= set(
            legal
        )


def test_every_preset_has_golden_data() -> None:
    assert {file.stem for file in FILES.glob("*.toml")} == set(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_files_say_what_the_documents_say(preset: str) -> None:
    golden = PRESETS[preset]
    raw = tomllib.loads((FILES / f"{preset}.toml").read_text("utf-8"))
    assert raw["name"] == preset
    assert set(raw) <= {*DEFAULTS, "name", "title", "score"}
    found = {name: slow.field(raw, name) for name in DEFAULTS}
    assert found == {name: slow.field(golden, name) for name in DEFAULTS}
    assert combinations(raw) == combinations(golden)
    assert raw["score"].get("none") == golden["score"].get("none")


def test_every_golden_score() -> None:
    wrong = [
        (case, found)
        for case in slow.lines("scoring.jsonl")
        if (found := Rules.load(case["rules"]).score(case["dice"])) != case["score"]
    ]
    assert wrong == []


@pytest.mark.parametrize("preset", PRESETS)
def test_every_roll_of_every_preset(preset: str) -> None:
    rules, table = Rules.load(preset), PRESETS[preset]
    for n in range(1, table["dice"] + 1):
        for dice in slow.multisets(n):
            check_scores(rules, table, dice)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_outcome_of_every_preset(preset: str) -> None:
    rules, table = Rules.load(preset), PRESETS[preset]
    for n in range(1, table["dice"] + 1):
        check_outcomes(rules, table, n)


@pytest.mark.parametrize("preset", ["doubling", "playmonster", "zilch", "kingdom"])
def test_every_roll_when_all_scoring_dice_go(preset: str) -> None:
    rules, table = Rules.load(preset, keep="all"), {**PRESETS[preset], "keep": "all"}
    for n in range(1, table["dice"] + 1):
        check_outcomes(rules, table, n)
        for dice in slow.multisets(n):
            check_scores(rules, table, dice)


@pytest.mark.parametrize("preset", PRESETS)
def test_farkle_fractions(preset: str) -> None:
    rules = Rules.load(preset)
    for n, fraction in enumerate(PRESETS[preset]["farkle"], 1):
        farkles = (each.probability for each in rules.outcomes(n) if each.farkles)
        assert sum(farkles, Fraction(0)) == Fraction(fraction)


@pytest.mark.parametrize(
    ("preset", "dice", "points"),
    [
        # Two triplets are one combination of 2500, or two triples where there is no such line.
        ("playmonster", [2, 2, 2, 3, 3, 3], 2500),
        ("playmonster", [1, 1, 1, 5, 5, 5], 2500),
        ("three-pair", [2, 2, 2, 3, 3, 3], 500),
        ("three-pair", [1, 1, 1, 5, 5, 5], 1500),
        # Four and two: a line of its own, the four and two 5s, or only the four.
        ("playmonster", [4, 4, 4, 4, 5, 5], 1500),
        ("three-pair", [4, 4, 4, 4, 5, 5], 700),
        ("three-pair", [4, 4, 4, 4, 3, 3], 600),
        ("zilch", [6, 6, 6, 6, 5, 5], 1500),
        ("zilch", [1, 1, 1, 1, 5, 5], 2100),
        # A long pattern is not always the better one.
        ("cardgames", [1, 1, 1, 1], 1100),
        ("cardgames", [1, 1, 1, 1, 5, 5], 1500),
        ("cardgames", [1, 1, 1, 1, 1], 2000),
        ("zilch", [2, 2, 2, 2, 2, 2], 1600),
        # A straight of five and one die more, which must not be taken for the straight's own.
        ("kingdom", [1, 2, 3, 4, 5, 5], 550),
        ("kingdom", [1, 1, 2, 3, 4, 5], 600),
        ("kingdom", [2, 3, 4, 5, 5, 6], 800),
        ("kingdom", [2, 2, 3, 4, 5, 6], 750),
        ("kingdom", [1, 2, 3, 4, 5, 6], 1500),
    ],
)
@pytest.mark.parametrize("keep", ["any", "all"])
def test_traps_for_a_greedy_scorer(preset: str, dice: list[int], points: int, keep: str) -> None:
    rules = Rules.load(preset) if keep == "any" else Rules.load(preset, keep=keep)
    assert rules.score(dice) == points
    assert rules.keeps(dice)[0].points == points


def test_all_scoring_dice_go_even_if_fewer_were_worth_more() -> None:
    table: dict[str, Any] = {"name": "house", "dice": 2, "score": {"1": 100, "12": 10}}
    assert found_keeps(Rules.parse(toml(table)), [1, 2]) == [((1,), 100, 1), ((1, 2), 10, 0)]
    table["keep"] = "all"
    assert found_keeps(Rules.parse(toml(table)), [1, 2]) == [((1, 2), 10, 0)]


@given(table=tables(), dice=rolls(6, 6))
def test_rolls_under_random_rules(table: dict[str, Any], dice: list[int]) -> None:
    rules = Rules.parse(toml(table))
    for n in range(1, table["dice"] + 1):
        check_scores(rules, table, dice[:n])


@given(table=tables())
def test_outcomes_under_random_rules(table: dict[str, Any]) -> None:
    rules = Rules.parse(toml(table))
    for n in range(1, min(3, table["dice"]) + 1):
        check_outcomes(rules, table, n)
