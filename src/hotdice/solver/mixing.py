"""Stable play in a round of turns, compiled: which known way each mover takes, or which two.

Each turn start of a round has some known ways to play, each with what it brings all players and
the chance that it records nothing: a line over the worth of recording nothing. The upper lines form
a convex chain; a mover takes one of them, or at a corner two that are equally good to him. Stable
is a place on each chain that brings about just the worths it is meant for. Places near an
average of best replies are tried first, and among those the ones without mixing.

Numbers are gone through one by one: whole rows at a time would take twice as long to compile.
"""

import numpy as np
from numba import njit

SLACK = 1e-13
AVERAGED = 300


@njit(cache=True, nogil=True)
def _chain(lines, count, order, corners):
    """Numbers of the lines of the upper chain over [0, 1] by rising slope, and their corners."""
    size = 0
    slope = lines.shape[1] - 1
    ranked = np.zeros(count, np.int64)
    for k in range(count):
        at = k
        while at > 0 and lines[ranked[at - 1], slope] > lines[k, slope]:
            ranked[at] = ranked[at - 1]
            at -= 1
        ranked[at] = k
    for k in ranked:
        c, p = lines[k, 0], lines[k, slope]
        skip = False
        while size > 0:
            last = order[size - 1]
            rise = p - lines[last, slope]
            gap = lines[last, 0] - c
            if rise < 1e-14:
                if gap >= -1e-15:
                    skip = True
                    break
                size -= 1
                continue
            meet = gap / rise
            if meet >= 1.0:
                skip = True
                break
            if meet <= (corners[size - 1] if size > 1 else 0.0):
                size -= 1
                continue
            corners[size] = meet
            break
        if not skip:
            order[size] = k
            size += 1
    return size


@njit(cache=True, nogil=True)
def _worths(chosen, players, chances, worths):
    """The chances of all and the worths that come of the chosen lines."""
    period = chosen.shape[0]
    for i in range(period):
        nothing = 1.0
        for seat in range(players):
            chances[i, seat] = 0.0
        for turn in range(players):
            at = (i + turn) % period
            for seat in range(players):
                chances[i, seat] += nothing * chosen[at, (seat - turn) % players]
            nothing *= chosen[at, players]
        for seat in range(players):
            chances[i, seat] /= 1.0 - nothing
    for i in range(period):
        worths[i] = chances[(i + 1) % period, players - 1]


@njit(cache=True, nogil=True)
def _mix(lines, orders, at, shares, chosen):
    """The lines at given places of the chains, with given shares of the steeper at corners."""
    for i in range(len(at)):
        low = orders[i, at[i] // 2]
        high, share = low, 0.0
        if at[i] % 2 == 1:
            high, share = orders[i, at[i] // 2 + 1], shares[i]
        for k in range(chosen.shape[1]):
            chosen[i, k] = (1.0 - share) * lines[i, low, k] + share * lines[i, high, k]


@njit(cache=True, nogil=True)
def _miss(lines, orders, corners, at, shares, players, chosen, chances, worths, missed):
    """By how much each worth misses the corner that its mover mixes at."""
    _mix(lines, orders, at, shares, chosen)
    _worths(chosen, players, chances, worths)
    for i in range(len(at)):
        missed[i] = worths[i] - corners[i, at[i] // 2 + 1] if at[i] % 2 == 1 else 0.0


@njit(cache=True, nogil=True)
def _farthest(numbers, count):
    """The greatest distance from 0 of the first so many numbers."""
    found = 0.0
    for k in range(count):
        found = max(found, abs(numbers[k]))
    return found


@njit(cache=True, nogil=True)
def _solve(matrix, vector, size):
    """Solve a small linear system of this size in place; whether it could be done."""
    for column in range(size):
        pivot = column
        for row in range(column + 1, size):
            if abs(matrix[row, column]) > abs(matrix[pivot, column]):
                pivot = row
        if matrix[pivot, column] == 0.0:
            return False
        for k in range(size):
            matrix[column, k], matrix[pivot, k] = matrix[pivot, k], matrix[column, k]
        vector[column], vector[pivot] = vector[pivot], vector[column]
        for row in range(size):
            if row != column:
                factor = matrix[row, column] / matrix[column, column]
                for k in range(size):
                    matrix[row, k] -= factor * matrix[column, k]
                vector[row] -= factor * vector[column]
    for row in range(size):
        vector[row] /= matrix[row, row]
    return True


@njit(cache=True, nogil=True)
def _balance(lines, orders, corners, at, players, shares, chosen, chances, worths):
    """Shares that bring about the worths of the corners; whether they were found."""
    period = len(at)
    mixed, count = np.zeros(period, np.int64), 0
    for i in range(period):
        shares[i] = 0.5
        if at[i] % 2 == 1:
            mixed[count] = i
            count += 1
    missed, moved, change = np.zeros(period), np.zeros(period), np.zeros(period)
    slopes = np.zeros((period, period))
    for _ in range(60):
        _miss(lines, orders, corners, at, shares, players, chosen, chances, worths, missed)
        if _farthest(missed, period) < 1e-16:
            break
        for column in range(count):
            i = mixed[column]
            before = shares[i]
            shares[i] = before + 1e-4 if before < 0.5 else before - 1e-4
            step = shares[i] - before
            _miss(lines, orders, corners, at, shares, players, chosen, chances, worths, moved)
            shares[i] = before
            for row in range(count):
                slopes[row, column] = (moved[mixed[row]] - missed[mixed[row]]) / step
        for row in range(count):
            change[row] = missed[mixed[row]]
        if not _solve(slopes, change, count):
            return False
        for row in range(count):
            share = shares[mixed[row]] - change[row]
            shares[mixed[row]] = min(2.0, max(-1.0, share))
        if _farthest(change, count) < 1e-15:
            break
    _miss(lines, orders, corners, at, shares, players, chosen, chances, worths, missed)
    for row in range(count):
        if not 0.0 <= shares[mixed[row]] <= 1.0:
            return False
    return _farthest(missed, period) < SLACK


@njit(cache=True, nogil=True)
def _near(lines, orders, corners, sizes, players, chosen, chances, worths, near):
    """The lines that are best for about stable worths: replies averaged over many rounds."""
    period = len(sizes)
    shares = np.zeros(period)
    at = np.zeros(period, dtype=np.int64)
    about = np.zeros(period)
    for i in range(period):
        about[i] = 1.0 / players
    for k in range(AVERAGED):
        for i in range(period):
            line = 0
            while line + 1 < sizes[i] and about[i] > corners[i, line + 1]:
                line += 1
            near[i] = line
            at[i] = 2 * line
        _mix(lines, orders, at, shares, chosen)
        _worths(chosen, players, chances, worths)
        for i in range(period):
            about[i] += (worths[i] - about[i]) * 2.0 / (k + 2.0)


@njit(cache=True, nogil=True)
def _search(lines, orders, corners, low, high, players, chosen, chances, worths, shares):
    """Try all places from `low` to `high` on the chains, those without mixing first."""
    period = len(low)
    places = 1
    for i in range(period):
        places *= high[i] - low[i] + 1
    at = np.zeros(period, dtype=np.int64)
    for mixing in range(period + 1):
        for place in range(places):
            rest, mixed = place, 0
            for i in range(period):
                at[i] = low[i] + rest % (high[i] - low[i] + 1)
                rest //= high[i] - low[i] + 1
                mixed += at[i] % 2
            if mixed != mixing:
                continue
            if mixing > 0:
                if not _balance(
                    lines, orders, corners, at, players, shares, chosen, chances, worths
                ):
                    continue
            else:
                _mix(lines, orders, at, shares, chosen)
                _worths(chosen, players, chances, worths)
            fits = True
            for i in range(period):
                if at[i] % 2 == 0:
                    begin, end = corners[i, at[i] // 2], corners[i, at[i] // 2 + 1]
                    fits = fits and begin - SLACK <= worths[i] <= end + SLACK
                    shares[i] = -1.0
            if fits:
                return True
    return False


@njit(cache=True, nogil=True)
def stable(lines, counts, players, chosen, chances, worths, shares):
    """Find stable places on the chains of one round; returns whether there are such.

    `lines[i, k]` is the k-th way of the i-th turn start. The lines taken, the chances of all, the
    worths and the shares of the steeper line (-1 where nothing is mixed) are left in the rest.
    """
    period = len(counts)
    most = lines.shape[1]
    orders = np.zeros((period, most + 1), dtype=np.int64)
    corners = np.zeros((period, most + 2))
    sizes = np.zeros(period, dtype=np.int64)
    near = np.zeros(period, dtype=np.int64)
    for i in range(period):
        sizes[i] = _chain(lines[i], counts[i], orders[i], corners[i])
        corners[i, 0], corners[i, sizes[i]] = -1.0, 2.0
    _near(lines, orders, corners, sizes, players, chosen, chances, worths, near)
    low, high = np.zeros(period, dtype=np.int64), np.zeros(period, dtype=np.int64)
    for around in (1, 3, 2 * most):
        for i in range(period):
            low[i] = max(2 * near[i] - around, 0)
            high[i] = min(2 * near[i] + around, 2 * sizes[i] - 2)
        if _search(lines, orders, corners, low, high, players, chosen, chances, worths, shares):
            return True
    return False


@njit(cache=True, nogil=True)
def stable_all(lines, counts, players, chosen, chances, worths, shares):
    """Find stable places for many rounds; returns whether all have such."""
    found = True
    for k in range(len(counts)):
        found &= stable(lines[k], counts[k], players, chosen[k], chances[k], worths[k], shares[k])
    return found
