"""The seeded generator of `game.generator`, compiled."""

import numpy as np

from hotdice.solver.kernels.compiled import njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint64(1)


@njit(cache=True, nogil=True)
def mix(z):
    """The SplitMix64 finalizer on 64 bits."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True, nogil=True)
def number(key, counter):
    """Number `counter`, from 0, of the stream with this key."""
    return mix(key + (counter + ONE) * GOLDEN)
