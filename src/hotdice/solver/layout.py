"""A program of row operations laid out for compiled loops."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.plan import Program
from hotdice.solver.rows import LANES

Ints = NDArray[np.int64]


def laid_out(program: Program) -> tuple[NDArray[Any], ...]:
    """The arrays of a program in the order in which compiled loops take them."""
    return (
        *_places(program.best[:, 0], program.best_at, program.best_at),
        program.best[:, 1] * LANES,
        program.best_at,
        *_places(program.rows, program.sum_at, program.best_at),
        program.weights,
        program.sum_at,
        program.farkle,
    )


def temporary_rows(program: Program) -> int:
    """How many temporary rows a program needs, with one for the sum."""
    return int(np.diff(program.best_at).max(initial=0)) + 1


def _places(rows: Ints, cuts: Ints, temporary_from: Ints) -> tuple[Ints, Ints]:
    """Offsets of rows: temporary ones from the start, values from the level worked on."""
    begin = np.repeat(temporary_from[:-1], np.diff(cuts))
    temporary = rows < 0
    offsets = np.where(temporary, (-1 - rows - begin) * LANES, rows * LANES)
    return offsets, np.where(temporary, 0, -1)
