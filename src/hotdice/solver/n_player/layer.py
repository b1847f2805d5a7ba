"""One layer of a solution of many players: all turn starts whose totals have the same sum.

Under a penalty there is one layer for everything.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Layer(NamedTuple):
    """Chances of the 2nd to the last player, what they add to gap and error, how many mix.

    Under a penalty one more row has the error of each turn start.
    """

    chances: NDArray[np.float64]
    gap: float
    error: float
    mixed: int
