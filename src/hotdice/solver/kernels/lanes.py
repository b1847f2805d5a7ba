"""How many lanes a row has, and arrays of rows.

A row that lies across one more cache line than it needs takes up to three times as long to load and
store, so arrays of rows begin at one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

LANES = 16  # fills whole cache lines with numbers of 64 bits; numba compiles it into all loops
CACHE_LINE = 64  # bytes


def aligned(size: int, kind: type[np.generic] = np.float64) -> NDArray[Any]:
    """Rows of zeros, the first of which begins at a cache line."""
    width = np.dtype(kind).itemsize
    room = np.zeros(size + CACHE_LINE // width, dtype=kind)
    first = -room.ctypes.data % CACHE_LINE // width
    return room[first : first + size]
