"""The options of house rules against known answers, and against a slow second opinion."""

import hmac
import json
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from support import slow
from support.strategies import tables, toml

from hotdice import Keep, Rules, State
from hotdice.cli.score import score
from hotdice.game.driver import Throw
from hotdice.game.fair import FairDice
from hotdice.game.generator import roll, stream_key
from hotdice.rules.check import problems
from hotdice.solver import odds, solve

KNOWN = json.loads((slow.GOLDEN / "options.json").read_text("utf-8"))
LOADED = (1, 2, 3, 4, 5, 6, 6, 6)


def rules_of(table: dict[str, Any]) -> Rules:
    return Rules.parse(toml({"name": "house"} | table))


def name(known: dict[str, Any]) -> str:
    return f"{known['option']} {known.get('note', '')}".strip()


@pytest.mark.parametrize("known", KNOWN["values"], ids=name)
def test_the_solver_finds_the_known_values(known: dict[str, Any]) -> None:
    rules = rules_of(known["rules"])
    assert solve(rules).chances(State.start(rules))[0] == pytest.approx(
        float(known["value"]), abs=1e-11
    )
    assert odds(rules).expected_turn == pytest.approx(known["best_turn"], abs=1e-8)


@pytest.mark.parametrize("known", KNOWN["scenarios"], ids=name)
def test_games_go_as_the_scenarios_say(known: dict[str, Any]) -> None:
    state = State.start(rules_of(known["rules"]), totals=known["begin"]["totals"])
    for step in known["steps"]:
        if "roll" in step:
            state = state.roll(step["roll"])
        else:
            state = state.keep(step["keep"]) if "keep" in step else state.bank()
        after = step["after"]
        found = {
            "totals": list(state.totals),
            "player": None if state.over else state.player,
            "points": state.turn_points,
            "dice": state.dice,
            "rolled": list(state.rolled),
            "farkles": list(state.farkles),
            "keeps": sorted(list(keep.dice) for keep in state.actions() if isinstance(keep, Keep)),
            "legal": []
            if state.rolled
            else [type(action).__name__.lower() for action in state.actions()],
            "over": state.over,
            "winners": list(state.winners),
        }
        assert found == {key: after[key] for key in found}


@pytest.mark.parametrize("known", KNOWN["distributions"], ids=lambda known: str(known["dice"]))
def test_weighted_dice_have_the_known_chances(known: dict[str, Any]) -> None:
    rules = Rules.load("basic", weights=known["weights"])
    chances = {outcome.dice: outcome.probability for outcome in rules.outcomes(known["dice"])}
    assert sum(chances.values()) == 1
    for dice, chance in known["chances"].items():
        assert chances[tuple(map(int, dice))] == Fraction(chance)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_every_roll_is_worth_what_the_slow_way_says(table: dict[str, Any]) -> None:
    if problems(table):
        return
    rules = rules_of(table)
    for count in range(1, min(rules.dice, 4) + 1):
        chances = slow.outcomes(table, count)
        for outcome in rules.outcomes(count):
            assert outcome.probability == chances[outcome.dice]
            found = [(keep.dice, keep.points, keep.left) for keep in rules.keeps(outcome.dice)]
            assert found == slow.keeps(table, outcome.dice)


def test_seeded_dice_with_weights_are_digits_of_another_base() -> None:
    """Of the fraction 0.d1d2d3… in base 8 each digit is a side."""
    key = stream_key(seed=1, game=0)
    even = roll(key, 0, 0, 0, 10)
    digits = [Fraction(face - 1, 6**place) for place, face in enumerate(even, 1)]
    fraction = sum(digits, Fraction())
    expected = []
    for _ in range(3):
        fraction *= 8
        expected.append(LOADED[int(fraction)])
        fraction -= int(fraction)
    assert roll(key, 0, 0, 0, 3, LOADED) == tuple(expected)


def test_equal_weights_are_the_usual_dice() -> None:
    usual, equal = Rules.load("basic"), Rules.load("basic", weights=[7] * 6)
    assert equal == usual
    assert equal.sides == usual.sides


def test_fair_dice_with_weights_skip_bytes_that_would_favour_a_side() -> None:
    """7 sides: the bytes from 252 on are skipped, so each side has 36 bytes of 252."""
    sides = (1, 2, 3, 4, 5, 6, 6)
    combined = sha256(bytes([0, 0, 0, 1, 0])).digest()
    for turn in range(50):
        place = combined + bytes(7) + bytes([turn]) + bytes(8)
        block = hmac.digest(bytes(32), place, "sha256")
        expected = [sides[byte % 7] for byte in block if byte < 252]
        throw = Throw(seat=0, turn=turn, roll=0, count=10, sides=sides)
        assert list(FairDice(bytes(32), combined).roll(throw)) == expected[:10]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("weights = [1, 2]", "rules/weights"),
        ("weights = [0, 1, 1, 1, 1, 1]", "rules/weights"),
        ("weights = [60, 1, 1, 1, 1, 1]", "rules/weights-sum"),
        ("wild = 7", "rules/number"),
        ("hot_dice_bonus = -1", "rules/number"),
        ("rolls = 3", "rules/rolls"),
        ('rolls = { 2222 = "sink" }', "rules/choice"),
        ('rolls = { none = "farkle" }', "pattern/none-decides"),
        ('rolls = { 2a = "farkle" }', "pattern/mixed"),
        ('rolls = { a = "farkle" }', "rules/all-decided"),
        ("toxic = true", "rules/unknown-field.near"),
    ],
)
def test_mistakes_in_options_are_named(line: str, code: str) -> None:
    from hotdice.rules.form import RulesError

    with pytest.raises(RulesError) as caught:
        Rules.parse(f'name = "house"\n{line}\n[score]\n1 = 100\n')
    assert [mistake.code for mistake in caught.value.mistakes] == [code]


def test_other_names_of_an_option_name_its_field() -> None:
    from hotdice.rules.form import RulesError

    with pytest.raises(RulesError, match="did you mean rolls"):
        Rules.parse('name = "house"\ntoxic = 2222\n[score]\n1 = 100\n')


def test_wild_dice_say_what_they_count_as() -> None:
    rules = Rules.load("basic", wild=2)
    assert rules.reading((2, 3, 3)) == (3, 3, 3)
    assert rules.reading((1, 2, 2)) == (1, 1, 1)  # 1,000 and not what 2s are worth
    assert rules.reading((5,)) == (5,)


def test_the_command_says_what_wild_dice_count_as(capsys: pytest.CaptureFixture[str]) -> None:
    score("2", "3", "3", "5", changes=["wild=2"])
    assert "keep 2 3 3 (as 3 3 3) " in capsys.readouterr().out


def test_changed_options_are_read_back_from_the_name() -> None:
    changes = {"wild": 2, "weights": [1, 1, 1, 1, 1, 3], "rolls": {"2222": "farkle"}}
    rules = Rules.load("basic", **changes, hot_dice_bonus=300)
    assert " " not in rules.name
    assert Rules.load(rules.name) == rules
    assert Rules.parse(rules.toml()) == rules
