"""Numbered blocks of games: each can be played by itself, anywhere, with the same counts."""

from typing import NamedTuple

from msgspec import Struct

from hotdice.arena.match.adjusted import AdjustedSums
from hotdice.arena.match.counts import Counts
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
    """The results of a block: its counts, and a sentence for each bot that failed.

    If luck was asked for, also the sums of results with and without it.
    """

    counts: Counts
    failures: tuple[str, ...] = ()
    adjusted: AdjustedSums | None = None


def blocks(games: int, size: int) -> list[Block]:
    """Games cut into blocks of `size`.

    >>> blocks(5, 2)
    [Block(first=0, count=2), Block(first=2, count=2), Block(first=4, count=1)]
    """
    return [Block(first, min(size, games - first)) for first in range(0, games, size)]


def growing_blocks(games: int, size: int, least: int | None = None) -> list[Block]:
    """Games cut into blocks that grow to `size`, each twice the last, for an early first result.

    The first has a hundredth of the size, or `least` games if that is given.

    >>> [block.count for block in growing_blocks(1000, 300)]
    [3, 6, 12, 24, 48, 96, 192, 300, 300, 19]
    """
    found: list[Block] = []
    first, count = 0, least or max(1, size // 100)
    while count < size and first + count < games:
        found.append(Block(first, count))
        first, count = first + count, 2 * count
    return found + [Block(first + rest.first, rest.count) for rest in blocks(games - first, size)]
