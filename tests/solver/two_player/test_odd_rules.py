"""Rules that `rules check` calls fine and nobody plays: they are solved like all others."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cli import hotdice
from support.slow_game import SlowGame
from support.strategies import toml

from hotdice import Bank, HotDiceError, Roll, Rules, State
from hotdice.bots.optimal import OptimalBot
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.solve import solve_two_players
from hotdice.solver.two_player.turns import TwoPlayerTurns
from hotdice.solver.two_player.with_penalty import solve_with_penalty

TRIPLES = {"name": "triples", "dice": 3, "target": 1000, "score": {"aaa": "100a"}}
ONE_FACE: dict[str, Any] = {
    "name": "one-face",
    "dice": 1,
    "target": 2,
    "hot_dice": "end",
    "finish": "immediate",
    "score": {"3": 3},
}
ALWAYS_SCORES = {
    "name": "always-scores",
    "dice": 1,
    "target": 30,
    "hot_dice": "end",
    "score": {"1": 10, "none": 15},
}
LONG: dict[str, Any] = {
    "name": "long",
    "dice": 2,
    "target": 450,
    "hot_dice": "must",
    "tie": "shared",
    "penalty": {"farkles": 2, "points": 100, "floor": -250},
    "score": {"66": 100, "11": 150, "aa": 100, "1": 50},
}


def rules_of(table: dict[str, Any]) -> Rules:
    """The rules of a table that has no mistakes."""
    return Rules.parse(toml(table))


def agree(table: dict[str, Any], lowest: int = 0) -> TwoPlayerSolution:
    """Every turn start has the value of plain sweeps, and the bound is true and small."""
    found = solve_two_players(rules_of(table))
    slow = SlowGame(table, lowest or found.lowest)
    expected = slow.solve()
    below = (found.lowest - slow.lowest) // found.step
    expected = expected[:, :, below:, below:]
    own, other = np.indices(expected.shape[2:])
    off = np.abs(found.values[:, :, own + other, other] - expected)
    widths = found.widths
    if not isinstance(widths, float):
        widths = widths[:, :, own + other, other]
    assert (off <= widths + 1e-12).all()
    assert found.bound() <= 1e-9
    return found


def test_dice_that_score_only_all_together() -> None:
    """Rolls of fewer dice offer nothing at all."""
    found = agree(TRIPLES)
    advice = found.advise(State.start(found.rules, 2))
    assert advice.choices[0].chance == pytest.approx(found.chance(0, 0), abs=1e-12)


def test_advice_and_best_play_where_dice_score_only_all_together(tmp_path: Path) -> None:
    """One roll in 36 wins at once, so whoever rolls first has 1/36 of 1 - (35/36)^2: 36/71."""
    rules = rules_of({**TRIPLES, "finish": "immediate"})
    file = tmp_path / "triples.toml"
    file.write_text(toml({**TRIPLES, "finish": "immediate"}))
    told = hotdice("advise", "triples 900,900 p1 t0 d3", "--rules", str(file), "--json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["choices"][0]["chance"] == pytest.approx(36 / 71, abs=1e-9)
    rolled = State.start(rules, 2).roll([2, 2, 2])
    assert OptimalBot().choose(rolled.keep([2, 2, 2])) in (Roll(), Bank())


@pytest.mark.parametrize("changes", [{}, {"entry": 1}, {"entry": 3}, {"minimum": 3}])
def test_an_entry_that_only_the_best_turn_reaches(changes: dict[str, int]) -> None:
    """The first 3 wins: 1/6 + (5/6)^2 * 1/6 + ... is 6/11."""
    found = agree({**ONE_FACE, **changes})
    assert found.chance(0, 0) == pytest.approx(6 / 11, abs=1e-14)


def test_chances_of_exactly_nothing() -> None:
    found = agree(ALWAYS_SCORES)
    for own in range(0, 30, 5):
        for other in range(0, 30, 5):
            assert found.chance(own, other) == pytest.approx(float(_always(own, other)), abs=1e-13)
    assert found.chance(5, 25) == 0.0


def _always(own: int, other: int) -> Fraction:
    """A turn brings 10 with a chance of 1/6, else 15."""
    total = Fraction()
    for points, chance in ((10, Fraction(1, 6)), (15, Fraction(5, 6))):
        new = own + points
        if new < 30:
            total += chance * (1 - _always(other, new))
        else:
            beaten = (other + 10 > new) * Fraction(1, 6) + (other + 15 > new) * Fraction(5, 6)
            total += chance * (1 - beaten)
    return total


def test_chances_that_rounding_takes_above_one() -> None:
    """The last turn surely wins there, and the sum of its chances is 1 + 2**-52."""
    agree(
        {
            "name": "surely",
            "dice": 3,
            "target": 61,
            "entry": 10,
            "hot_dice": "end",
            "tie": "shared",
            "score": {"a": "10a", "14": 10, "none": 20},
        }
    )


def test_long_games_with_a_penalty() -> None:
    found = agree(LONG)
    assert found.chance(0, 0) == pytest.approx(0.502137774914, abs=1e-12)


def test_falls_are_followed_until_the_chances_are_known() -> None:
    """Totals far below the target count; those twice as deep are the judge."""
    table = {
        "name": "deep",
        "dice": 2,
        "target": 2000,
        "hot_dice": "end",
        "penalty": {"farkles": 1, "points": 500},
        "score": {"1": 500, "2": 500, "3": 250, "66": 1000},
    }
    found = agree(table, lowest=2 * solve_two_players(rules_of(table)).lowest)
    assert found.lowest < -2500


def test_falling_further_can_be_better() -> None:
    """Totals are cut off at -200; whoever falls to -300 is better off than at -200.

    A bound that rests on "fewer points are never better" is half of the true error here.
    """
    table = {
        "name": "further",
        "dice": 1,
        "target": 200,
        "hot_dice": "end",
        "penalty": {"farkles": 1, "points": 150},
        "score": {"2": 400, "5": 200, "6": 400},
        "weights": [1, 20, 1, 1, 5, 5],
    }
    slow = SlowGame(table, lowest=-1200)
    with TwoPlayerTurns(rules_of(table), slow.step, -200) as turns:
        values, widths = solve_with_penalty(turns)
    known = slice((-200 + 1200) // slow.step, None)
    expected = slow.solve()[:, :, known, known]
    own, other = np.indices(expected.shape[2:])
    off = np.abs(values[:, :, own + other, other] - expected)
    assert (off <= widths[:, :, own + other, other] + 1e-12).all()


def test_a_penalty_on_every_farkle_of_a_full_game() -> None:
    found = solve_two_players(Rules.load("basic+target=1000+penalty.farkles=1+penalty.points=500"))
    assert found.bound() <= 1e-9
    assert found.lowest < -2500


def test_small_totals_are_not_followed_down_to_thousands() -> None:
    table = {
        "name": "small",
        "dice": 3,
        "target": 11,
        "hot_dice": "end",
        "finish": "immediate",
        "minimum": 10,
        "penalty": {"farkles": 1, "points": 10},
        "score": {"ab": 20, "356": 15, "aaa": "5a"},
    }
    assert -2500 < agree(table).lowest < 0


def test_a_game_that_sinks_for_ever_is_refused() -> None:
    table = {
        "name": "sinking",
        "dice": 1,
        "target": 450,
        "finish": "immediate",
        "penalty": {"farkles": 1, "points": 250},
        "score": {"1": 100},
    }
    with pytest.raises(HotDiceError) as caught:
        solve_two_players(rules_of(table))
    assert caught.value.code in ("solve/never-ends", "solve/large", "solve/coarse")
