"""Compiled games are those that `State` plays from the same seed, move for move."""

from itertools import product

import numpy as np
import pytest
from lengths import cases

from hotdice import Rules, State, play
from hotdice.arena.engine.compiled import Compiled
from hotdice.arena.engine.game_kernel import END_OF_TURN
from hotdice.arena.match.blocks import Block, Match
from hotdice.bots import make
from hotdice.game import Roll
from hotdice.game.dice import SeededDice
from hotdice.game.generator import stream_key
from hotdice.rules import Keep
from hotdice.rules.files import preset_names
from hotdice.solver.turn.program import step_of

BOTS = ["random", "threshold:300", "cautious", "bold", "turn", "optimal", "human:1", "human:7"]
PAIRS = list(zip(BOTS, [*BOTS[1:], BOTS[0]], strict=True))


def told(match: Match, game: int) -> list[int]:
    """A game through the driver, as compiled play writes it down."""
    rules, seats = match.rules, range(len(match.bots))
    bots = [make(match.bots[seat], stream_key(match.seed, game, 1 + seat)) for seat in seats]
    found = []
    for step in play(State.start(rules, len(bots)), bots, SeededDice(match.seed, game)):
        keep = step.action if isinstance(step.action, Keep) else None
        if isinstance(step.action, Roll):
            keeps = rules.keeps(step.dice)
            if not keeps:
                found.append(0)
            elif rules.keep == "all":
                keep = keeps[0]
        else:
            assert keep is None or keep in step.before.actions()
        if keep is not None:
            keep = next(
                k
                for k in rules.rolls[step.before.rolled or tuple(sorted(step.dice))].keeps
                if k == keep
            )
            found.append(keep.points // step_of(rules) << 4 | (keep.left or rules.dice))
        if step.after.fresh:
            found.append(int(END_OF_TURN))
    return found


SOME = [(preset_names()[at % len(preset_names())], pair) for at, pair in enumerate(4 * PAIRS)]


@pytest.mark.parametrize(
    "case", cases(product(preset_names(), PAIRS), lambda case: case in SOME), ids=str
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
        assert trace[1 : trace[0] + 1].tolist() == told(match, game)
