"""Equilibrium of the scoreless rounds of one sum of totals, for three and more players.

The states of a round are the same totals with one player after the other to move; a turn that
records nothing leads from each to the next. In state i let x[i] be the mover's value after such a
turn. A pure strategy for the turn records something with known payoffs, those of higher sums, and
records nothing with chance p: its payoff to the mover is c + p x[i], affine in x[i]. The best
response is the upper envelope of these functions, a convex chain of pieces; at a breakpoint two
strategies are equally good and the mover may mix them.

A choice of one piece or breakpoint per state determines everybody's chances, and with them every x.
It is an equilibrium among the strategies known if each x[i] lies on the piece chosen, or, at a
breakpoint, can be made to hit it by the probability of the steeper strategy. All combinations are
tried (support enumeration), those near the limit of averaged best responses and those without
mixing first.

The loops are over single numbers: array expressions would take twice as long to compile.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.kernels.compiled import njit

CONSISTENT = 1e-13  # by how much an x may miss its piece: half of what monotone.SETTLED allows
SAME_SLOPE = 1e-14  # slopes of the same strategy, rounded differently, are closer than this
SAME_INTERCEPT = 1e-15  # the same for its intercepts
HIT = 1e-16  # a breakpoint is hit as exactly as numbers below 1 allow
LAST_STEP = 1e-15  # Newton's method ends with steps this small
NEWTON_STEPS = 60
DIFFERENCE = 1e-4  # for numerical derivatives; the functions are nearly linear
AVERAGED_ROUNDS = 300
UNMIXED = -1.0  # in place of a probability where nothing is mixed

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Envelopes(NamedTuple):
    """The upper envelopes of one round.

    `payoffs[i, k]` is the k-th strategy of state i: what recorded turns are worth to the players
    from the mover on, then the chance that nothing is recorded. `order[i]` has the strategies on
    the envelope by rising slope, `breakpoints[i]` where each begins, and `sizes` how many there
    are.
    """

    payoffs: Floats
    order: Ints
    breakpoints: Floats
    sizes: Ints


class Profile(NamedTuple):
    """What everybody does in a round, and the result.

    By state: the payoffs of the strategy chosen, the chances of all, x, and the probability of the
    steeper strategy (`UNMIXED` where there is just one).
    """

    chosen: Floats
    chances: Floats
    x: Floats
    steeper: Floats


@njit(cache=True, nogil=True)
def _upper_envelope(payoffs, count, order, breakpoints):
    """The strategies on the envelope over [0, 1] by rising slope, and where they begin."""
    size = 0
    slope = payoffs.shape[1] - 1
    ranked = np.zeros(count, np.int64)
    for k in range(count):
        at = k
        while at > 0 and payoffs[ranked[at - 1], slope] > payoffs[k, slope]:
            ranked[at] = ranked[at - 1]
            at -= 1
        ranked[at] = k
    for k in ranked:
        c, p = payoffs[k, 0], payoffs[k, slope]
        skip = False
        while size > 0:
            last = order[size - 1]
            rise = p - payoffs[last, slope]
            gap = payoffs[last, 0] - c
            if rise < SAME_SLOPE:
                if gap >= -SAME_INTERCEPT:
                    skip = True
                    break
                size -= 1
                continue
            meet = gap / rise
            if meet >= 1.0:
                skip = True
                break
            if meet <= (breakpoints[size - 1] if size > 1 else 0.0):
                size -= 1
                continue
            breakpoints[size] = meet
            break
        if not skip:
            order[size] = k
            size += 1
    return size


@njit(cache=True, nogil=True)
def _evaluate(profile, players):
    """Everybody's chances and every x under the strategies chosen."""
    chosen, chances = profile.chosen, profile.chances
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
        profile.x[i] = chances[(i + 1) % period, players - 1]


@njit(cache=True, nogil=True)
def _choose(envelopes, place, profile):
    """Take the strategies at given places: 2 k is the k-th piece, 2 k + 1 its end."""
    for i in range(len(place)):
        low = envelopes.order[i, place[i] // 2]
        high, share = low, 0.0
        if place[i] % 2 == 1:
            high, share = envelopes.order[i, place[i] // 2 + 1], profile.steeper[i]
        for k in range(profile.chosen.shape[1]):
            flatter, steeper = envelopes.payoffs[i, low, k], envelopes.payoffs[i, high, k]
            profile.chosen[i, k] = (1.0 - share) * flatter + share * steeper


@njit(cache=True, nogil=True)
def _residuals(envelopes, place, players, profile, out):
    """By how much each x misses the breakpoint that its mover mixes at."""
    _choose(envelopes, place, profile)
    _evaluate(profile, players)
    for i in range(len(place)):
        out[i] = 0.0
        if place[i] % 2 == 1:
            out[i] = profile.x[i] - envelopes.breakpoints[i, place[i] // 2 + 1]


@njit(cache=True, nogil=True)
def _largest(numbers, count):
    """The largest absolute value of the first `count` numbers."""
    found = 0.0
    for k in range(count):
        found = max(found, abs(numbers[k]))
    return found


@njit(cache=True, nogil=True)
def _solve_linear(matrix, vector, size):
    """Solve a small linear system of this size in place; returns whether it has a solution."""
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
def _solve_probabilities(envelopes, place, players, profile):
    """Find probabilities that hit all breakpoints, by Newton's method; returns whether it could."""
    steeper = profile.steeper
    period = len(place)
    mixed, count = np.zeros(period, np.int64), 0
    for i in range(period):
        steeper[i] = 0.5
        if place[i] % 2 == 1:
            mixed[count] = i
            count += 1
    missed, moved, change = np.zeros(period), np.zeros(period), np.zeros(period)
    slopes = np.zeros((period, period))
    for _ in range(NEWTON_STEPS):
        _residuals(envelopes, place, players, profile, missed)
        if _largest(missed, period) < HIT:
            break
        for column in range(count):
            i = mixed[column]
            before = steeper[i]
            steeper[i] = before + DIFFERENCE if before < 0.5 else before - DIFFERENCE
            step = steeper[i] - before
            _residuals(envelopes, place, players, profile, moved)
            steeper[i] = before
            for row in range(count):
                slopes[row, column] = (moved[mixed[row]] - missed[mixed[row]]) / step
        for row in range(count):
            change[row] = missed[mixed[row]]
        if not _solve_linear(slopes, change, count):
            return False
        for row in range(count):
            share = steeper[mixed[row]] - change[row]
            steeper[mixed[row]] = min(2.0, max(-1.0, share))
        if _largest(change, count) < LAST_STEP:
            break
    _residuals(envelopes, place, players, profile, missed)
    for row in range(count):
        if not 0.0 <= steeper[mixed[row]] <= 1.0:
            return False
    return _largest(missed, period) < CONSISTENT


@njit(cache=True, nogil=True)
def _averaged_best_responses(envelopes, players, profile, piece):
    """The best pieces against an average of best responses, much like fictitious play."""
    period = len(envelopes.sizes)
    place = np.zeros(period, dtype=np.int64)
    average = np.zeros(period)
    for i in range(period):
        average[i] = 1.0 / players
    for k in range(AVERAGED_ROUNDS):
        for i in range(period):
            best = 0
            while best + 1 < envelopes.sizes[i] and average[i] > envelopes.breakpoints[i, best + 1]:
                best += 1
            piece[i] = best
            place[i] = 2 * best
        _choose(envelopes, place, profile)
        _evaluate(profile, players)
        for i in range(period):
            average[i] += (profile.x[i] - average[i]) * 2.0 / (k + 2.0)


@njit(cache=True, nogil=True)
def _search(envelopes, low, high, players, profile):
    """Try all places from `low` to `high`, those without mixing first."""
    period = len(low)
    places = 1
    for i in range(period):
        places *= high[i] - low[i] + 1
    place = np.zeros(period, dtype=np.int64)
    for mixing in range(period + 1):
        for number in range(places):
            rest, mixed = number, 0
            for i in range(period):
                place[i] = low[i] + rest % (high[i] - low[i] + 1)
                rest //= high[i] - low[i] + 1
                mixed += place[i] % 2
            if mixed != mixing:
                continue
            if mixing > 0:
                if not _solve_probabilities(envelopes, place, players, profile):
                    continue
            else:
                _choose(envelopes, place, profile)
                _evaluate(profile, players)
            fits = True
            for i in range(period):
                if place[i] % 2 == 0:
                    begin = envelopes.breakpoints[i, place[i] // 2]
                    end = envelopes.breakpoints[i, place[i] // 2 + 1]
                    fits = fits and begin - CONSISTENT <= profile.x[i] <= end + CONSISTENT
                    profile.steeper[i] = UNMIXED
            if fits:
                return True
    return False


@njit(cache=True, nogil=True)
def _find_equilibrium(payoffs, counts, players, profile):
    """Put an equilibrium of one round into `profile`; returns whether there is one."""
    period = len(counts)
    most = payoffs.shape[1]
    order = np.zeros((period, most + 1), dtype=np.int64)
    breakpoints = np.zeros((period, most + 2))
    sizes = np.zeros(period, dtype=np.int64)
    piece = np.zeros(period, dtype=np.int64)
    for i in range(period):
        sizes[i] = _upper_envelope(payoffs[i], counts[i], order[i], breakpoints[i])
        breakpoints[i, 0], breakpoints[i, sizes[i]] = -1.0, 2.0
    envelopes = Envelopes(payoffs, order, breakpoints, sizes)
    _averaged_best_responses(envelopes, players, profile, piece)
    low, high = np.zeros(period, dtype=np.int64), np.zeros(period, dtype=np.int64)
    for around in (1, 3, 2 * most):
        for i in range(period):
            low[i] = max(2 * piece[i] - around, 0)
            high[i] = min(2 * piece[i] + around, 2 * sizes[i] - 2)
        if _search(envelopes, low, high, players, profile):
            return True
    return False


@njit(cache=True, nogil=True)
def find_round_equilibria(payoffs, counts, players, profiles):
    """Find equilibria of many rounds (the first axis); returns whether all have one.

    `payoffs[k, i]` has `counts[k, i]` strategies for state i of round k.
    """
    found = True
    for k in range(len(counts)):
        profile = Profile(
            profiles.chosen[k], profiles.chances[k], profiles.x[k], profiles.steeper[k]
        )
        found &= _find_equilibrium(payoffs[k], counts[k], players, profile)
    return found
