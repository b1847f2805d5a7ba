"""The turn starts of one sum of totals, and how scoreless turns rotate them.

A turn start is the totals in order of play from the player to move, all below the target. In the
table of one sum its place encodes all totals but the last, the first being the lowest digit. A turn
that records nothing leads to the same totals rotated by one, and after one such turn of every
player back to the start: the states of such a round depend on each other, and on no other round.
"""

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.feasibility import LEAST_SCORING
from hotdice.solver.n_player.runner import Floats, Ints
from hotdice.texts import HotDiceError

Bools = NDArray[np.bool_]


class Rotations:
    """All turn starts of one sum, ordered by the place of the one that follows.

    `own` are the movers' totals and `others[j - 1]` those of the j-th player after, `place` where
    each turn start is in the table, `next_place` and `follow` the place and the number of the one
    after a turn without points.
    """

    def __init__(self, rules: str, players: int, target: int, s: int) -> None:
        shape = (target,) * (players - 1)
        parts = np.indices(shape).reshape(players - 1, -1)[::-1]  # others, the next one fastest
        own = s - parts.sum(axis=0)
        inside = np.flatnonzero((own >= 0) & (own < target))
        self.rules = rules
        self.players = players
        self.own: Ints = own[inside]
        self.others: Ints = np.ascontiguousarray(parts[:, inside])
        self.next_place: Ints = inside
        self.place: Ints = self.own + inside % target ** (players - 2) * target
        where = np.empty(target ** (players - 1), dtype=np.int64)
        where[self.place] = np.arange(len(inside))
        self.follow: Ints = where[inside]

    def chances_after_round(self, chances: Floats, lanes: Ints) -> Floats:
        """Chances of all at some turn starts.

        `chances[j]` is what a turn's banks are worth to the j-th player after the mover, the last
        row the chance that it records nothing.
        """
        players = self.players
        nothing = np.ones(len(lanes))
        found = np.zeros((players, len(lanes)))
        at = lanes
        for turn in range(players):
            for seat in range(players):
                found[seat] += nothing * chances[(seat - turn) % players, at]
            nothing = nothing * chances[players, at]
            at = self.follow[at]
        if (1.0 - nothing < LEAST_SCORING).any():
            raise HotDiceError("solve/never-ends", rules=self.rules)
        return np.asarray(found / (1.0 - nothing))

    def whole_rounds(self, marked: Bools) -> Bools:
        """All turn starts of the rounds of which some turn start is marked."""
        found = marked
        for _ in range(self.players - 1):
            found = found[self.follow] | marked
        return found
