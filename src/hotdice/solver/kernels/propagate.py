"""How a small change of one state's value changes all others, under fixed play."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.turn_outcomes import BANKED, FARKLE, NOTHING


class OutcomeModel(NamedTuple):
    """Chances of how turns end, known where `every` divides both totals, linear in between.

    `chances` are by counts of farkles, own and other, by both totals divided by `every`, and by
    outcome; from `ends` on all are 0.
    """

    chances: NDArray[np.float64]
    ends: NDArray[np.int64]
    every: int


@njit(cache=True, nogil=True)
def propagate(model, farkles, source, weight, least, change, out):
    """One sweep of `out = source + weight * (chances of what follows) . change`.

    Boards are by counts of farkles, own and other, then by totals, own and other. `farkles` is a
    `FarkleTable`; nothing follows where its totals are below 0. If `out` is `change` itself, this
    is a Gauss-Seidel sweep, highest sums and counts first. No chance changes by more than 1.
    Returns the largest step from `change` to `out`, relative to the result or to `least`, whichever
    is larger.
    """
    counts, size = source.shape[0], source.shape[2]
    every, chances, ends = model.every, model.chances, model.ends
    most = chances.shape[2] - 1
    between = np.empty(chances.shape[4])
    largest = 0.0
    for s in range(2 * size - 2, -1, -1):
        for both in range(2 * counts - 2, -1, -1):
            for i in range(max(0, both - counts + 1), min(counts - 1, both) + 1):
                j = both - i
                for a in range(max(0, s - size + 1), min(size - 1, s) + 1):
                    b = s - a
                    p, q = a // every, b // every
                    p1, q1 = min(p + 1, most), min(q + 1, most)
                    x, y = (a - p * every) / every, (b - q * every) / every
                    end = max(ends[i, j, p, q], ends[i, j, p1, q], ends[i, j, p, q1])
                    end = min(max(end, ends[i, j, p1, q1]), BANKED + size - a)
                    one, two = chances[i, j, p, q], chances[i, j, p1, q]
                    three, four = chances[i, j, p, q1], chances[i, j, p1, q1]
                    v, w, t, z = (1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y
                    for k in range(end):
                        between[k] = v * one[k] + w * two[k] + t * three[k] + z * four[k]
                    banks = change[j, 0, b]
                    total = between[NOTHING] * banks[a]
                    if farkles.totals[i, a] >= 0:
                        farkled = change[j, farkles.counts[i, a], b, farkles.totals[i, a]]
                        total += between[FARKLE] * farkled
                    for k in range(BANKED + 1, end):
                        total += between[k] * banks[a + k - BANKED]
                    found = source[i, j, a, b] + weight[i, j, a, b] * total
                    found = max(-1.0, min(1.0, found))
                    step = abs(found - change[i, j, a, b])
                    largest = max(largest, step / max(least, abs(found)))
                    out[i, j, a, b] = found
    return largest
