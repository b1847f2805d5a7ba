"""Numbers of any kind in the public interface, and what is none of them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hotdice import DiceError, HotDiceError, IllegalAction, Keep, PositionError, Rules, State, play
from hotdice.arena.simulation import simulate
from hotdice.arena.tournament.plan import Plan, check
from hotdice.bots import make
from hotdice.game.actions import BANK, ROLL
from hotdice.game.dice import ScriptedDice, SeededDice
from hotdice.game.record import Record, parse

GREED, BASIC = Rules.load("greed"), Rules.load("basic")
START = State.start(BASIC)


def plain(*numbers: Any) -> bool:
    return all(type(number) is int for number in numbers)


def test_no_dice_are_worth_nothing() -> None:
    assert (GREED.score([]), BASIC.score(()), GREED.score(np.array([], dtype=int))) == (0, 0, 0)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, np.uint64])
def test_rules_take_numpy_integers(kind: Callable[[int], Any]) -> None:
    changes = {"dice": kind(4), "target": kind(120), "score": {"1": kind(7)}}
    rules = Rules.load("greed", **changes, penalty={"farkles": kind(3), "points": kind(50)})
    right = Rules.load("greed+dice=4+target=120+score.1=7+penalty.farkles=3+penalty.points=50")
    assert (rules, rules.name) == (right, right.name)
    assert plain(rules.dice, rules.target, rules.patterns["1"])
    assert rules.outcomes(kind(2)) is rules.outcomes(2)
    assert rules.farkle_chance(kind(2)) == rules.farkle_chance(2)


def test_states_take_numpy_integers() -> None:
    state = State.start(BASIC, players=np.int64(2), totals=np.array([0, 100]))
    assert state == State.start(BASIC, 2, (0, 100))
    assert plain(*state.totals)
    rolled = state.roll(np.array([5, 1, 1, 2, 3, 4]))
    assert plain(*rolled.rolled)
    kept = rolled.keep(np.array([5, 1]))
    assert str(kept) == "basic 0,100 p1 t150 d4"
    assert plain(kept.turn_points)
    assert str(kept.add(np.int32(150))) == "basic 150,100 p2 t0 d6"
    assert plain(*kept.add(np.int32(150)).totals)
    assert State.start(BASIC, np.int64(3)).totals == (0, 0, 0)


def test_rolls_take_numpy_integers() -> None:
    roll = np.array([1, 1, 1, 5, 2, 3])
    assert BASIC.score(roll) == 1050
    assert BASIC.keeps(roll) == BASIC.keeps([1, 1, 1, 5, 2, 3])
    assert all(plain(*keep.dice) for keep in BASIC.keeps(roll))


def test_seeds_and_counts_take_numpy_integers() -> None:
    games = simulate(GREED, ["bold", "random"], games=np.int64(20), seed=np.uint64(3))
    assert games.seats == simulate(GREED, ["bold", "random"], 20, 3).seats
    number: Any = np.int64(20)
    plan = check(Plan(GREED, ("bold", "random"), number, number))
    assert plain(plan.games, plan.seed)
    rolled = START.roll([1, 1, 5, 5, 5, 2])
    assert make("random", number, number).choose(rolled) == make("random", 20, 20).choose(rolled)


def test_a_game_of_numpy_integers_has_a_record() -> None:
    class Numpy:
        def choose(self, state: State) -> Any:
            if state.rolled:
                return Keep(tuple(np.array(state.actions()[0].dice)))  # type: ignore[union-attr]
            return BANK if state.turn_points else ROLL

    start = State.start(Rules.load("basic", target=1000), 1)
    dice = ScriptedDice([np.array([1, 1, 1, 2, 3, 4])])
    record = Record(start, ("Ann",)).having(*play(start, [Numpy()], dice))
    assert parse(record.text().encode()) == record
    assert record.state.over


def other(code: str, call: Callable[[], Any], kind: type[HotDiceError] = HotDiceError) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert caught.value.code == code
    return str(caught.value)


TABLE = np.array([[1, 1, 5], [2, 3, 4]])


@pytest.mark.parametrize("dice", ["115234", TABLE, [[1, 1, 5], [2, 3, 4]], 115234, ["1"], [None]])
def test_no_dice_are_told_as_such(dice: Any) -> None:
    told = [
        other("dice/form", lambda: START.roll(dice), IllegalAction),
        other("dice/form", lambda: START.roll([1, 1, 5, 2, 3, 4]).keep(dice), IllegalAction),
        other("dice/form", lambda: BASIC.score(dice), DiceError),
        other("dice/form", lambda: BASIC.keeps(dice), DiceError),
    ]
    for sentence in told:
        assert "are not dice: a list of faces is needed, as in [1, 1, 5]" in sentence
        assert "\n" not in sentence


@pytest.mark.parametrize("rules", ["greed", None, 5])
def test_what_are_no_rules_is_told_as_such(rules: Any) -> None:
    told = other("position/no-rules", lambda: State.start(rules, 2), PositionError)
    assert f"Rules.load('{rules if rules == 'greed' else 'basic'}')" in told
    other("position/no-rules", lambda: simulate(rules, ["bold", "bold"], 1))
    other("position/no-rules", lambda: check(Plan(rules, ("bold", "random"), 1, 1)))


@pytest.mark.parametrize("count", [True, 2.0, "2", 0, 256, np.array([2, 2])])
def test_what_is_no_number_of_players(count: Any) -> None:
    other("position/nobody", lambda: State.start(BASIC, count), PositionError)


@pytest.mark.parametrize("totals", [[True, 0], [0.0, 0.0], "00", 5, TABLE, [None, 0]])
def test_what_are_no_totals(totals: Any) -> None:
    other("position/whole", lambda: State.start(BASIC, totals=totals), PositionError)


@pytest.mark.parametrize("number", [True, 1.5, "7", None, -1])
def test_what_is_no_seed_and_no_number_of_games(number: Any) -> None:
    other("dice/seed", lambda: SeededDice(number))
    other("dice/seed", lambda: simulate(GREED, ["bold", "random"], 1, seed=number))
    other("dice/seed", lambda: check(Plan(GREED, ("bold", "random"), 1, number)))
    other("arena/games", lambda: simulate(GREED, ["bold", "random"], number))
    other("arena/games", lambda: check(Plan(GREED, ("bold", "random"), number, 1)))
    other("dice/number", lambda: GREED.outcomes(number), DiceError)


def test_every_seat_needs_a_chooser() -> None:
    dice = SeededDice(1)
    one = other("play/choosers", lambda: play(START, [make("bold", 0)], dice))
    assert one == "1 chooser for 2 seats: each seat needs one of its own"
    other("play/choosers", lambda: play(START, [make("bold", 0)] * 3, dice))


class Timid:
    """A bot whose games are counted."""

    asked = 0

    def choose(self, state: State) -> Any:
        """Bank as soon as possible."""
        Timid.asked += 1
        return BANK if BANK in state.actions() else state.actions()[0]


class Mute:
    """An object that cannot choose."""


@pytest.mark.parametrize(
    ("bot", "code", "sentence"),
    [
        (
            lambda state: ROLL,
            "play/chooser",
            "cannot choose: a bot is an object with choose(state)",
        ),
        (Timid, "play/class", "Timid is a class and cannot choose; pass Timid() instead"),
        (Mute(), "play/chooser", "cannot choose: a bot is an object with choose(state)"),
        (None, "play/chooser", "None cannot choose: a bot is an object with choose(state)"),
    ],
)
def test_what_is_no_bot_plays_no_game(bot: Any, code: str, sentence: str) -> None:
    Timid.asked = 0
    assert sentence in other(code, lambda: simulate(GREED, [Timid(), bot], games=3))
    assert sentence in other(code, lambda: play(START, [Timid(), bot], SeededDice(1)))
    told = other("arena/not-named", lambda: check(Plan(GREED, ("bold", bot), 1, 1)))
    assert told.endswith("bots of a tournament are given by name, as in bold")
    assert Timid.asked == 0
    simulate(GREED, [Timid(), "bold"], games=1)
    assert Timid.asked > 0
