"""The operations that are vector or machine instructions where these can be had, and loops if not.

A row is `LANES` numbers in a flat array, one for each turn computed side by side. numba does not
vectorise plain loops over so few numbers, as it cannot rule out that the operands overlap, and it
has no numbers of 128 bits. So `llvm` emits the instructions itself, which depends on numba's
internals. If they have changed, or if nothing is compiled (`NUMBA_DISABLE_JIT=1`), the plain
functions below are used: slower, and with the same results, but for the rounding of weighted sums,
whose products and sums they do not fuse.
"""

from contextlib import suppress
from typing import Any

import numpy as np

from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.lanes import LANES

HALF_BITS = np.uint64(32)
LOW_HALF = np.uint64((1 << 32) - 1)


@njit(cache=True, nogil=True)
def plain_row_roll(rows, to, base, offsets, option_at, weights, start, stop, farkled, farkle):
    """`row[to] = farkle * farkled + sum of weights[k] * the best row of outcome k`.

    The rows of an outcome are at `base + offsets`, from `option_at[k]` to `option_at[k + 1]`.
    """
    for lane in range(LANES):
        total = farkle * farkled[lane]
        for k in range(start, stop):
            best = rows[base + offsets[option_at[k]] + lane]
            for option in range(option_at[k] + 1, option_at[k + 1]):
                best = max(best, rows[base + offsets[option] + lane])
            total += weights[k] * best
        rows[to + lane] = total


@njit(cache=True, nogil=True)
def plain_row_raise(rows, to, one, stops, other):
    """`row[to] = max(row[one], stops[other])`; whether `row[one]` is larger in some lane."""
    some = 0
    for lane in range(LANES):
        first, second = rows[one + lane], stops[other + lane]
        rows[to + lane] = first if first > second else second
        if first > second:
            some = 1
    return some


@njit(cache=True, nogil=True)
def plain_row_select(array, to, one, other, plane, planes):
    """In each plane, `row[to]` is `row[one]` where the first plane's is larger, else the other."""
    for lane in range(LANES):
        chosen = one if array[one + lane] > array[other + lane] else other
        for number in range(planes):
            shift = number * plane + lane
            array[to + shift] = array[chosen + shift]


@njit(cache=True, nogil=True)
def plain_row_weighted_sum(array, to, places, shifts, weights, start, stop, base):
    """`row[to] += sum of weights[k] * row[places[k] + (shifts[k] & base)]` from start to stop."""
    for k in range(start, stop):
        place = places[k] + (shifts[k] & base)
        for lane in range(LANES):
            array[to + lane] += weights[k] * array[place + lane]


@njit(cache=True, nogil=True)
def plain_row_compare(values, best, picks, to, one, at, pick, same):
    """In each lane `pick` wins against `picks[one]` if its value is no worse than `best[one]`.

    Its value is `values[at]`; a value is worse if it is less by more than `same`. The better value
    goes to `best[to]` and the winner to `picks[to]`.
    """
    for lane in range(LANES):
        before, value = best[one + lane], values[at + lane]
        picks[to + lane] = pick if value > before - same else picks[one + lane]
        best[to + lane] = value if value > before else before


@njit(cache=True, nogil=True)
def plain_high_product(one, other):
    """The upper 64 bits of a product of 64 bits each."""
    low, high = one & LOW_HALF, one >> HALF_BITS
    other_low, other_high = other & LOW_HALF, other >> HALF_BITS
    middle = high * other_low + (low * other_low >> HALF_BITS)
    other_middle = low * other_high + (middle & LOW_HALF)
    return high * other_high + (middle >> HALF_BITS) + (other_middle >> HALF_BITS)


def _operations() -> tuple[Any, ...]:
    """The instructions if they can be compiled, otherwise the plain functions."""
    if hasattr(plain_row_roll, "signatures"):  # only compiled functions have it
        with suppress(ImportError):  # numba's internals may have moved
            from hotdice.solver.kernels import llvm

            return (
                llvm.row_roll,
                llvm.row_raise,
                llvm.row_select,
                llvm.row_weighted_sum,
                llvm.row_compare,
                llvm.high_product,
            )
    return (
        plain_row_roll,
        plain_row_raise,
        plain_row_select,
        plain_row_weighted_sum,
        plain_row_compare,
        plain_high_product,
    )


(
    row_roll,
    row_raise,
    row_select,
    row_weighted_sum,
    row_compare,
    high_product,
) = _operations()
