"""Numbered blocks of games: each is played by itself, anywhere, and gives the same counts."""

from typing import NamedTuple

from msgspec import Struct

from hotdice.arena.counts import Counts
from hotdice.rules import Rules


class Match(Struct, frozen=True):
    """Who plays what: bots by their names, in the order of seats; the first begins every game."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int
    limit: float = 10.0  # seconds that a program may think about one action


class Block(Struct, frozen=True):
    """Games `first` up to below `first + count` of a match."""

    first: int
    count: int


class Played(NamedTuple):
    """What a block brought: its counts, and a sentence for each bot that failed."""

    counts: Counts
    failures: tuple[str, ...] = ()


def blocks(games: int, size: int) -> list[Block]:
    """So many games cut into blocks.

    >>> blocks(5, 2)
    [Block(first=0, count=2), Block(first=2, count=2), Block(first=4, count=1)]
    """
    return [Block(first, min(size, games - first)) for first in range(0, games, size)]
