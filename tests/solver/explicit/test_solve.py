"""Best play under options against plain value iteration over `State`, which shares no code."""

import tracemalloc
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from support.state_values import StateValues

from hotdice import Rules, State
from hotdice.rules.check import problems
from hotdice.solver import solve
from hotdice.solver.explicit.axes import axes_of
from hotdice.solver.explicit.solo import fewest_turns
from hotdice.solver.explicit.solve import solve_explicit
from hotdice.solver.explicit.turns import ExplicitTurns, by_sum, last_rounds
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.storage.explicit_codec import pack, unpack
from hotdice.texts import HotDiceError

PLAIN = {"name": "house", "dice": 2, "target": 150, "score": {"1": 100, "5": 50}, "hot_dice": "end"}
SELDOM = {"1": 50, "55": 100}  # so that long turns hardly ever come about
OPTIONS: dict[str, dict[str, Any]] = {
    "win": {"rolls": {"11": "win"}},
    "lose-total": {"rolls": {"22": "lose-total"}},
    "farkle": {"rolls": {"55": "farkle"}},
    "confirm": {"confirm": "55", "hot_dice": "may"},
    "piggyback": {"piggyback": True},
    "lose-turn": {"overshoot": "lose-turn"},
    "welfare": {"overshoot": "welfare"},
    "equal-turns": {"finish": "equal-turns"},
    "immediate": {"finish": "immediate"},
    "rounds": {"rounds": 2},
    "one-roll": {"last_round": "one-roll"},
    "mercy": {"mercy": True},
    "penalty": {"penalty": {"farkles": 2, "points": 50, "floor": -50}},
    "entry": {"entry": 100},
    "entry above": {"entry": 200, "target": 150, "hot_dice": "may"},
    "refuse": {"below_entry": "refuse", "entry": 100, "hot_dice": "may"},
    "must": {"hot_dice": "must"},
    "may": {"hot_dice": "may"},
    "minimum": {"minimum": 100},
    "shared": {"tie": "shared"},
    "bonus": {"hot_dice_bonus": 50},
    "all": {"keep": "all"},
}
QUICK = [("mercy", "equal-turns"), ("piggyback", "one-roll"), ("lose-total", "welfare")]
CAP = {
    (hot, piggyback): 900 if piggyback or hot != "end" else 300
    for hot in ("may", "must", "end")
    for piggyback in (False, True)
}
SAME = 1e-9
SLOW = 1e-10  # what the cap of the slow way may cost


def rules_of(*names: str, **changes: Any) -> Rules | None:
    """Tiny rules with some options; none where these contradict each other."""
    table = dict(PLAIN)
    for name in names:
        table |= OPTIONS[name]
    table |= changes
    if table["hot_dice"] != "end":
        table["score"] = SELDOM
    if "rounds" in table:
        del table["target"]
    if problems(table):
        return None
    return msgspec.convert(table, Rules)


def off(rules: Rules, players: int = 2) -> float:
    """The most by which the solver and the slow way differ where that is exact."""
    found, cap = solve_explicit(rules, players), CAP[rules.hot_dice, rules.piggyback]
    worst = 0.0
    for state, chances in StateValues(rules, players, cap).solve().items():
        if _far_from(cap, state):
            most = max(abs(a - b) for a, b in zip(found.chances(state), chances, strict=True))
            assert most <= found.bound(state) + SLOW
            worst = max(worst, most)
    return worst


def _far_from(cap: int, state: State) -> bool:
    """Whether turns from here hardly ever come to the cap of the slow way."""
    offer = state.extras.offer
    return max(state.totals) <= cap // 2 and (offer is None or offer.points <= cap // 3)


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in ("must", "may")])
def test_each_option_alone(name: str) -> None:
    rules = rules_of(name)
    assert rules is not None
    assert off(rules) < SAME


@pytest.mark.parametrize("names", QUICK)
def test_some_pairs(names: tuple[str, ...]) -> None:
    rules = rules_of(*names)
    assert rules is not None
    assert off(rules) < SAME


@pytest.mark.long
@pytest.mark.parametrize("names", [*combinations(OPTIONS, 2)])
def test_all_pairs(names: tuple[str, ...]) -> None:
    rules = rules_of(*names)
    if rules is not None and needs_explicit(rules):
        assert off(rules) < SAME


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_more_options_at_once(seed: int) -> None:
    names = Random(seed).sample(list(OPTIONS), 4)
    rules = rules_of(*names)
    if rules is not None and needs_explicit(rules):
        assert off(rules) < SAME


@pytest.mark.parametrize(
    "names", [("lose-turn", "mercy"), ("welfare", "equal-turns"), ("one-roll", "shared")]
)
def test_nobody_of_three_gains_by_playing_differently(names: tuple[str, ...]) -> None:
    """The chances are those of the play, and best responses, turn by turn, gain nothing."""
    rules = rules_of(*names)
    assert rules is not None
    found = solve_explicit(rules, 3)
    slow = StateValues(rules, 3, CAP[rules.hot_dice, rules.piggyback])
    for state in slow.order:
        slow.values[state] = found.chances(state)
    assert found.gap < SAME
    for state in slow.order:
        if _far_from(900, state):
            best = slow.turn(state)[state.player]
            assert abs(best - found.chances(state)[state.player]) < SAME


def test_solutions_are_stored_and_found_again() -> None:
    rules = rules_of("piggyback", "penalty")
    assert rules is not None
    found = solve_explicit(rules, 2)
    again = unpack(pack(found), rules, 2)
    state = State.start(rules)
    assert again.axes == found.axes
    assert again.chances(state) == found.chances(state)
    assert again.bound(state) == found.bound(state) < SAME


def test_what_is_too_large_is_refused_with_its_size() -> None:
    with pytest.raises(HotDiceError, match="GiB"):
        solve(Rules.load("basic", piggyback=True), players=4)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("greed+mercy=true", 3),
        ("greed+overshoot=welfare+target=1000", 4),
        ("greed+piggyback=true", 2),
    ],
)
def test_the_memory_of_a_job_is_known_before(name: str, players: int) -> None:
    axes = axes_of(Rules.load(name), players)
    tracemalloc.start()
    with ExplicitTurns(axes):
        assert [*last_rounds(axes), *by_sum(axes)]
        taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert axes.gigabytes * 2**30 == pytest.approx(taken, rel=0.3)


def test_in_some_rounds_totals_fall_as_far_as_these_allow() -> None:
    """Four falls by 1000 in a game of four rounds; the chances are those of plain iteration."""
    penalty = {"farkles": 1, "points": 1000}
    rules = rules_of("rounds", rounds=4, penalty=penalty)
    assert rules is not None
    start = State.start(rules)
    slow = StateValues(rules, 2, 300).solve()
    found = solve_explicit(rules, 2)
    assert found.bound(start) < SAME
    assert found.chances(start) == pytest.approx(slow[start], abs=SAME)


@pytest.mark.parametrize("name", ["win", "lose-total", "piggyback", "lose-turn", "mercy"])
def test_one_player_needs_as_few_turns_as_the_slow_way_says(name: str) -> None:
    rules = rules_of(name)
    assert rules is not None
    slow = _slow_turns(rules)
    found = fewest_turns(rules)
    for state, turns in slow.items():
        if _far_from(900, state):
            assert 1.0 - found.chances(state)[0] == pytest.approx(turns, abs=1e-8)


def _slow_turns(rules: Rules) -> dict[State, float]:
    """Turns to come by plain value iteration."""
    slow = StateValues(rules, 1, CAP[rules.hot_dice, rules.piggyback])
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for state in slow.order:
            found = slow.turn(state)[0] - 1.0
            change = max(change, abs(found - slow.values[state][0]))
            slow.values[state] = (found,)
    return {state: 1.0 - chances[0] for state, chances in slow.values.items()}


def test_one_player_has_nothing_to_minimise_in_rounds() -> None:
    with pytest.raises(HotDiceError, match="nothing to minimise"):
        fewest_turns(rules_of("rounds") or Rules.load("basic"))
