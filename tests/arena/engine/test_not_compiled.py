"""Where nothing can be compiled, the arena plays the same games."""

import json
import os
import subprocess
import sys

from hotdice import Rules
from hotdice.arena.engine.compiled import Compiled
from hotdice.arena.match.blocks import Block, Match

LINEUPS = [("cautious", "random"), ("turn", "human:7")]


def small_games() -> list[list[list[int]]]:
    """The counts of games that take no time, of all kinds of turns."""
    rules = Rules.load("greed", target=200)
    matches = [Match(rules, bots, seed=2026) for bots in LINEUPS]
    return [Compiled(match).play(Block(0, 5)).counts.table.tolist() for match in matches]


def test_plain_python_plays_the_same_games() -> None:
    words = [sys.executable, __file__]
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1")
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == small_games()


if __name__ == "__main__":
    print(json.dumps(small_games()))
