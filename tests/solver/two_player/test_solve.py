"""The solver against plain value iteration over `State`, and what it refuses."""

import json
import signal
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace
from support.brute import Brute
from support.brute_turns import BruteTurns
from support.cli import hotdice, refused, run_here
from support.lengths import cases, long
from support.presets import PLAIN_PRESETS
from support.serving import wait_for

from hotdice import HotDiceError, Rules, State
from hotdice.server.rules.worker_pool import processor_seconds
from hotdice.solver.turn.odds import odds
from hotdice.solver.two_player.solve import solve_two_players


def agree(rules: Rules, cap: int) -> None:
    """Every pair of totals has the value that plain iteration finds."""
    expected = Brute(rules, cap).solve()
    found = solve_two_players(rules)
    assert found.bound() < 1e-9
    compared = 0
    for state, value in expected.items():
        if state.starter is None:
            chance = found.chances(state)[state.player]
            assert chance == pytest.approx(value, abs=1e-9), state
            compared += 1
    assert compared >= 2


SOME = ("basic", "facebook", "greed", "kingdom", "pig", "thousand", "zilch")


@pytest.mark.parametrize("name", cases(PLAIN_PRESETS, lambda name: name in SOME))
def test_every_preset_to_a_small_target(name: str) -> None:
    """The finish is immediate, so that stopping at the target loses nothing: exact."""
    preset = Rules.load(name)
    target = 12 if name == "pig" else 150
    changes = {"entry": min(preset.entry, 100), "minimum": min(preset.minimum, 100)}
    if preset.penalty:
        changes |= {"penalty.points": 100, "penalty.floor": 0, "penalty.farkles": 2}
        target = 100
    rules = Rules.load(name, target=target, finish="immediate", **changes)
    agree(rules, target + 100)


@pytest.mark.parametrize(
    "changes",
    [
        "",
        pytest.param("+tie=shared", marks=long),
        pytest.param("+entry=100", marks=long),
        "+entry=100+below_entry=refuse",
        pytest.param("+minimum=100", marks=long),
        "+minimum=150+entry=200+tie=shared",
        pytest.param("+hot_dice=must", marks=long),
        "+hot_dice=must+tie=shared+entry=100+below_entry=refuse",
        pytest.param("+hot_dice=end", marks=long),
        "+hot_dice=end+entry=100+minimum=100",
        pytest.param("+keep=all", marks=long),
        "+keep=all+tie=shared+entry=100",
        "+target=190",
        "+finish=immediate+minimum=100",
        "+finish=immediate+entry=250",
        "+penalty.farkles=2+penalty.floor=0+penalty.points=50+target=100",
        "+penalty.farkles=2+penalty.floor=-50+penalty.points=50+entry=100+tie=shared+target=100",
        pytest.param(
            "+penalty.farkles=3+penalty.floor=-100+penalty.points=100+minimum=100+finish=immediate",
            marks=long,
        ),
        "+penalty.farkles=1+penalty.floor=0+penalty.points=50+hot_dice=end+minimum=100",
        "+finish=immediate+hot_dice=must",
        "+finish=immediate+hot_dice=end+entry=100",
    ],
)
def test_every_field_with_two_dice(changes: str) -> None:
    agree(Rules.load(f"basic+dice=2+target=150+score.66=150{changes}"), 700)


@pytest.mark.parametrize(
    "name",
    cases(PLAIN_PRESETS, lambda name: name in SOME and Rules.load(name).penalty is None),
)
def test_every_preset_as_it_is_but_for_the_target(name: str, long_run: bool) -> None:
    """All of it: six dice, hot dice without end, the last round, entry, minimum and penalty.

    Where no floor stops a fall both let totals end at the same lowest one.
    """
    preset = Rules.load(name)
    target = 20 if name == "pig" else 300 if long_run and not preset.penalty else 100
    rules = Rules.load(name, target=target)
    found = solve_two_players(rules)
    turns = BruteTurns(rules, found.lowest)
    for place, value in np.ndenumerate(turns.solve()):
        state = turns.start(*place)
        assert found.chances(state)[0] == pytest.approx(value, abs=1e-9), state


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pig+score.1=1", "solve/never-farkles"),
        ("basic+target=1000000+score.1=1", "solve/large"),
    ],
)
def test_what_cannot_be_solved_is_refused_at_once(name: str, code: str) -> None:
    with pytest.raises(HotDiceError) as caught:
        solve_two_players(Rules.load(name))
    assert caught.value.code == code


def test_odds_of_a_turn_are_those_of_plain_recursion() -> None:
    """Two dice, at most 600 points: every turn by the definition, with fractions."""
    for changes in ("", "+hot_dice=must", "+hot_dice=end", "+minimum=150", "+keep=all"):
        rules = Rules.load(f"basic+dice=2{changes}")
        best = _recursion(rules, 0, 2, {})
        assert odds(rules).expected_turn == pytest.approx(float(best), abs=0.02), changes


def _recursion(
    rules: Rules, points: int, dice: int, known: dict[tuple[int, int], Fraction]
) -> Fraction:
    if (points, dice) not in known:
        total = Fraction()
        for outcome in rules.outcomes(dice):
            choices = [Fraction()]
            for keep in outcome.distinct_keeps:
                start = State.start(rules, totals=(50, 50))
                after = {"turn_points": points + keep.points, "dice": keep.left or 2}
                state = replace(start, **after)
                ended = rules.hot_dice == "end" and not keep.left
                bank = state.gain if ended or not state.bank_refusal() else 0
                choices.append(Fraction(bank))
                if state.turn_points < 600 and not ended:
                    choices.append(_recursion(rules, state.turn_points, state.dice, known))
            total += outcome.probability * max(choices)
        known[points, dice] = total
    return known[points, dice]


def test_solve_and_odds_as_json() -> None:
    found = json.loads(run_here("solve", "greed", "--json").stdout)
    assert set(found) == {
        *("rules", "players", "win", "error_bound", "states", "seconds"),
        *("compile_seconds", "method"),
    }
    assert sum(found["win"]) == pytest.approx(1)
    assert found["error_bound"] <= 1e-9
    table = json.loads(run_here("odds", "thousand", "--reach", "1000", "--json").stdout)
    assert table["farkle"]["6"] == "5/162"
    assert table["bank_from"]["6"] is None
    assert table["reach"]["1000"] == pytest.approx(0.24986, abs=5e-6)
    penalty = json.loads(run_here("odds", "zilch", "--json").stdout)
    assert len(penalty["bank_from"]) == 3
    assert "bank from" in run_here("odds").stdout
    assert "player 2" in hotdice("solve", "greed", "--set", "target=500").stdout


def test_solving_can_be_stopped() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "hotdice", "solve", "three-pair", "--fresh"],
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: processor_seconds(process.pid) > 2)  # it has begun, and takes ten more
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert said == ""


@pytest.mark.parametrize(
    ("words", "word"),
    [
        (["solve", "--players", "5"], "5"),
        (["solve", "greed", "--totals", "0,x"], "0,x"),
        (["solve", "greed", "--totals", "0,0,0"], "0,0,0"),
        (["solve", "greed", "--totals", "0,220"], "0,220"),
        (["solve", "greed", "--totals", "0,3000"], "3000"),
        (["odds", "--reach", "-5"], "-5"),
        (["odds", "pig", "--set", "score.1=1"], "pig"),
    ],
)
def test_bad_input(words: list[str], word: str) -> None:
    said = refused(*words)
    assert word in said
    assert said.count("\n") == 1
