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

from hotdice.solver.kernels.n_player import TurnStarts
from hotdice.solver.n_player.rotations import Rotations
from hotdice.solver.n_player.runner import Ints
from hotdice.solver.n_player.solution import digits
from hotdice.solver.n_player.turns import NPlayerTurns
from hotdice.solver.turn.farkles import farkle_table

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
        farkles = farkle_table(terms)
        self._below = farkles.below
        self.cut = bool(farkles.below.any())
        fall = np.arange(turns.target) - farkles.totals
        one_more = self._block(*[0] * (turns.players - 1), 1)  # after a turn its player is last
        # from the place after a turn that records nothing to that after a farkle
        self._shift: Ints = farkles.counts * one_more - fall * turns.stride
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
        banked = [self._block(*counts[1:], 0) + after for counts in some]
        farkled = [
            place + self._shift[counts[0], rotations.own]
            for counts, place in zip(some, banked, strict=True)
        ]
        below = [self._below[counts[0], rotations.own] for counts in some]
        own = np.tile(rotations.own, len(some))
        rising = np.argsort(own, kind="stable")  # turns of like length
        starts = TurnStarts(
            own[rising],
            np.ascontiguousarray(np.tile(rotations.others, len(some))[:, rising]),
            np.concatenate(banked)[rising],
        )
        return Batch(
            np.concatenate([self._block(*counts) + here for counts in some])[rising],
            starts,
            np.concatenate(farkled)[rising],
            np.concatenate(below)[rising],
        )

    def _block(self, *counts: int) -> int:
        """The first place of a block."""
        return self.turns.places * digits(counts, self.counts)

    def _new_rotations(self, s: int) -> Rotations:
        return Rotations(self.turns.runner.rules.name, self.turns.players, self.turns.target, s)
