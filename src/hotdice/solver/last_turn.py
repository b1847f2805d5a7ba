"""The last turn of a game, where only the points still needed count.

What a player needs shrinks with every keep, so one table over "needed" and "dice" answers every
last turn of some rules, and also the best chance of banking at least so many points in one turn.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.duel import NEGLIGIBLE
from hotdice.solver.loops import last_turn
from hotdice.solver.moves import HOT, Moves, surviving

Table = NDArray[np.float64]


def chances(moves: Moves, most: int, shared: bool) -> Table:
    """The chance to get at least `need` points in steps, for needs from 0 to `most`.

    Where ties are shared, exactly `need` counts a half and anything above it 1.
    """
    safe, _ = surviving(moves.rolls) if moves.rules.hot_dice == "must" else (Fraction(1), 0)
    reach = int(moves.points.max())
    return last_turn(  # type: ignore[no-any-return]
        moves.chance,
        moves.roll_at,
        moves.keep_at,
        moves.points,
        moves.left,
        moves.rules.dice,
        HOT[moves.rules.hot_dice],
        float(safe),
        most,
        reach,
        shared,
    )


def second_player(moves: Moves) -> Table:
    """Chances of the one who has the last turn, by the steps needed to draw level.

    The first row is for somebody off the board, the second on it. The table ends where the chance
    is negligible.
    """
    rules = moves.rules
    if rules.finish == "immediate":
        return np.zeros((2, 1))
    most = 64
    while chances(moves, most, shared=False)[-1] >= NEGLIGIBLE:
        most *= 2
    at_least = chances(moves, most + 1, shared=False)
    level = chances(moves, most, shared=True) if rules.tie == "shared" else at_least[1:]
    wins = np.stack([level, level])
    for board, entry in ((0, rules.entry), (1, 0)):
        least = min(moves.units(max(rules.minimum, entry)), most)
        wins[board, :least] = at_least[least]  # what may be banked at all is more than a tie
    return wins[:, : int(np.argmax(wins.max(axis=0) < NEGLIGIBLE)) + 1]
