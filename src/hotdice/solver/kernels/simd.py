"""The three operations on rows of lanes that solving consists of.

A row is `LANES` numbers in a flat array, one for each turn worked on side by side. numba does not
make vector code of plain loops over so few numbers, as it cannot trust the operands to be apart, so
`llvm_rows` emits the instructions itself. That rests on numba's internals. Where they are not what
it expects, or where nothing is compiled (`NUMBA_DISABLE_JIT=1`), the plain loops below stand in:
slower, and equal up to rounding, as they do not fuse products and sums.
"""

from contextlib import suppress
from typing import Any

from numba import njit

from hotdice.solver.kernels.lanes import LANES


@njit(cache=True, nogil=True)
def plain_row_max(array, to, one, other):
    """`row[to] = max(row[one], row[other])`."""
    for lane in range(LANES):
        first, second = array[one + lane], array[other + lane]
        array[to + lane] = first if first > second else second


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


def _operations() -> tuple[Any, Any, Any]:
    """The vector instructions where they can be compiled, the plain loops elsewhere."""
    if hasattr(plain_row_max, "signatures"):  # which it has not where nothing is compiled
        with suppress(ImportError):  # where numba's internals have moved
            from hotdice.solver.kernels import llvm_rows

            return llvm_rows.row_max, llvm_rows.row_select, llvm_rows.row_weighted_sum
    return plain_row_max, plain_row_select, plain_row_weighted_sum


row_max, row_select, row_weighted_sum = _operations()
