"""How final totals spread over their bins."""

import numpy as np

from hotdice.arena.counts import Ints

RARE = 0.001  # of a seat's games, at either end, that need not be seen


def quantile(found: Ints, part: float) -> int:
    """The bin up to which that part of the totals lies.

    >>> quantile(np.array([1, 0, 2, 1]), 0.5)
    2
    """
    return int(np.searchsorted(np.cumsum(found), part * found.sum()))


def extent(totals: Ints, target: int) -> tuple[int, int]:
    """The first and the last bin worth seeing: that of the target, and all but the rarest totals.

    >>> extent(np.array([[0, 3, 0, 2, 0], [0, 0, 1, 0, 0]]), 2)
    (1, 3)
    """
    first = min(quantile(found, RARE) for found in totals)
    last = max(quantile(found, 1.0 - RARE) for found in totals)
    return min(first, target), max(last, target)
