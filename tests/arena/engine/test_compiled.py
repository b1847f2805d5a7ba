"""Compiled games are those that `State` plays from the same seed, move for move."""

from itertools import product

import numpy as np
import pytest
from support.driver_trace import driver_trace
from support.lengths import cases
from support.presets import PLAIN_PRESETS

from hotdice import Rules
from hotdice.arena.engine.compiled import Compiled
from hotdice.arena.match.blocks import Block, Match
from hotdice.bots.built_in import BUILT_IN

BOTS = ["random", "threshold:300", "cautious", "bold", "turn", "optimal", "human:1", "human:7"]
PAIRS = list(zip(BOTS, [*BOTS[1:], BOTS[0]], strict=True))


def test_every_compiled_bot_is_compared() -> None:
    compiled = {name for name, bot in BUILT_IN.items() if bot.compiled}
    assert {bot.partition(":")[0] for bot in BOTS} == compiled


SOME = [(PLAIN_PRESETS[at % len(PLAIN_PRESETS)], pair) for at, pair in enumerate(2 * PAIRS)]


@pytest.mark.parametrize(
    "case", cases(product(PLAIN_PRESETS, PAIRS), lambda case: case in SOME), ids=str
)
def test_compiled_games_are_those_of_state(
    case: tuple[str, tuple[str, str]], long_run: bool
) -> None:
    preset, bots = case
    match = Match(Rules.load(preset), bots, seed=2026)
    compiled = Compiled(match)
    trace = np.zeros(100_000, dtype=np.uint64)
    games = 5_000 if long_run else 25  # each bot plays in two pairs
    compiled.play(Block(0, games))  # so that all plans are there
    for game in range(games):
        trace[0] = 0
        compiled.play(Block(game, 1), trace)
        assert trace[1 : trace[0] + 1].tolist() == driver_trace(match, game)
