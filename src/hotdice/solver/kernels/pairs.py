"""All pairs of totals of one sum, solved `LANES` at a time: what `two_player.monotone` explains.

Every pair has two turns, that of the lower total and that of the higher one, each the answer to
what a scoreless turn of the other is worth. All levels are computed once, a little to the right of
where the solution is expected. A number of dice with which everybody stops there is one with which
everybody stops further left, so later evaluations leave it out.

All is written as plain loops, and each function is called with one set of types: assigning whole
arrays would more than double the time that it takes to compile, for the words of numba's errors.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import hot_dice_roll, least_gain, on_board
from hotdice.solver.kernels.compiled import inner, njit
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.kernels.two_player import LEVELS_AT, NOTHING, roll_levels, stop_rows

EVALUATIONS = 40  # far more than secant steps need; any residual is in the bound
ATTEMPTS = 12  # each with ten times the margin of the one before
SETTLED = 2e-13  # a last step no longer than this is taken without another look; part of the bound
FAR = 1e-9  # two points closer than this say nothing about a slope
LEAST_GAP = 1e-7  # a chord's slope needs as much, even if the chord then ends above 1
OUTSIDE = 2  # times that steps may end right of the first evaluation before it is moved
MARGIN = 1e-6  # least distance of the first evaluation from the expected solution
MOST_MARGIN = 1e-2
SLIPS = 4  # times that the guesses nearby were off, for the margin
REMEMBERED = 3  # sums whose slopes are known

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class TwoPlayerGame(NamedTuple):
    """What is known of a game before it is solved.

    `wins` are the chances of the last mover; `forced` what hot dice that have to be rolled are
    worth above the highest level, but for a farkle, by whether the other is on the board and what
    they then need to tie. `rounding` is that of a turn.
    """

    wins: Floats
    forced: Floats
    least_farkle: float
    least_scoring: float
    rounding: float


class Found(NamedTuple):
    """Values, and by sum modulo `REMEMBERED` the slopes and how far the guesses were off.

    `widths` of the brackets are by part of the work and sum.
    """

    values: Floats
    slopes: Floats
    slips: Floats
    widths: Floats


class Side(NamedTuple):
    """Room for the turns of one side of `LANES` pairs."""

    rows: Floats
    stops: Floats
    forced: Floats
    active: Ints


@inner
def _guess(values, target, s, a, b):
    """The value of (a, b), extrapolated from the sums above."""
    if a + 1 < target and b + 1 < target:
        found = values[s + 1, b] + values[s + 1, b + 1] - values[s + 2, b + 1]
        # the bend of the surface two steps on, as every other total may be hard to reach
        bend, bends = 0.0, 0
        if a + 3 < target:
            bend += values[s + 2, b] - values[s + 3, b]
            bend += values[s + 4, b + 1] - values[s + 3, b + 1]
            bends += 1
        if b + 3 < target:
            bend += values[s + 2, b + 2] - values[s + 3, b + 2]
            bend += values[s + 4, b + 3] - values[s + 3, b + 3]
            bends += 1
        found += bend / max(bends, 1)
    elif a + 1 < target:
        found = values[s + 1, b]
        if a + 2 < target:
            found += found - values[s + 2, b]
    elif b + 1 < target:
        found = values[s + 1, b + 1]
        if b + 2 < target:
            found += found - values[s + 2, b + 2]
    else:
        found = 0.5
    return min(1.0, max(0.0, found))


@inner
def _nearby(table, target, s, a, b):
    """The mean of both neighbours of the next sum, negative if there is none."""
    one = table[(s + 1) % REMEMBERED, b] if a + 1 < target else -1.0
    other = table[(s + 1) % REMEMBERED, b + 1] if b + 1 < target else -1.0
    if one < 0.0 or other < 0.0:
        return max(one, other)
    return (one + other) / 2


@inner
def _begin(rules, keeps, game, values, s, a, step, lanes, lost, side):
    """Prepare the turns of totals from a on; the highest level, and where stopping always counts.

    Rolling is worth at most 1 - farkle * (1 - lost). So past the target somebody who is beaten with
    a chance of at most farkle * (1 - lost) does best to stop at once.
    """
    terms = rules.terms
    size = game.wins.shape[1]
    top = low = need = 0
    for lane in range(lanes):
        own = a + step * lane
        other = s - own
        board = 1 if on_board(terms, other) else 0
        limit = game.least_farkle * (1.0 - lost[lane])
        while need > 0 and game.wins[board, need - 1] <= limit:
            need -= 1
        while need < size and game.wins[board, need] > limit:
            need += 1
        least = least_gain(terms, own)
        low = max(low, least)
        top = max(top, terms.target - own - 1, least - 1)
        if not terms.immediate:
            top = max(top, other + need - 1 - own)
    levels = top + keeps.reach + 1
    nothing = np.full(LANES, NOTHING)
    stop_rows(rules, values, game.wins, s, a, step, lanes, nothing, levels, side.stops)
    for u in range(top + 1, levels):
        base = LEVELS_AT + u * terms.dice * LANES
        for count in range(terms.dice):
            for lane in range(LANES):
                side.rows[base + count * LANES + lane] = side.stops[u * LANES + lane]
    if hot_dice_roll(terms):
        for lane in range(LANES):
            own = a + step * min(lane, lanes - 1)
            board = 1 if on_board(terms, s - own) else 0
            for u in range(top + 1, levels):
                need = min(own + u - (s - own), size)
                side.forced[(u - top - 1) * LANES + lane] = game.forced[board, need]
    return top, low


@inner
def _evaluate(rules, keeps, side, top, low, lost, whole):
    """The values of the turns of one side, in its first row."""
    if hot_dice_roll(rules.terms):
        for above in range(keeps.reach):
            base = LEVELS_AT + (top + 1 + above) * rules.terms.dice * LANES
            for lane in range(LANES):
                side.rows[base + lane] = side.forced[above * LANES + lane] + rules.lose * lost[lane]
    roll_levels(rules, keeps, side.rows, side.stops, low, top, top, lost, lost, side.active, whole)


@inner
def _meet(y, f, m, w, g, n, least):
    """The value of a side where its line of slope m through (y, f) meets the other's."""
    own, other = f - m * y, g - n * w
    # x = own + m (1 - z) and z = other + n (1 - x)
    return min(1.0, max(0.0, (own + m * (1.0 - other - n)) / max(1.0 - m * n, least)))


@inner
def _step(game, value, slope, at, found):
    """Where the lines of both sides through what was found at some places meet, in all lanes."""
    for lane in range(LANES):
        one = (at[0, lane], found[0, lane], slope[0, lane])
        two = (at[1, lane], found[1, lane], slope[1, lane])
        value[0, lane] = _meet(*one, *two, game.least_scoring)
        value[1, lane] = _meet(*two, *one, game.least_scoring)


@inner
def _width(game, lane, value, slope, lost, found, above, above_found):
    """Half the width of a bracket around the values of one lane, as `two_player.monotone` says."""
    off, most = np.empty(2), np.empty(2)
    for side in range(2):
        most[side] = 1.0
        x, z = value[side, lane], value[1 - side, lane]
        y, m = 1.0 - z, slope[side, lane]
        moved = y - lost[side, lane]
        off[side] = abs(x - found[side, lane] - m * moved) + game.rounding
        off[side] += max(m, 1.0 - m) * abs(moved)
        if above[side, lane] - y >= LEAST_GAP:
            rise = above_found[side, lane] + game.rounding - x + off[side]
            most[side] = min(1.0, rise / (above[side, lane] - y))
        if z > 0.0:
            most[side] = min(most[side], (1.0 - x + off[side]) / z)
    scoring = 1.0 - most[0] * most[1]
    if scoring < game.least_scoring:
        return np.inf
    return max(off[0] + most[0] * off[1], off[1] + most[1] * off[0]) / scoring


@inner
def _solve_chunk(rules, keeps, game, found, s, a, lanes, sides):
    """Solve the pairs (a, s - a), (a + 1, s - a - 1) and so on; half the width of their brackets.

    The second side has the turns of s - a, s - a - 1 and so on. Unused lanes repeat the last.
    """
    target = rules.terms.target
    value, slope, guess, margin = np.empty((4, 2, LANES))
    at, reached, above, above_found, lost, last = np.empty((6, 2, LANES))
    top, low = np.empty(2, np.int64), np.empty(2, np.int64)
    for side in range(2):
        for lane in range(LANES):
            own = a + min(lane, lanes - 1)
            other = s - own
            if side:
                own, other = other, own
            value[side, lane] = guess[side, lane] = _guess(found.values, target, s, own, other)
            slope[side, lane] = max(0.0, _nearby(found.slopes, target, s, own, other))
            slip = _nearby(found.slips, target, s, own, other)
            margin[side, lane] = MARGIN + SLIPS * slip if slip >= 0.0 else MOST_MARGIN
    width = np.inf
    for _ in range(ATTEMPTS):
        for side in range(2):
            for lane in range(LANES):
                y = 1.0 - value[1 - side, lane]
                above[side, lane] = max(min(1.0, y + margin[1 - side, lane]), y + 2 * LEAST_GAP)
            first, step = (s - a, -1) if side else (a, 1)
            top[side], low[side] = _begin(
                rules, keeps, game, found.values, s, first, step, lanes, above[side], sides[side]
            )
        outside = 0
        for look in range(1 + EVALUATIONS):
            whole = look == 0
            inside = True
            for side in range(2):
                for lane in range(LANES):
                    y = 1.0 - value[1 - side, lane]
                    inside = inside and y <= above[side, lane]
                    lost[side, lane] = above[side, lane] if whole else min(y, above[side, lane])
            if not inside:
                outside += 1
                if outside > OUTSIDE:
                    break
            for side in range(2):
                _evaluate(rules, keeps, sides[side], top[side], low[side], lost[side], whole)
                for lane in range(LANES):
                    last[side, lane] = sides[side].rows[lane]
                    if whole:
                        above_found[side, lane] = last[side, lane]
                    run = lost[side, lane] - at[side, lane]
                    if not whole and abs(run) > FAR:
                        rise = last[side, lane] - reached[side, lane]
                        slope[side, lane] = min(1.0, max(0.0, rise / run))
                    if whole or abs(run) > FAR:
                        at[side, lane], reached[side, lane] = lost[side, lane], last[side, lane]
            _step(game, value, slope, lost, last)
            moved = 0.0
            for side in range(2):
                for lane in range(LANES):
                    moved = max(moved, abs(1.0 - value[1 - side, lane] - lost[side, lane]))
            if inside and moved <= SETTLED:
                break
        width = 0.0 if inside else np.inf
        for lane in range(lanes):
            width = max(width, _width(game, lane, value, slope, lost, last, above, above_found))
        if width < np.inf:
            break
        for side in range(2):
            for lane in range(LANES):
                slip = abs(value[side, lane] - guess[side, lane])
                margin[side, lane] = min(MOST_MARGIN, 10 * margin[side, lane] + slip)
    for side in range(2):
        for lane in range(lanes):
            other = a + lane if side else s - a - lane
            found.values[s, other] = value[side, lane]
            found.slopes[s % REMEMBERED, other] = slope[side, lane]
            found.slips[s % REMEMBERED, other] = abs(value[side, lane] - guess[side, lane])
    return width


@njit(cache=True, nogil=True)
def solve_sums(rules, keeps, game, found, highest, lowest, part, parts, sides):
    """Solve one part of the pairs of each sum, from the highest to the lowest."""
    for s in range(highest, lowest - 1, -1):
        least = max(0, s - rules.terms.target + 1)
        pairs = s // 2 - least + 1
        for at in range(part * LANES, pairs, parts * LANES):
            lanes = min(LANES, pairs - at)
            width = _solve_chunk(rules, keeps, game, found, s, least + at, lanes, sides)
            found.widths[part, s] = max(found.widths[part, s], width)
