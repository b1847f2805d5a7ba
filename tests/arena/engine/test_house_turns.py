"""Games under options that change how turns and games go are those of `State`, compiled too."""

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.driver_trace import driver_trace
from support.optional_rules import ENDS, EVERY, TARGET, THREE, tiny
from support.strategies import house_games, toml

from hotdice import HotDiceError, Rules, RulesError
from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.engine.compiled import Compiled
from hotdice.arena.engine.game_kernel import END_OF_TURN
from hotdice.arena.engine.plan_cache import plan_cache
from hotdice.arena.engine.play import can_be_compiled
from hotdice.arena.match.bins import Bins
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.arena.match.counts import FARKLES, POINTS, ROLLS, TURNS, Counts
from hotdice.arena.simulation import simulate
from hotdice.jobs import Threads
from hotdice.solver.feasibility import needs_explicit

LONG = os.environ.get("HOTDICE_LONG") == "1"
EXAMPLES, ACTIONS = (500, 200) if LONG else (50, 40)  # of each example: 100,000 or 2,000 in all
MOST_GAMES = 100

OPTIONS: dict[str, dict[str, Any]] = {
    "rounds": {"rounds": 4},
    "one-roll": {"last_round": "one-roll"},
    "lose-turn": {"overshoot": "lose-turn"},
    "welfare": {"overshoot": "welfare"},
    "equal-turns": {"finish": "equal-turns"},
    "piggyback": {"piggyback": True},
    "mercy": {"mercy": True},
    "confirm": {"confirm": "aaa"},
    "win": {"rolls": {"111": "win"}},
    "lose-total": {"rolls": {"22": "lose-total", "33": "farkle"}},
}
LINEUPS = [
    ("random", "random"),
    ("turn", "human:1"),
    ("bold", "threshold:300", "random"),
    ("threshold:300", "threshold:700"),
    ("human:8", "cautious"),
]
OTHERWISE: list[dict[str, Any]] = [
    {},
    {"entry": 300},
    {"hot_dice": "must", "minimum": 200},
    {"hot_dice": "end", "tie": "shared"},
    {"penalty": {"farkles": 2, "points": 200}},
]
BOTS = st.lists(
    st.sampled_from(("random", "random", "cautious", "bold", "threshold:250")),
    min_size=1,
    max_size=4,
)


def rules_with(option: str) -> Rules:
    """A short game with this option."""
    target = {} if option == "rounds" else {"target": 1500}
    return Rules.load("basic", **target, **OPTIONS[option])


def same_moves(match: Match, wanted: int, games: int = MOST_GAMES) -> int:
    """Compare games move for move until so many actions are played; how many there were."""
    compiled = Compiled(match)
    trace = np.zeros(1_000_000, dtype=np.uint64)
    actions = 0
    for game in range(games):
        compiled.play(Block(game, 1))  # so that its plans are there
        trace[0] = 0
        compiled.play(Block(game, 1), trace)
        moves = trace[1 : trace[0] + 1].tolist()
        assert moves == driver_trace(match, game)
        actions += len(moves) - moves.count(int(END_OF_TURN))  # rolls alone; keeps are more
        if actions >= wanted:
            break
    return actions


def counts_or_error(play: Callable[[], Played]) -> list[list[int]] | str:
    """The table of counts, or the sentence that says why there is none."""
    try:
        found: list[list[int]] = play().counts.table.tolist()
    except HotDiceError as error:
        return str(error)
    return found


def same_counts(match: Match, block: Block) -> Counts:
    """The counts of a block, which are those through `State`."""
    found = Compiled(match).play(block).counts
    assert found.table.tolist() == play_by_state(match, block).counts.table.tolist()
    return found


def same_games(table: dict[str, object], bots: list[str], seed: int) -> None:
    """Some games move for move, and two of them counted."""
    try:
        rules = Rules.parse(toml(table))
    except RulesError:
        assume(False)
    match = Match(rules, tuple(bots), seed)
    assume(needs_explicit(rules) and can_be_compiled(match))
    block = Block(0, 2)
    wanted = counts_or_error(lambda: play_by_state(match, block))
    assert counts_or_error(lambda: Compiled(match).play(block)) == wanted
    assume(not isinstance(wanted, str))
    assume(same_moves(match, ACTIONS) >= ACTIONS)


@pytest.mark.parametrize("bots", LINEUPS, ids=str)
@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_played_as_state_plays_it(option: str, bots: tuple[str, ...]) -> None:
    match = Match(rules_with(option), bots, seed=2026)
    assert needs_explicit(match.rules)
    assert can_be_compiled(match)
    same_moves(match, wanted=10**9, games=500 if LONG else 5)
    same_counts(match, Block(0, 20))


@settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
    deadline=None,
    derandomize=True,
)
@given(house_games(), BOTS, st.integers(0, 2**64 - 1))
def test_any_options_together(table: dict[str, object], bots: list[str], seed: int) -> None:
    same_games(table, bots, seed)


@pytest.mark.parametrize("number", range(100 if LONG else 12))
def test_those_who_think_under_several_options(number: int) -> None:
    """With scores whose best turns are worked out at once, as is not so for all random rules."""
    luck = random.Random(number)
    while True:
        changes: dict[str, Any] = {"target": 1000, **luck.choice(OTHERWISE)}
        for option in luck.sample(sorted(OPTIONS), 3):
            changes |= OPTIONS[option]
        if "rounds" in changes:
            del changes["target"]
        try:
            rules = Rules.load("basic", **changes)
            break
        except RulesError:
            continue
    bots = tuple(luck.sample(["turn", "human:1", "human:5", "human:10", "bold"], 2))
    same_moves(Match(rules, bots, number), wanted=200)


@pytest.mark.parametrize("name", [*EVERY, *THREE])
def test_best_play_is_that_of_advice(name: str) -> None:
    bots = ("optimal", "random", "optimal") if name in THREE else ("optimal", "random")
    match = Match(tiny(name), bots, seed=7)
    assert can_be_compiled(match)
    same_moves(match, wanted=10**9, games=200 if LONG else 20)
    same_counts(match, Block(0, 20))


def test_totals_may_have_finer_steps_than_turns() -> None:
    penalty = "penalty = { farkles = 2, points = 25, floor = 0 }"
    rules = Rules.parse(ENDS.format(f'{TARGET}overshoot = "welfare"\n{penalty}'))
    same_moves(Match(rules, ("optimal", "random"), seed=7), wanted=10**9, games=20)


@pytest.mark.parametrize("option", ["mercy", "welfare", "piggyback"])
def test_one_player_alone_plays_for_the_fewest_turns(option: str) -> None:
    same_moves(Match(tiny(option), ("optimal",), seed=8), wanted=10**9, games=15)


@pytest.mark.parametrize("name", ["piggyback", "confirm and piggyback", "mercy"])
def test_plans_are_long_enough(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points that pass what a plan was worked out for, which is far more in games."""
    monkeypatch.setattr("hotdice.arena.engine.house_plans.AT_ONCE", 2)
    plan_cache.cache_clear()
    match = Match(tiny(name), ("optimal", "optimal"), seed=9)
    same_moves(match, wanted=10**9, games=30)
    stretches = plan_cache(match.rules, 2).index.situations[:, -1]
    plan_cache.cache_clear()
    assert stretches.max() > 0


def test_a_roll_that_wins_ends_the_game_and_is_no_farkle() -> None:
    rules = Rules.parse(
        'name = "die"\ndice = 1\ntarget = 1000000\n[rolls]\n6 = "win"\n[score]\n1 = 100\n'
    )
    counts = same_counts(Match(rules, ("threshold:100",), 3), Block(0, 50))
    turns, rolls, farkles, points = (
        int(counts.figure(column)[0]) for column in (TURNS, ROLLS, FARKLES, POINTS)
    )
    assert turns == rolls == farkles + points // 100 + 50
    assert counts.wins[0, 0] == 50


def test_everybody_has_as_many_turns() -> None:
    bots = ("random", "random", "random")
    for option in ("rounds", "equal-turns"):
        match = Match(rules_with(option), bots, 4)
        for game in range(20):
            turns = same_counts(match, Block(game, 1)).figure(TURNS).tolist()
            assert turns == [turns[0]] * 3
            assert option != "rounds" or turns[0] == 4


def test_a_game_of_rounds_has_no_target_to_report() -> None:
    found = simulate(rules_with("rounds"), ["cautious", "bold"], 50, 1, Threads(1))
    bins = Bins.of(found.rules)
    assert bins.start(bins.goal) == 0
    assert bins.width == bins.step
    assert not found.counts.totals[:, -1].any()
