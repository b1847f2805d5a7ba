"""A second quantity under the best policy of a turn: its points, if played for the best chance."""

from collections.abc import Iterator

import numpy as np

from hotdice.solver.turn.levels import (
    FORBIDDEN,
    TIE,
    Floats,
    Ints,
    Keeps,
    Levels,
    TurnSolver,
    monotone_from,
)
from hotdice.solver.turn.upper_levels import AT_ONCE, SolvedLevels, UpperLevels


def secondary_values(high: UpperLevels, done: SolvedLevels, stop: Floats, lost: float) -> Levels:
    """The same levels for a second quantity; where choices are equally good, the larger of it.

    `stop` is what stopping gives by level and dice left, `lost` what a farkle gives. Above the
    highest level every turn stops.
    """
    turn, played = high.turn, done.levels
    levels = len(played.roll)
    stopped = played.stop[:levels]
    best = stop.copy()
    best[:levels][stopped + TIE < played.roll] = FORBIDDEN
    if turn.fixed_hot_dice:
        best[:, 0] = stop[:, 0]
    found = Levels(stop, best, *turn.allocate(levels))
    refused = np.where(played.roll + TIE < stopped, FORBIDDEN, 0.0)
    high.secondary(done, found, refused, lost)
    _solve_lower(turn, played, found, refused, lost, done.low)
    return found


def _solve_lower(
    turn: TurnSolver, played: Levels, found: Levels, refused: Floats, lost: float, levels: int
) -> None:
    """The levels below so many; `refused` is added to what rolling gives."""
    dice, first = turn.dice, int(turn.fixed_hot_dice)
    flat = found.best.reshape(-1)
    rows, rolls = list(found.best[:levels, first:]), list(found.roll[:levels])
    refusals = list(refused[:levels, first:])
    found.best_keep[:levels, -1] = lost
    tops, outcomes = list(found.best_keep[:levels]), list(found.best_keep[:levels, :-1])
    rolled = np.empty(dice - first)
    steady = min(levels, monotone_from(played.stop))
    for keeps, low, high in ((turn.longest_keeps, steady, levels), (turn.every_keep, 0, steady)):
        for u, places, starts in _chosen(keeps, played, low, high):
            if starts is None:
                flat.take(places, out=outcomes[u], mode="clip")
            else:
                np.maximum.reduceat(flat.take(places), starts, out=outcomes[u])
            turn.weights.dot(tops[u], out=rolls[u])
            np.add(rolls[u][first:], refusals[u], out=rolled)
            np.maximum(rolled, rows[u], out=rows[u])


def _chosen(
    keeps: Keeps, played: Levels, low: int, high: int
) -> Iterator[tuple[int, Ints, Ints | None]]:
    """Levels from below `high` down to `low`, each with the places that the best keeps lead to.

    They are in the order of outcomes; if some have more than one, the places where each begins are
    given too.
    """
    dice, outcomes = played.stop.shape[1], played.best_keep.shape[1] - 1
    numbers = np.arange(outcomes)
    for end in range(high, low, -AT_ONCE):
        start = max(low, end - AT_ONCE)
        at = np.arange(dice * start, dice * end, dice)[:, None] + keeps.places
        limits = (played.best_keep[start:end] - TIE).take(keeps.outcome, axis=1)
        best = played.best.take(at) >= limits
        places = at.take(np.flatnonzero(best))
        ends = np.cumsum(np.count_nonzero(best, axis=1)).tolist()
        for u in range(end - 1, start - 1, -1):
            chosen = places[ends[u - start - 1] if u > start else 0 : ends[u - start]]
            if len(chosen) == outcomes:
                yield u, chosen, None
            else:
                yield u, chosen, keeps.outcome[best[u - start]].searchsorted(numbers)
