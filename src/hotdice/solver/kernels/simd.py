"""The three operations on rows of lanes that the solver is built from.

A row is `LANES` numbers in a flat array, one for each turn computed side by side. numba does not
vectorise plain loops over so few numbers, as it cannot rule out that the operands overlap, so
`llvm_rows` emits the instructions itself. That depends on numba's internals. If they have changed,
or if nothing is compiled (`NUMBA_DISABLE_JIT=1`), the plain loops below are used: slower, and equal
up to rounding, as they do not fuse products and sums.
"""

from contextlib import suppress
from typing import Any

from hotdice.solver.kernels.compiled import njit
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
    """The vector instructions if they can be compiled, otherwise the plain loops."""
    if hasattr(plain_row_max, "signatures"):  # only compiled functions have it
        with suppress(ImportError):  # numba's internals may have moved
            from hotdice.solver.kernels import llvm_rows

            return llvm_rows.row_max, llvm_rows.row_select, llvm_rows.row_weighted_sum
    return plain_row_max, plain_row_select, plain_row_weighted_sum


row_max, row_select, row_weighted_sum = _operations()
