"""The seeded generator of `game.generator`, compiled."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from hotdice.solver.kernels.compiled import njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint64(1)


@intrinsic
def high(typing_context: Any, one: Any, other: Any) -> Any:
    """The upper 64 bits of a product of 64 bits each."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(number, wide) for number in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), code


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
