"""Games of the arena under random rules, replayed through `State` and through the browser's engine.

The arena plays compiled, and writes down what was rolled and kept; `State` plays the same bots with
the same dice, and the browser's engine is given the moves.
"""

from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.browser_engine import Move, Vector, answered, told
from support.driver_trace import driver_steps, trace_of
from support.needed import needed
from support.node import NODE
from support.strategies import house_games, toml

from hotdice import HotDiceError, Keep, Roll, Rules, RulesError, Step
from hotdice.arena.engine.compiled import Compiled
from hotdice.arena.engine.play import can_be_compiled
from hotdice.arena.match.blocks import Block, Match
from hotdice.game.actions import BANK, TAKE
from hotdice.solver.feasibility import needs_explicit

pytestmark = needed(NODE, "node", "tests of the browser's engine are")

EXAMPLES, ACTIONS = 40, 50  # 2,000 actions in all
LONG_EXAMPLES, LONG_ACTIONS = 400, 250  # 100,000
MOST_GAMES = 50


def move_of(step: Step) -> Move:
    """A step as the browser's engine is told it."""
    match step.action:
        case Roll():
            return "roll", list(step.dice)
        case Keep(dice=dice):
            return "keep", list(dice)
    return {BANK: "bank", TAKE: "take"}[step.action], []


def replayed(match: Match, actions: int) -> list[tuple[Vector, list[Any]]]:
    """Games with at least so many actions, the same in the arena and through `State`."""
    compiled = Compiled(match)
    trace = np.zeros(1_000_000, dtype=np.uint64)
    found: list[tuple[Vector, list[Any]]] = []
    for game in range(MOST_GAMES):
        trace[0] = 0
        compiled.play(Block(game, 1), trace)
        steps = driver_steps(match, game)
        assert trace[1 : trace[0] + 1].tolist() == trace_of(match.rules, steps)
        moves = {"rules": match.rules.table(), "totals": [0] * len(match.bots)}
        moves["moves"] = [move_of(step) for step in steps]
        found.append((moves, [told(step.after) for step in steps]))
        if sum(len(states) for _, states in found) >= actions:
            break
    return found


def test_traces_are_the_same_games_in_all_engines(long_run: bool) -> None:
    games: list[tuple[Vector, list[Any]]] = []
    examples, actions = (LONG_EXAMPLES, LONG_ACTIONS) if long_run else (EXAMPLES, ACTIONS)

    @settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        derandomize=True,
    )
    @given(house_games(), st.integers(1, 4), st.integers(0, 2**64 - 1))
    def replay(table: dict[str, object], seats: int, seed: int) -> None:
        try:
            rules = Rules.parse(toml(table))
        except RulesError:
            assume(False)
        match = Match(rules, ("random",) * seats, seed)
        assume(needs_explicit(rules) and can_be_compiled(match))
        try:
            found = replayed(match, actions)
        except HotDiceError:  # a game without an end
            assume(False)
        assume(sum(len(states) for _, states in found) >= actions)
        games.extend(found)

    replay()
    answers = answered([moves for moves, _ in games])
    for (moves, states), theirs in zip(games, answers, strict=True):
        assert theirs == states, moves
    played = sum(len(states) for _, states in games)
    print(f"{played:,} actions in {len(games):,} games replayed through State and in the browser")
    assert played >= examples * actions
