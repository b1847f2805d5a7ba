"""What the reviews of a block of games found, game by game."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.match.adjusted import AdjustedSums, SeatSums
from hotdice.arena.match.blocks import Played
from hotdice.arena.match.counts import Counts

Floats = NDArray[np.float64]


class Reviewed(NamedTuple):
    """Chances and losses by game and seat; `start` is the chance of each seat at the beginning."""

    played: Played
    start: Floats
    results: Floats
    own_luck: Floats
    others_luck: Floats
    lost: Floats
    decisions: NDArray[np.int64]

    @property
    def adjusted(self) -> Floats:
        """The results without all luck."""
        return self.results - self.own_luck - self.others_luck

    def part(self, first: int, played: Played) -> "Reviewed":
        """Those of some of the games, with what was played in them."""
        some = slice(first, first + played.counts.games)
        return Reviewed(
            played=played,
            start=self.start,
            results=self.results[some],
            own_luck=self.own_luck[some],
            others_luck=self.others_luck[some],
            lost=self.lost[some],
            decisions=self.decisions[some],
        )

    @property
    def sums(self) -> AdjustedSums:
        """The sums over all games."""
        plain, adjusted = self.results - self.start, self.adjusted - self.start
        seats = tuple(
            SeatSums(
                plain=float(plain[:, seat].sum()),
                plain_squares=float(np.square(plain[:, seat]).sum()),
                adjusted=float(adjusted[:, seat].sum()),
                adjusted_squares=float(np.square(adjusted[:, seat]).sum()),
                lost=float(self.lost[:, seat].sum()),
                decisions=int(self.decisions[:, seat].sum()),
            )
            for seat in range(len(self.start))
        )
        return AdjustedSums(len(self.results), tuple(self.start.tolist()), seats)


def concatenated(parts: Sequence[Reviewed]) -> Reviewed:
    """The parts of a block one after the other."""
    counts = Counts.none(len(parts[0].start))
    for part in parts:
        counts += part.played.counts
    failures = tuple(each for part in parts for each in part.played.failures)
    return Reviewed(
        played=Played(counts, failures),
        start=parts[0].start,
        results=np.concatenate([part.results for part in parts]),
        own_luck=np.concatenate([part.own_luck for part in parts]),
        others_luck=np.concatenate([part.others_luck for part in parts]),
        lost=np.concatenate([part.lost for part in parts]),
        decisions=np.concatenate([part.decisions for part in parts]),
    )
