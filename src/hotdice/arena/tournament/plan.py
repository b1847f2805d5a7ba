"""The plan of a tournament: every bot against every other, in both seat orders.

Two bots get the same dice in both orders, and dice that no other pair has: luck affects both alike,
and the results of different pairs are independent.
"""

from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec import Struct

from hotdice.arena.batch_review.review_block import play_adjusted
from hotdice.arena.engine.play import play_block
from hotdice.arena.match.blocks import Block, Match, Played, blocks
from hotdice.arena.match.validation import check_games, own_names
from hotdice.game import State
from hotdice.game.dice import check_seed
from hotdice.rules import Rules
from hotdice.texts import HotDiceError

LEAST_BLOCK = 50  # games
MOST_BLOCKS = 100  # of one pair in one seat order


class Pair(NamedTuple):
    """Two bots by their numbers, in the order of seats."""

    first: int
    second: int


class Part(NamedTuple):
    """A block of games of one pair, with its number in the plan."""

    pair: int
    block: Block


class Plan(Struct, frozen=True):
    """Who plays, under which rules, and how many games each pair has in each seat order.

    If it is `adjusted`, the luck of every game is computed and subtracted from its result.
    """

    rules: Rules
    bots: tuple[str, ...]
    games: int
    seed: int
    limit: float = 10.0
    adjusted: bool = False

    @property
    def pairs(self) -> list[Pair]:
        """Every two bots in both seat orders, one order after the other.

        >>> [tuple(pair) for pair in Plan(Rules.load("pig"), ("a", "b", "c"), 1, 1).pairs]
        [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
        """
        twos = combinations(range(len(self.bots)), 2)
        return [pair for a, b in twos for pair in (Pair(a, b), Pair(b, a))]

    @property
    def block_size(self) -> int:
        """How many games a block has."""
        return max(LEAST_BLOCK, -(-self.games // MOST_BLOCKS))

    @property
    def parts(self) -> list[Part]:
        """All games in blocks; every pair has its first before any has its second."""
        pairs = range(len(self.bots) * (len(self.bots) - 1))
        return [
            Part(pair, Block(pair // 2 * self.games + block.first, block.count))
            for block in blocks(self.games, self.block_size)
            for pair in pairs
        ]

    def play(self, part: Part) -> Played:
        """Play one block."""
        bots = tuple(self.bots[bot] for bot in self.pairs[part.pair])
        play = play_adjusted if self.adjusted else play_block
        return play(Match(self.rules, bots, self.seed, self.limit), part.block)


def check(plan: Plan) -> Plan:
    """The same plan with the bots' canonical names; raises an error if it cannot be played."""
    games, seed = check_games(plan.games), check_seed(plan.seed)
    State.start(plan.rules)
    if len(plan.bots) < 2:
        raise HotDiceError("tournament/alone")
    names = own_names(plan.bots, plan.limit)
    for at, name in enumerate(names):
        if name in names[:at]:
            raise HotDiceError("tournament/twice", name=name)
    return msgspec.structs.replace(plan, bots=names, games=games, seed=seed)
