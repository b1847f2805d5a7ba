"""All turn starts of three or more players under a penalty, and what follows them.

A turn start is everybody's total and count of farkles in a row, from the player to move on. The
table has one block for each set of counts, and in it the places of a game without a penalty. A bank
leads to higher sums of totals, a farkle to a higher count or, with the last one, to a lower total.
So in an order from high sums and counts to low ones, only falls, and scoreless turns that reset a
count, lead to states not visited yet.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import fallen
from hotdice.solver.kernels.n_player import TurnStarts
from hotdice.solver.n_player.rotations import Rotations
from hotdice.solver.n_player.runner import Ints
from hotdice.solver.n_player.solution import digits
from hotdice.solver.n_player.turns import NPlayerTurns

Bools = NDArray[np.bool_]
REMEMBERED_SUMS = 4096  # sums whose turn starts are cached


class Batch(NamedTuple):
    """Turn starts with one sum of totals and one of counts, by rising total of the mover.

    `here` and `farkled` are the places in the table of these and of what follows a farkle, `below`
    says whether that would be below the lowest total.
    """

    here: Ints
    starts: TurnStarts
    farkled: Ints
    below: Bools


class PenaltyStates:
    """The turn starts of some rules with a penalty; without a floor, falls end at the lowest total.

    `places` is how many places the table has, `cut` whether falls end where the rules have no
    floor.
    """

    def __init__(self, turns: NPlayerTurns) -> None:
        terms = turns.runner.terms
        self.turns = turns
        self.counts = terms.penalty_farkles
        self.blocks = self.counts**turns.players
        self.places = self.blocks * turns.places
        after = np.array([fallen(terms, total) for total in range(turns.target)])
        self._kept: Ints = np.maximum(after, 0)
        self._below: Bools = after < 0
        self.cut = bool(self._below.any())
        self._by_sum: dict[int, list[tuple[int, ...]]] = {}
        for counts in product(range(self.counts), repeat=turns.players):
            self._by_sum.setdefault(sum(counts), []).append(counts)
        self._rotations = lru_cache(REMEMBERED_SUMS)(self._new_rotations)

    def every(self) -> Ints:
        """The places of all turn starts, in order."""
        return np.concatenate([batch.here for batch in self.order()])

    def order(self) -> Iterator[Batch]:
        """All turn starts, from the highest totals and counts down."""
        for s in self.turns.sums:
            for together in sorted(self._by_sum, reverse=True):
                yield self._batch(s, self._by_sum[together])

    def places_in(self, other: "PenaltyStates", batch: Batch) -> Ints:
        """The places of turn starts in a table with another lowest total.

        Lower totals count as the lowest.
        """
        shift = self.turns.runner.zero - other.turns.runner.zero
        totals = np.maximum(np.vstack([batch.starts.own, batch.starts.others]) - shift, 0)
        units = other.turns.target ** np.arange(len(totals) - 1)
        place = totals.sum(axis=0) * other.turns.stride + units @ totals[:-1]
        return np.asarray(batch.here // self.turns.places * other.turns.places + place)

    def _batch(self, s: int, some: list[tuple[int, ...]]) -> Batch:
        rotations = self._rotations(s)
        stride = self.turns.stride
        here = s * stride + rotations.place
        after = s * stride + rotations.next_place
        kept = self._kept[rotations.own]
        fallen = after + (kept - rotations.own) * stride
        last = [counts[0] + 1 == self.counts for counts in some]
        banks = [self._block(*counts[1:], 0) for counts in some]
        misses = [
            self._block(*counts[1:], 0 if gone else counts[0] + 1)
            for counts, gone in zip(some, last, strict=True)
        ]
        farkled = [
            miss + (fallen if gone else after) for miss, gone in zip(misses, last, strict=True)
        ]
        below = np.concatenate([self._below[rotations.own] & gone for gone in last])
        own = np.tile(rotations.own, len(some))
        rising = np.argsort(own, kind="stable")  # turns of like length
        starts = TurnStarts(
            own[rising],
            np.ascontiguousarray(np.tile(rotations.others, len(some))[:, rising]),
            np.concatenate([block + after for block in banks])[rising],
        )
        return Batch(
            np.concatenate([self._block(*counts) + here for counts in some])[rising],
            starts,
            np.concatenate(farkled)[rising],
            below[rising],
        )

    def _block(self, *counts: int) -> int:
        """The first place of a block."""
        return self.turns.places * digits(counts, self.counts)

    def _new_rotations(self, s: int) -> Rotations:
        return Rotations(self.turns.runner.rules.name, self.turns.players, self.turns.target, s)
