"""Games of two built-in bots, all their turns and rolls in flat arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.batch_review.trace_kernel import FIRST_ROLL, GAME, SITUATION, read_turns
from hotdice.arena.engine.compiled import Compiled, game_rules
from hotdice.arena.engine.play import prepared
from hotdice.arena.engine.roll_tables import roll_tables
from hotdice.arena.match.blocks import Block, Match, Played, blocks
from hotdice.arena.match.counts import ROLLS, TURNS
from hotdice.game import generator

Ints = NDArray[np.int64]

WORDS = 5  # of a situation of two players
MOST_TURNS = 2_000_000  # reviewed together; a hundred bytes each
SAMPLE = 100  # games from which the length of the others is estimated


class TracedGames(NamedTuple):
    """The turns and rolls of some games, as `read_turns` returns them, and the games' results.

    `ends` has where the rolls of each turn end.
    """

    played: Played
    turns: Ints
    ends: Ints
    classes: NDArray[np.uint16]
    kept: NDArray[np.uint64]
    results: NDArray[np.float64]


def trace_games(match: Match, block: Block, lowest: int) -> TracedGames:
    """Play a block, and read its turns; `lowest` is the lowest total that has values."""
    compiled: Compiled = prepared(match)
    played = compiled.play(block)
    turns, rolls = _sum(played, TURNS), _sum(played, ROLLS)
    trace = np.zeros(1 + turns + rolls, dtype=np.uint64)
    compiled.play(block, trace)  # again: now every situation has a plan, so games are in order
    found = TracedGames(
        played=played,
        turns=np.zeros((turns, SITUATION + WORDS), dtype=np.int64),
        ends=np.zeros(turns, dtype=np.int64),
        classes=np.zeros(rolls, dtype=np.uint16),
        kept=np.zeros(rolls, dtype=np.uint64),
        results=np.zeros((block.count, 2)),
    )
    read_turns(
        game_rules(match.rules, len(match.bots), lowest),
        roll_tables(match.rules),
        lowest,
        np.uint64(generator.number(match.seed, 0)),
        np.arange(block.first, block.first + block.count),
        trace,
        found.turns,
        found.classes,
        found.kept,
        found.results,
    )
    found.ends[:-1], found.ends[-1] = found.turns[1:, FIRST_ROLL], rolls
    return found


def joined(some: Sequence[TracedGames]) -> TracedGames:
    """Games of several matches one after the other; `played` is that of the first."""
    if len(some) == 1:
        return some[0]
    games = np.cumsum([0, *(len(each.results) for each in some)])
    rolls = np.cumsum([0, *(len(each.kept) for each in some)])
    turns = []
    for each, game, roll in zip(some, games, rolls, strict=False):
        rows = each.turns.copy()
        rows[:, GAME] += game
        rows[:, FIRST_ROLL] += roll
        turns.append(rows)
    return TracedGames(
        played=some[0].played,
        turns=np.concatenate(turns),
        ends=np.concatenate([each.ends + roll for each, roll in zip(some, rolls, strict=False)]),
        classes=np.concatenate([each.classes for each in some]),
        kept=np.concatenate([each.kept for each in some]),
        results=np.concatenate([each.results for each in some]),
    )


def in_parts(match: Match, block: Block) -> list[Block]:
    """A block in parts that fit into memory, judging by the length of its first games."""
    sample = prepared(match).play(Block(block.first, min(SAMPLE, block.count)))
    games = max(1, int(MOST_TURNS * sample.counts.games / _sum(sample, TURNS)))
    return [Block(block.first + part.first, part.count) for part in blocks(block.count, games)]


def _sum(played: Played, figure: int) -> int:
    return int(played.counts.table[:, figure].sum())
