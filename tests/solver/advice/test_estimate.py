"""Estimated values, beside the exact ones of a game that is solved, and in games that are not."""

import json
from itertools import product
from typing import NoReturn

import pytest

from hotdice import HotDiceError, Rules, State
from hotdice.cli.advise import advise as advise_command
from hotdice.solver import solve
from hotdice.solver.advice.choices import advise
from hotdice.solver.advice.estimate import EstimatedValues
from hotdice.solver.storage import lookup

CLOSE = 0.06
LARGE = Rules.load("basic", piggyback=True)


def test_chances_are_close_to_the_exact_ones() -> None:
    exact = solve(Rules.load("basic"))
    rough = EstimatedValues(exact.rules, 2)
    for totals in product((0, 2000, 5000, 8000, 9500), repeat=2):
        state = State.start(exact.rules, totals=totals)
        assert rough.chances(state)[0] == pytest.approx(exact.chances(state)[0], abs=CLOSE)


@pytest.mark.parametrize(
    ("changes", "position"),
    [
        ({"piggyback": True}, "0,500,500 p1 t0 d6 o500:3"),
        ({"piggyback": True, "last_round": "one-roll"}, "10000,9000,9500 p2 t0 d6 l1"),
        ({"overshoot": "welfare"}, "10000,9000 p2 t0 d6 l1"),
        ({"rounds": 4}, "2000,3000,1000 p3 t0 d6 n3"),
        ({"finish": "equal-turns"}, "9000,10000,0,500 p3 t0 d6 l2"),
    ],
)
def test_chances_of_all_add_up(changes: dict[str, object], position: str) -> None:
    rules = Rules.load("basic", **changes)
    state = State.parse(f"{rules.name} {position}", rules)
    chances = EstimatedValues(rules, len(state.totals)).chances(state)
    assert sum(chances) == pytest.approx(1.0)
    assert all(0 <= chance <= 1 for chance in chances)


def test_the_last_of_the_rounds_is_decided_by_who_is_ahead() -> None:
    rules = Rules.load("basic", rounds=4)
    ahead, behind = (
        EstimatedValues(rules, 2).chances(State.parse(f"{rules.name} {totals} p2 t0 d6 n3", rules))
        for totals in ("1000,3000", "3000,1000")
    )
    assert ahead[1] > 0.9
    assert behind[1] < 0.2


@pytest.mark.parametrize(
    "position",
    [
        "basic+finish=equal-turns 9000,10000,500 p3 t0 d6 l2",
        "basic+rounds=4 2000,3000,1000 p3 t0 d6 n3",
    ],
)
def test_the_last_turn_of_a_game_needs_no_estimate(position: str) -> None:
    state = State.parse(position)
    found = advise(state, EstimatedValues(state.rules, 3))
    assert found.exact
    assert not found.estimated
    assert found.bound < 1e-9


def test_large_games_have_advice_that_says_what_it_rests_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def too_large(*_: object) -> NoReturn:
        raise HotDiceError("solve/large", rules=LARGE.name)

    monkeypatch.setattr(lookup, "values_for", too_large)
    state = State.start(LARGE).roll([1, 1, 1, 2, 3, 4]).keep([1, 1, 1]).bank()
    found = advise(state, lookup.values_for_advice(LARGE, 2))
    assert found.estimated
    assert not found.exact
    assert {type(choice.action).__name__ for choice in found.choices} == {"Roll", "Take"}
    position = str(state).split()
    advise_command(*position)
    assert "An estimate, as this game is too large" in capsys.readouterr().out
    advise_command(*position, json=True)
    table = json.loads(capsys.readouterr().out)
    assert {row["action"] for row in table["choices"]} == {"roll", "take"}
    with pytest.raises(HotDiceError) as refused:
        lookup.values_for_advice(Rules.load("basic"), 2)
    assert refused.value.code == "solve/large"
