"""What banks bring, for many numbers of turn points at once, by the limits of `rules.meaning`."""

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import least_bank, least_gain
from hotdice.rules.terms import Terms
from hotdice.solver.turn.levels import FORBIDDEN, Floats, Ints


def gains(terms: Terms, total: int, points: Ints) -> Ints:
    """What a total gains if so many turn points are banked."""
    return np.where(points < least_gain(terms, total), 0, points)


def refusals(terms: Terms, total: int, points: Ints) -> NDArray[np.bool_]:
    """Where so many turn points may not be banked, hot dice left aside."""
    return np.asarray(points < least_bank(terms, total))


def bank_points(terms: Terms, total: int, points: Ints) -> Floats:
    """What a total gains, and `FORBIDDEN` where a bank is refused."""
    gained = gains(terms, total, points).astype(np.float64)
    return np.where(refusals(terms, total, points), FORBIDDEN, gained)
