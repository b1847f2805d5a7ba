"""A few turn starts whose movers may have to mix, cut out of a game.

Every start has some ways to play the turn. Of each way is known what it brings all players if none
of these starts comes up again, and with what chance each of them comes up next. So the chances of
everybody are those of a small system of equations, and what a way gains a mover is a smooth
function of the shares by which all movers mix.
"""

from typing import NamedTuple

import numpy as np

from hotdice.solver.machine import Floats, Ints


class Slopes(NamedTuple):
    """What each way gains its mover against his mixture, and how that changes with every share."""

    gains: Floats
    by_share: Floats


class Knot(NamedTuple):
    """Ways by the number of their start.

    `hits[way, start, turns]` is the chance that a start is the next to come up, after so many turns
    if whole rounds are left out; `ends[way, seat]` is what the rest brings each player, from the
    mover on.
    """

    start: Ints
    hits: Floats
    ends: Floats

    @property
    def ways_of(self) -> Floats:
        """1 for each start, in its row, at each of its ways."""
        return np.asarray(np.arange(self.hits.shape[1])[:, None] == self.start, dtype=np.float64)

    def even(self, shares: Floats) -> Floats:
        """Shares that add up to 1 at every start."""
        return np.asarray(shares / (self.ways_of @ shares)[self.start])

    def chances(self, shares: Floats) -> Floats:
        """The chances of all players at each start, from the mover on."""
        mix = self.ways_of * shares
        return self._solved(mix, (mix @ self.ends)[..., None])[..., 0]

    def worths(self, chances: Floats) -> Floats:
        """What each way brings all players, if such chances follow."""
        return np.asarray(self.ends + np.einsum("wst,spt->wp", self.hits, turned(chances)))

    def gains(self, shares: Floats) -> Floats:
        """What each way gains its mover against his mixture."""
        chances = self.chances(shares)
        return np.asarray(self.worths(chances)[:, 0] - chances[self.start, 0])

    def slopes(self, shares: Floats) -> Slopes:
        """Gains and how they change."""
        chances = self.chances(shares)
        worths = self.worths(chances)
        mix = self.ways_of
        pushed = self._solved(mix * shares, mix[:, None, :] * worths.T)
        onward = np.einsum("wst,sptv->wpv", self.hits, turned(pushed))[:, 0]
        by_share = onward - pushed[self.start, 0]
        return Slopes(worths[:, 0] - chances[self.start, 0], by_share)

    def _solved(self, mix: Floats, right: Floats) -> Floats:
        """What comes of this at each start and player, followed through all starts."""
        starts, players = self.hits.shape[1], self.ends.shape[1]
        hits = np.einsum("iw,wst->ist", mix, self.hits)
        left = np.zeros((starts, players, starts, players))
        for player, seats in enumerate(_seats(players)):
            for turns, seat in enumerate(seats):
                left[:, player, :, seat] = -hits[:, :, turns]
        size = starts * players
        left = left.reshape(size, size) + np.eye(size)
        found = np.linalg.solve(left, right.reshape(size, -1))
        return np.asarray(found.reshape(right.shape), dtype=np.float64)


def turned(chances: Floats) -> Floats:
    """Chances by start and seat as those by start, seat and turns before."""
    return np.asarray(chances[:, _seats(chances.shape[1])])


def _seats(players: int) -> Ints:
    """Where a player, given by row, sits after so many turns, given by column."""
    every = np.arange(players)
    return np.asarray((every[:, None] - every) % players)
