"""Games of two built-in bots, all their turns and rolls in flat arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.compiled import Compiled, frame_of
from hotdice.arena.engine.play import ready
from hotdice.arena.engine.roll_tables import rolls_of
from hotdice.arena.luck.trace_kernel import FIRST, SITUATION, read_turns
from hotdice.arena.match.blocks import Block, Match, Played
from hotdice.arena.match.counts import ROLLS, TURNS
from hotdice.game import generator

Ints = NDArray[np.int64]

WORDS = 5  # of a situation of two players


class Games(NamedTuple):
    """The turns and rolls of some games, as `read_turns` tells them, and what came of the games.

    `ends` has where the rolls of each turn end.
    """

    played: Played
    turns: Ints
    ends: Ints
    classes: NDArray[np.uint16]
    kept: NDArray[np.uint64]
    results: NDArray[np.float64]


def play_games(match: Match, block: Block, lowest: int) -> Games:
    """Play a block, and read its turns; totals are known from the lowest up."""
    compiled: Compiled = ready(match)
    played = compiled.play(block)
    table = played.counts.table
    turns, rolls = int(table[:, TURNS].sum()), int(table[:, ROLLS].sum())
    trace = np.zeros(1 + turns + rolls, dtype=np.uint64)
    compiled.play(block, trace)  # once more: all situations are known now, so games are in order
    found = Games(
        played=played,
        turns=np.zeros((turns, SITUATION + WORDS), dtype=np.int64),
        ends=np.zeros(turns, dtype=np.int64),
        classes=np.zeros(rolls, dtype=np.uint16),
        kept=np.zeros(rolls, dtype=np.uint64),
        results=np.zeros((block.count, 2)),
    )
    read_turns(
        frame_of(match.rules, lowest),
        rolls_of(match.rules),
        lowest,
        np.uint64(generator.number(match.seed, 0)),
        np.arange(block.first, block.first + block.count),
        trace,
        found.turns,
        found.classes,
        found.kept,
        found.results,
    )
    found.ends[:-1], found.ends[-1] = found.turns[1:, FIRST], rolls
    return found
