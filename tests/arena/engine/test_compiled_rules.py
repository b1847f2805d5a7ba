"""Compiled games are those of `State` for house rules too, whoever and however many play."""

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.driver_trace import driver_trace
from support.strategies import games, toml

from hotdice import HotDiceError, Rules, RulesError, State
from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.engine.compiled import Compiled
from hotdice.arena.engine.game_kernel import play_games
from hotdice.arena.engine.play import can_be_compiled
from hotdice.arena.engine.situations import find_slot
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.bots.optimal import OptimalBot
from hotdice.game.actions import BANK
from hotdice.solver.advice.choices import advise
from hotdice.solver.feasibility import size_of
from hotdice.solver.storage.lookup import values_for

LONG = os.environ.get("HOTDICE_LONG") == "1"
MOST_STATES = 1_000_000  # of a solution that is worked out on the way

SIMPLE = st.one_of(
    st.sampled_from(("random", "cautious", "bold")),
    st.integers(0, 2000).map("threshold:{}".format),
)
THINKING = st.sampled_from(("turn", "human:1", "human:4", "human:10"))
DICE = st.sampled_from((*range(1, 11), *range(1, 7)) if LONG else (1, 2, 3, 4, 5, 6, 6, 7))
SEEDS = st.integers(0, 2**64 - 1)
FIRST = st.sampled_from((0, 5, 2**62))

quick = settings(  # the same each time: among all rules are some whose turns take minutes to plan
    max_examples=400 if LONG else 25, suppress_health_check=list(HealthCheck), derandomize=True
)


def familiar(table: dict[str, Any]) -> dict[str, Any]:
    """Scores in large steps, so that best turns are worked out at once."""
    return table | {"score": {"1": 100, "5": 50, "aaa": "100a", "aaaa": 500, "aabbcc": 500}}


def same_games(table: dict[str, Any], bots: list[str], seed: int, first: int) -> None:
    """One game move for move, and two of them counted."""
    try:
        rules = Rules.parse(toml(table))
    except RulesError:
        return
    match = Match(rules, tuple(bots), seed)
    if not can_be_compiled(match):
        return
    if "optimal" in bots and not quickly_solved(rules, len(bots)):
        return
    compiled = Compiled(match)
    wanted = counts_or_error(lambda: play_by_state(match, Block(first, 2)))
    assert counts_or_error(lambda: compiled.play(Block(first, 2))) == wanted
    if isinstance(wanted, str):
        return
    trace = np.zeros(1_000_000, dtype=np.uint64)
    compiled.play(Block(first, 1), trace)
    assert trace[1 : trace[0] + 1].tolist() == driver_trace(match, first)


def counts_or_error(play: Callable[[], Played]) -> list[list[int]] | str:
    """The table of counts, or the sentence that says why there is none."""
    try:
        played = play()
    except HotDiceError as error:
        return str(error)
    assert not played.failures
    found: list[list[int]] = played.counts.table.tolist()
    return found


def quickly_solved(rules: Rules, players: int) -> bool:
    """Whether best play can be worked out in a moment."""
    try:
        return size_of(rules, min(players, 2)).states <= MOST_STATES
    except HotDiceError:
        return False


@quick
@given(games(), DICE, st.lists(SIMPLE, min_size=1, max_size=5),
       SEEDS, FIRST)  # fmt: skip
def test_any_rules(
    table: dict[str, Any], dice: int, bots: list[str], seed: int, first: int
) -> None:
    same_games(table | {"dice": dice}, bots, seed, first)


@quick
@given(games(), st.integers(1, 6), st.lists(st.one_of(THINKING, SIMPLE), min_size=1, max_size=5),
       SEEDS, FIRST)  # fmt: skip
def test_those_who_think(
    table: dict[str, Any], dice: int, bots: list[str], seed: int, first: int
) -> None:
    same_games(familiar(table) | {"dice": dice}, bots, seed, first)


@quick
@given(games(), st.integers(1, 5), st.lists(st.one_of(st.just("optimal"), SIMPLE), max_size=2),
       SEEDS, FIRST)  # fmt: skip
def test_best_play(
    table: dict[str, Any], dice: int, others: list[str], seed: int, first: int
) -> None:
    short = {"dice": dice, "target": min(table["target"], 500)}
    if "penalty" in table:
        short["penalty"] = table["penalty"] | {"points": 100, "floor": 0}
    same_games(familiar(table) | short, ["optimal", *others], seed, first)


def plan_banks(compiled: Compiled, key: tuple[int, ...], level: int, left: int) -> bool:
    """Whether the plan for a situation banks at a level with so many dice left."""
    compiled._cache.add_plans(np.array([key]))
    index = compiled._cache.index
    found = index.table[find_slot(index.table, index.situations, np.array(key))]
    at = int(index.begin[found]) + min(level, int(index.top[found]))
    return bool(int(compiled._cache.plans.tables.levels[at]) >> left & 1)


def test_plans_of_several_pieces_are_those_of_advice() -> None:
    rules = Rules.load("thousand+target=1500")
    compiled = Compiled(Match(rules, ("optimal",) * 3, 1))
    for ask_before in (False, True):
        totals = (550, 250 + 50 * ask_before, 2450)
        state = State(rules, totals, 0, 2000, 3, (), (0, 0, 0), 2)
        if ask_before:
            advise(state, values_for(rules, 3))  # leaves a turn from these points on behind
        for level in range(30, 320):
            wanted = OptimalBot().choose(State(rules, totals, 0, 50 * level, 3, (), (0, 0, 0), 2))
            assert plan_banks(compiled, (*totals, 0, 0, 0, 2), level, 3) == (wanted == BANK)


def test_one_player_alone_keeps_what_advice_puts_first() -> None:
    match = Match(Rules.load("thousand"), ("optimal",), 1)
    compiled = Compiled(match)
    for game in (184, 228, 279):  # in which hot dice come twice in a row
        wanted = play_by_state(match, Block(game, 1)).counts.table.tolist()
        assert compiled.play(Block(game, 1)).counts.table.tolist() == wanted


def test_many_dice_need_little_memory() -> None:
    rules = Rules.parse(
        'name = "long"\ndice = 8\ntarget = 3000\n[score]\n1 = 100\n5 = 50\naaa = "100a"\n'
    )
    plans = Compiled(Match(rules, ("random",), 1))._cache.plans
    values = np.zeros((40_000, rules.dice))
    assert len(plans.levels_of(values, np.zeros(30_000), 1e-9)) == 30_000


def test_pages_never_tell_of_plans_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may write into the book between any two moments."""
    compiled = Compiled(Match(Rules.load("greed"), ("optimal", "random"), 1))
    other_keys = [(own, other, 0, 0, 0) for own in range(0, 3000, 50) for other in (0, 600, 1200)]
    plans = compiled._cache.plans

    class Interrupted:
        """Plans that are added to as soon as they were looked at."""

        @property
        def tables(self) -> object:
            found = plans.tables
            monkeypatch.setattr(compiled._cache, "plans", plans)
            compiled._cache.add_plans(np.array(other_keys))
            return found

    def checked(*arguments: Any) -> object:
        tables, index = arguments[1:3]
        assert int((index.begin + index.top).max()) < len(tables.levels)
        return play_games(*arguments)

    monkeypatch.setattr(compiled._cache, "plans", Interrupted())
    monkeypatch.setattr("hotdice.arena.engine.compiled.play_games", checked)
    compiled.play(Block(0, 1))


@pytest.mark.parametrize("seats", [1, 255])
def test_no_games_and_all_seats(seats: int) -> None:
    match = Match(Rules.load("greed", target=300), ("cautious",) * seats, 2**64 - 1)
    compiled = Compiled(match)
    assert not compiled.play(Block(7, 0)).counts.table.any()
    wanted = play_by_state(match, Block(2**62, 2)).counts
    assert compiled.play(Block(2**62, 2)).counts.table.tolist() == wanted.table.tolist()


def test_points_that_need_more_bits() -> None:
    text = 'name = "wide"\ndice = 8\ntarget = 900000\n[score]\n1 = 99991\n5 = 3\naaa = 70000\n'
    match = Match(Rules.parse(text), ("threshold:200000", "bold", "random"), 3)
    wanted = play_by_state(match, Block(0, 20)).counts
    assert Compiled(match).play(Block(0, 20)).counts.table.tolist() == wanted.table.tolist()
