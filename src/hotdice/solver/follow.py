"""What else a turn brings that is played for the best value: points, while the chance decides."""

import numpy as np

from hotdice.solver.turn import FORBIDDEN, Floats, Levels, Turn, steady_from

TIE = 1e-12  # values closer than this are equal but for rounding


def follow(turn: Turn, played: Levels, stop: Floats, lost: float) -> Levels:
    """The same levels for something else, the larger of it where the choices played are equal.

    `stop` is what stopping brings by level and dice left, `lost` what a farkle does. Above the
    highest level every turn is stopped.
    """
    levels = len(played.roll)
    stopped = played.stop[:levels]
    best = stop.copy()
    best[:levels][stopped + TIE < played.roll] = FORBIDDEN
    if turn.fixed_hot_dice:
        best[:, 0] = stop[:, 0]
    found = Levels(stop, best, *turn.room(levels))
    _work_out(turn, played, found, np.where(played.roll + TIE < stopped, FORBIDDEN, 0.0), lost)
    return found


def _work_out(turn: Turn, played: Levels, found: Levels, refused: Floats, lost: float) -> None:
    """All levels; `refused` is added to what rolling brings."""
    levels, dice, first = len(found.roll), turn.dice, int(turn.fixed_hot_dice)
    chances, flat = played.best.reshape(-1), found.best.reshape(-1)
    rows, rolls, refusals = list(found.best[:, first:]), list(found.roll), list(refused[:, first:])
    found.tops[:, -1] = lost
    tops, outcomes = list(found.tops), list(found.tops[:, :-1])
    limits = list(played.tops[:, :-1] - TIE)
    rolled = np.empty(dice - first)
    steady = min(levels, steady_from(played.stop))
    for index, low, high in ((turn.longest, steady, levels), (turn.every, 0, steady)):
        keeps, others = np.empty(index.shape), np.empty(index.shape)
        losing = np.empty(index.shape, dtype=np.bool_)
        for u in range(high - 1, low - 1, -1):
            chances[u * dice :].take(index, out=keeps, mode="clip")
            np.less(keeps, limits[u], out=losing)
            flat[u * dice :].take(index, out=others, mode="clip")
            np.putmask(others, losing, FORBIDDEN)
            np.maximum.reduce(others, axis=0, out=outcomes[u])
            turn.weights.dot(tops[u], out=rolls[u])
            np.add(rolls[u][first:], refusals[u], out=rolled)
            np.maximum(rolled, rows[u], out=rows[u])
