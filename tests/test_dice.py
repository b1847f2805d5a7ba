"""Where dice come from: seeded dice against vectors made elsewhere, typed and scripted ones."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from hotdice import HotDiceError, Rules, State, play
from hotdice.bots import make
from hotdice.game import Throw
from hotdice.game.dice import ScriptedDice, SeededDice, SystemDice, TypedDice, read_dice
from hotdice.game.generator import number, stream_key

GOLDEN = tomllib.loads((Path(__file__).parent / "golden" / "dice.toml").read_text())


def test_numbers_are_those_of_splitmix64() -> None:
    seed = GOLDEN["splitmix_seed"]
    assert [str(number(seed, at)) for at in range(5)] == GOLDEN["splitmix"]


@pytest.mark.parametrize("case", GOLDEN["throws"], ids=str)
def test_seeded_dice_are_the_documented_ones(case: dict[str, object]) -> None:
    dice = case["dice"]
    assert isinstance(dice, list)
    source = SeededDice(int(str(case["seed"])), int(str(case["game"])))
    seat, turn, roll = (int(str(case[key])) for key in ("seat", "turn", "roll"))
    assert list(source.roll(Throw(seat, turn, roll, len(dice)))) == dice


def test_a_bot_has_its_own_stream() -> None:
    bot = GOLDEN["bot"]
    key = stream_key(bot["seed"], bot["game"], 1 + bot["seat"])
    assert [str(number(key, at)) for at in range(2)] == bot["numbers"]


def test_seeded_dice_are_even() -> None:
    """Chi-square over pairs of dice: 35 degrees of freedom, above 80 once in 50,000 runs."""
    source = SeededDice(99)
    throws = 36_000
    seen = Counter(source.roll(Throw(0, turn, 0, 2)) for turn in range(throws))
    expected = throws / 36
    assert len(seen) == 36
    assert sum((found - expected) ** 2 / expected for found in seen.values()) < 80


def test_choices_never_change_later_dice() -> None:
    """Two tables, one seed: where a throw happens at both, its dice are the same."""
    rules = Rules.load("basic")
    thrown = []
    for first in ("cautious", "bold"):
        bots = [make(first, 1), make("cautious", 2)]
        seen = {}
        turns = [0, 0]
        rolls = 0
        for step in play(State.start(rules), bots, SeededDice(5)):
            seat = step.before.player
            if step.dice:
                seen[seat, turns[seat], rolls] = step.dice
                rolls += 1
            if step.after.fresh:
                turns[seat] += 1
                rolls = 0
        thrown.append(seen)
    shared = thrown[0].keys() & thrown[1].keys()
    assert len(shared) > 20
    for place in shared:
        fewer = min(len(thrown[0][place]), len(thrown[1][place]))
        assert thrown[0][place][:fewer] == thrown[1][place][:fewer]


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(HotDiceError) as caught:
        SeededDice(seed)
    assert caught.value.code == "dice/seed"
    assert str(seed) in str(caught.value)


def test_system_dice_have_every_face() -> None:
    dice = SystemDice().roll(Throw(0, 0, 0, 600))
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    assert len(dice) == 600


def test_a_script_that_ends_says_so() -> None:
    dice = ScriptedDice([[1, 2]])
    assert dice.roll(Throw(0, 0, 0, 2)) == (1, 2)
    with pytest.raises(HotDiceError, match="no more rolls"):
        dice.roll(Throw(0, 0, 1, 2))


def test_typed_dice_ask_until_they_are_right() -> None:
    answers = iter(["1 1 7", "1 1", "one", "1,1 5"])
    problems = []

    def ask(throw: Throw, problem: str) -> str:
        problems.append(problem)
        return next(answers)

    assert TypedDice(ask).roll(Throw(0, 0, 0, 3)) == (1, 1, 5)
    assert "7" in problems[1]
    assert "2 dice were typed (1 1), but 3 were thrown" in problems[2]
    assert "one" in problems[3]


@pytest.mark.parametrize("text", ["1 1 5", "115", "1,1,5", " 1 15 "])
def test_dice_may_be_typed_apart_or_together(text: str) -> None:
    assert read_dice(text) == (1, 1, 5)
