"""What a farkle leads to, for all totals and counts of farkles at once, from `rules.meaning`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import after_farkle
from hotdice.rules.terms import Terms
from hotdice.solver.turn.levels import Ints


class FarkleTable(NamedTuple):
    """Total and count of farkles in a row after one more, by count and total before it.

    Totals are in steps from the lowest that is followed, and never fall further; `below` says where
    they would.
    """

    totals: Ints
    counts: Ints
    below: NDArray[np.bool_]


def farkle_table(terms: Terms) -> FarkleTable:
    """What a farkle leads to from all totals below the target; terms in steps from the lowest."""
    after = [
        [after_farkle(terms, total, count) for total in range(terms.target)]
        for count in range(terms.penalty_farkles)
    ]
    totals, counts = np.moveaxis(np.array(after), -1, 0)
    return FarkleTable(np.maximum(totals, 0), np.ascontiguousarray(counts), totals < 0)
