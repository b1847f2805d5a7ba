"""Many numbered turn starts, one after another or, where they follow on one another, together.

Where totals never fall, turn starts with the same totals follow on one another through turns that
record nothing, in a circle. What such a turn is worth under some policies is c + p times what
follows, so the whole circle is solved for the policies that are best now, until they stay the same.
"""

import numpy as np

from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.explicit import SAME, evaluate, find_ends, read_place

POLICY_ROUNDS = 12  # then values are iterated, which is slower but converges for two
VALUE_ROUNDS = 3000
SETTLED = 4e-15  # only rounding
ROUNDING_ONLY = 1e-13  # smaller residuals that shrink no more are rounding
CHORD = 1e-4  # so long that rounding hardly changes its slope
RESIDUAL, LOSS, UNSETTLED = range(3)  # entries of a report


@njit(cache=True, nogil=True)
def store(game, tables, place, work):
    """Let a place have what its turn was found to be worth."""
    for other in range(game.players - 1):
        tables.plain[other, place] = work.out[other]


@njit(cache=True, nogil=True)
def store_offers(game, rolls, tables, kinds, place, work):
    """The same for all that may be taken over there; otherwise the turn is one's own."""
    for points in range(1, game.offer_levels):
        for dice in range(game.terms.dice):
            taken = work.rolls[points, dice]
            better = taken[0] > work.out[0]
            for kind in range(kinds):
                tables.offered[kind, place, points, dice] = (
                    taken[kind] if better else work.out[kind]
                )


@njit(cache=True, nogil=True)
def solve_in_order(game, rolls, tables, rows, places, work):
    """Places that depend only on others that are solved; also one sweep over all of them.

    Returns the most that anything has changed.
    """
    change = 0.0
    offered = game.terms.piggyback > 0
    for place in places:
        evaluate(game, rolls, tables, rows, place, work, offered)
        for other in range(game.players - 1):
            change = max(change, abs(work.out[other] - tables.plain[other, place]))
        store(game, tables, place, work)
        if offered:
            for points in range(1, game.offer_levels):
                for dice in range(game.terms.dice):
                    taken = work.rolls[points, dice]
                    for other in range(game.players - 1):
                        now = taken[other] if taken[0] > work.out[0] else work.out[other]
                        before = tables.offered[other, place, points, dice]
                        change = max(change, abs(now - before))
            store_offers(game, rolls, tables, game.players - 1, place, work)
    return change


@njit(cache=True, nogil=True)
def circle_of(game, place, work, circle):
    """Put the circle of a place into `circle`; returns whether the place is its first."""
    circle[0] = place
    for at in range(1, game.players):
        by_needs = read_place(game, circle[at - 1], work)
        find_ends(game, work, by_needs)
        circle[at] = work.ends[SAME]
        if circle[at] < place:
            return False
    return True


@njit(cache=True, nogil=True)
def through_circle(found, scoreless, constant, values):
    """Put what a circle of turns is worth into `values`, if these policies stay."""
    players = len(scoreless)
    for first in range(players):
        passed = 1.0
        values[first] = 0.0
        for step in range(players):
            at = (first + step) % players
            for player in range(players):  # counted from who moves after these steps
                values[first, (player + step) % players] += passed * constant[at, player]
            passed *= scoreless[at]
        values[first] /= 1.0 - passed


@njit(cache=True, nogil=True)
def settle_circle(game, rolls, tables, rows, circle, work):
    """Solve one circle; returns the residual, and the chance that all but one score nothing."""
    players = game.players
    values = np.empty((players, players))
    found = np.empty((players, players))
    constant = np.empty((players, players))
    scoreless = np.empty(players)
    last, lingers = np.inf, 0.0
    for trial in range(VALUE_ROUNDS):
        residual = 0.0
        for at in range(players):
            evaluate(game, rolls, tables, rows, circle[at], work, False)
            rest = known = 1.0
            for other in range(players - 1):
                found[at, other] = work.out[other]
                values[at, other] = tables.plain[other, circle[at]]
                rest -= found[at, other]
                known -= values[at, other]
                residual = max(residual, abs(found[at, other] - values[at, other]))
            found[at, players - 1], values[at, players - 1] = rest, known
            scoreless[at] = work.out[players - 1]
            if trial >= POLICY_ROUNDS:
                for other in range(players - 1):
                    tables.plain[other, circle[at]] = found[at, other]
        lingers = 0.0
        for alone in range(players):
            others = 1.0
            for at in range(players):
                others *= scoreless[at] if at != alone else 1.0
            lingers = max(lingers, others)
        if residual <= SETTLED or (residual <= ROUNDING_ONLY and residual > 0.5 * last):
            break
        last = residual
        if trial >= POLICY_ROUNDS:
            continue
        for at in range(players):
            onward = values[(at + 1) % players]
            for player in range(players):
                constant[at, player] = (
                    found[at, player] - scoreless[at] * onward[(player - 1) % players]
                )
        through_circle(found, scoreless, constant, values)
        for at in range(players):
            for other in range(players - 1):
                tables.plain[other, circle[at]] = values[at, other]
    return residual, lingers


@njit(cache=True, nogil=True)
def right_slope(game, rolls, tables, rows, place, following, work, off):
    """The slope of a turn's value by that of a turn without points, right of the solution.

    By convexity the chord to a point further up bounds it; both its ends can be `off`.
    """
    known = tables.plain[0, following]
    tables.plain[0, following] = known + CHORD
    evaluate(game, rolls, tables, rows, place, work, False)
    tables.plain[0, following] = known
    return min(1.0, (tables.plain[0, place] - work.out[0] + 2.0 * off) / CHORD)


@njit(cache=True, nogil=True)
def pair_loss(game, rolls, tables, rows, circle, work, off):
    """How far two turn starts that follow on each other can be off, as in `two_player.monotone`.

    One more turn is `off` for what may be taken over there.
    """
    m = right_slope(game, rolls, tables, rows, circle[0], circle[1], work, off)
    n = right_slope(game, rolls, tables, rows, circle[1], circle[0], work, off)
    return np.inf if m * n >= 1.0 else off * (1.0 + max(m, n)) / (1.0 - m * n) + off


@njit(cache=True, nogil=True)
def settle_circles(game, rolls, tables, rows, places, work, source, report):
    """Solve the circles that begin at some of these places.

    `source` is what rounding and cutting can add to one turn; the report has the largest residual,
    the most that all turns of a circle can be off or a deviation can gain, and what did not settle.
    """
    circle = np.empty(game.players, np.int64)
    for place in places:
        if not circle_of(game, place, work, circle):
            continue
        residual, lingers = settle_circle(game, rolls, tables, rows, circle, work)
        report[RESIDUAL] = max(report[RESIDUAL], residual)
        if residual > ROUNDING_ONLY:
            report[UNSETTLED] += 1
        if game.players == 2:
            loss = pair_loss(game, rolls, tables, rows, circle, work, residual + source)
        else:
            visits = np.inf if lingers >= 1.0 else 1.0 + 1.0 / (1.0 - lingers)
            loss = game.players * (residual + source) * visits
        report[LOSS] = max(report[LOSS], loss)
        if game.terms.piggyback > 0:
            for at in range(game.players):
                evaluate(game, rolls, tables, rows, circle[at], work, True)
                store_offers(game, rolls, tables, game.players - 1, circle[at], work)


@njit(cache=True, nogil=True)
def grow_bounds(game, free_game, rolls, tables, play, deviation, places, source, work):
    """One sweep of bounds on errors and gains, see `explicit.certificate`; returns the growth.

    The rows of the tables after the values are the error, then each player's gain. `play` follows
    them through the turns that are best, `deviation` lets the mover seek the greatest own gain, for
    which no level may be left out (`free_game`).
    """
    grown, players = 0.0, game.players
    error = players - 1
    offered = game.terms.piggyback > 0
    for place in places:
        evaluate(game, rolls, tables, play, place, work, offered)
        for kind in range(1, players + 1):
            row = error if kind == 1 else error + kind
            found = work.out[kind] + 2 * source
            grown = max(grown, found - tables.plain[row, place])
            tables.plain[row, place] = max(found, tables.plain[row, place])
            for points in range(1, game.offer_levels):
                for dice in range(game.terms.dice):
                    taken = work.rolls[points, dice]
                    now = taken[kind] if taken[0] > work.out[0] else work.out[kind]
                    known = tables.offered[row, place, points, dice]
                    grown = max(grown, now + 2 * source - known)
                    tables.offered[row, place, points, dice] = max(now + 2 * source, known)
        evaluate(free_game, rolls, tables, deviation, place, work, offered)
        row = error + 1
        found = work.out[0] + 2 * source
        grown = max(grown, found - tables.plain[row, place])
        tables.plain[row, place] = max(found, tables.plain[row, place])
        for points in range(1, game.offer_levels):
            for dice in range(game.terms.dice):
                now = max(work.rolls[points, dice, 0], work.out[0]) + 2 * source
                known = tables.offered[row, place, points, dice]
                grown = max(grown, now - known)
                tables.offered[row, place, points, dice] = max(now, known)
    return grown


@njit(cache=True, nogil=True)
def grow_bracket(game, rolls, tables, lower, play, mover, places, source, work):
    """One sweep of the bracket of two players' values, see `explicit.certificate`; its growth.

    The rows of the tables are the values and how far they can be off. `play` follows the latter
    through the turns that are best; `lower` has the least that the next mover may be worth, against
    which `mover` plays best.
    """
    grown = 0.0
    offered = game.terms.piggyback > 0
    levels = game.offer_levels if offered else 1
    best = np.zeros((levels, game.terms.dice))
    for place in places:
        evaluate(game, rolls, lower, mover, place, work, offered)
        most = work.out[0]
        for points in range(1, levels):
            for dice in range(game.terms.dice):
                best[points, dice] = max(most, work.rolls[points, dice, 0])
        evaluate(game, rolls, tables, play, place, work, offered)
        value, known = tables.plain[0, place], tables.plain[1, place]
        found = max(known, max(work.out[1], most - value) + 2 * source)
        grown = max(grown, found - known)
        tables.plain[1, place] = found
        lower.plain[0, place] = max(0.0, value - found)
        for points in range(1, levels):
            for dice in range(game.terms.dice):
                taken = work.rolls[points, dice]
                now = taken[1] if taken[0] > work.out[0] else work.out[1]
                value = tables.offered[0, place, points, dice]
                known = tables.offered[1, place, points, dice]
                found = max(known, max(now, best[points, dice] - value) + 2 * source)
                grown = max(grown, found - known)
                tables.offered[1, place, points, dice] = found
                lower.offered[0, place, points, dice] = max(0.0, value - found)
    return grown
