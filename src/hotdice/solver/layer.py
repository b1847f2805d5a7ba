"""One layer of a solution of many players: all turn starts whose totals have the same sum."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Layer(NamedTuple):
    """Chances of the 2nd to the last player, what they add to gap and error, how many mix."""

    chances: NDArray[np.float64]
    gap: float
    error: float
    mixed: int
