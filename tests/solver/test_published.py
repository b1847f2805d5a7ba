"""Every published figure, reproduced; figures and sources are in golden/published.toml."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.lengths import cases

from hotdice import Rules
from hotdice.solver.turn.odds import odds
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.solve import solve_two_players

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "golden" / "published.toml").read_text())


@cache
def solved(name: str) -> TwoPlayerSolution:
    return solve_two_players(Rules.load(name))


CASES = cases(GOLDEN["first_player"], lambda case: not case.get("long"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["source"][:40])
def test_first_player_chances(case: dict[str, Any]) -> None:
    found = solved(case["rules"]).chance(*case["totals"])
    assert found == pytest.approx(case["win"], abs=0.6 * 10 ** -case["digits"])


def test_200_is_the_fairest_head_start_of_classic() -> None:
    duel = solved("classic")
    fairest = min(range(0, 2000, 50), key=lambda start: abs(duel.chance(0, start) - 0.5))
    assert fairest == 200


@pytest.mark.parametrize("case", GOLDEN["expected_turn"], ids=lambda case: case["rules"])
def test_best_turns(case: dict[str, Any]) -> None:
    found = odds(Rules.load(case["rules"]))
    assert found.expected_turn == pytest.approx(case["points"], abs=0.6 * 10 ** -case["digits"])
    for count, points in case.get("bank_from", {}).items():
        assert found.bank_from[0][int(count)] == points


def test_the_forced_roll_of_thousand_is_seen() -> None:
    forced = odds(Rules.load("thousand")).reach[1000]
    free = odds(Rules.load("thousand", hot_dice="may")).reach[1000]
    assert (round(forced, 5), round(free, 5)) == (0.24986, 0.25014)
