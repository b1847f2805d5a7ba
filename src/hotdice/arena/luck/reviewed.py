"""What the reviews of a block of games found, game by game."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.match.adjusted import AdjustedSums, SeatSums
from hotdice.arena.match.blocks import Played

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

    @property
    def sums(self) -> AdjustedSums:
        """What is left of it when all games are added up."""
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
