"""How final totals spread over their bins, and columns of bins to show them in."""

from itertools import count
from typing import NamedTuple

import numpy as np

from hotdice.arena.match.bins import BINS, Bins
from hotdice.arena.match.counts import Ints

RARE = 0.001  # of a seat's games, at either end, that need not be shown
ROUND = (1, 2, 4, 5)  # times a power of ten: bins in a column


class Columns(NamedTuple):
    """Columns of `step` bins each; one of them begins at the target.

    They begin with the column of bin `begin`, which may be below the first bin.
    """

    begin: int
    step: int
    size: int

    def of(self, row: Ints) -> Ints:
        """Totals by column; the outer columns include what is beyond."""
        column = np.clip((np.arange(BINS) - self.begin) // self.step, 0, self.size - 1)
        return np.bincount(column, row, self.size).astype(np.int64)

    def bins(self, column: int) -> tuple[int, int]:
        """The first and the last bin of a column."""
        first = self.begin + column * self.step
        return max(0, first), min(BINS, first + self.step) - 1


def quantile(found: Ints, part: float) -> int:
    """The bin up to which this share of the totals lies.

    >>> quantile(np.array([1, 0, 2, 1]), 0.5)
    2
    """
    return int(np.searchsorted(np.cumsum(found), part * found.sum()))


def extent(totals: Ints, target: int) -> tuple[int, int]:
    """The first and the last bin to show: that of the target, and all but the rarest totals.

    >>> extent(np.array([[0, 3, 0, 2, 0], [0, 0, 1, 0, 0]]), 2)
    (1, 3)
    """
    first = min(quantile(found, RARE) for found in totals)
    last = max(quantile(found, 1.0 - RARE) for found in totals)
    return min(first, target), max(last, target)


def columns(totals: Ints, bins: Bins, most: int) -> Columns:
    """At most so many columns, two or more, for the bins to show."""
    first, last = extent(totals, bins.goal)
    steps = (part * 10**zeros for zeros in count() for part in ROUND)
    made = (_columns(first, last, bins.goal, step) for step in steps)
    return next(found for found in made if found.size <= most)


def all_columns(totals: Ints, bins: Bins, step: int) -> Columns:
    """Columns of so many bins each for every total."""
    used = [bins.goal, *np.flatnonzero(totals.any(axis=0)).tolist()]
    return _columns(min(used), max(used), bins.goal, step)


def _columns(first: int, last: int, target: int, step: int) -> Columns:
    begin = target + (first - target) // step * step
    return Columns(begin, step, (last - begin) // step + 1)
