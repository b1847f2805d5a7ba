"""Tests of the slow reference itself, against data it had no part in."""

from fractions import Fraction
from typing import Any

import pytest
from support.slow import (
    PRESETS,
    Referee,
    Refused,
    combination,
    farkle,
    keeps,
    lines,
    matches,
    multisets,
    outcomes,
    score,
    worth,
)


def test_every_golden_score() -> None:
    wrong = [
        (case, found)
        for case in lines("scoring.jsonl")
        if (found := score(PRESETS[case["rules"]], case["dice"])) != case["score"]
    ]
    assert wrong == []


@pytest.mark.parametrize("preset", PRESETS)
def test_farkle_fractions(preset: str) -> None:
    table = PRESETS[preset]
    found = [farkle(table, n) for n in range(1, table["dice"] + 1)]
    assert found == [Fraction(text) for text in table["farkle"]]


def test_chances_add_up_to_one() -> None:
    for n in range(1, 7):
        assert sum(outcomes({"score": {"1": 100}}, n).values()) == 1
        assert sorted(outcomes({"score": {"1": 100}}, n)) == sorted(multisets(n))


def test_a_pattern_fits_in_its_best_way() -> None:
    assert matches("aab", "100a+50b", [2, 6, 6]) == 700
    assert matches("aabb", "100a+50b", [2, 2, 3, 3]) == 400
    assert matches("aabb", 10, [2, 2, 2, 2]) is None
    assert matches("31", 20, [1, 3]) == 20
    assert matches("31", 20, [3, 3]) is None
    assert matches("aaa", "100a+250", [2, 2, 2]) == 450


def test_digits_beat_letters_even_when_lower() -> None:
    table = {"score": {"111": 10, "aaa": "100a"}}
    assert combination(table, [1, 1, 1]) == 10
    assert combination(table, [2, 2, 2]) == 200
    assert combination(table, [2, 2]) is None


def test_worth_is_the_best_split_of_all_the_dice() -> None:
    table = PRESETS["basic"]
    assert worth(table, [2, 2, 2, 3, 3, 3]) == 500
    assert worth(table, [1] * 6) == 2000
    assert worth(table, [2, 2, 2, 2]) is None
    assert worth(PRESETS["zilch"], [1, 1, 1, 1, 5, 5]) == 2100


def test_keeps_in_their_order() -> None:
    assert keeps(PRESETS["basic"], [5, 1, 2, 5]) == [
        ((1, 5, 5), 200, 1),
        ((1, 5), 150, 2),
        ((1,), 100, 3),
        ((5, 5), 100, 2),
        ((5,), 50, 3),
    ]
    assert keeps(PRESETS["greed"], [5, 1, 2, 5]) == [((1, 5, 5), 200, 1)]


def test_none_is_for_all_the_dice_and_only_without_another_score() -> None:
    assert keeps(PRESETS["zilch"], [2, 2, 3, 3, 4, 6]) == [((2, 2, 3, 3, 4, 6), 500, 0)]
    assert keeps(PRESETS["zilch"], [2, 2, 3, 3, 4]) == []
    assert keeps(PRESETS["zilch"], [1, 2, 3, 3, 4, 6]) == [((1,), 100, 5)]


@pytest.mark.parametrize("case", lines("scenarios.jsonl"), ids=lambda case: case["id"])
def test_the_referee_on_every_golden_scenario(case: dict[str, Any]) -> None:
    game = Referee(PRESETS[case["rules"]], case["start"])
    for verb, *rest in case["steps"]:
        if verb == "illegal":
            with pytest.raises(Refused):
                getattr(game, rest[0][0])(*rest[0][1:])
        else:
            getattr(game, verb)(*rest)
    found = {
        "player": game.player,
        "totals": game.totals,
        "turn": game.turn_points,
        "dice": game.dice,
        "final": game.last_round,
        "over": game.over,
        "winners": list(game.winners),
    }
    assert {name: found[name] for name in case["expect"]} == case["expect"]
