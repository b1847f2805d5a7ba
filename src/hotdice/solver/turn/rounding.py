"""A bound on the rounding error of the value of one turn.

The value of a roll is a sum of weighted values of keeps. With n outcomes its error is at most that
of the values plus n + 4 units of rounding: one for each product and sum, and a few for the chances
themselves. Values never exceed 1, and maxima add nothing, so over a turn the errors add up to this
times the number of rolls, of which no policy expects more than `_most_rolls`.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.meaning import next_dice
from hotdice.solver.turn.moves import Moves

Floats = NDArray[np.float64]

ROUNDING = 2.0**-53  # half the distance from 1 to the next number
IMPROVED = 1e-9  # relative; policy iteration ends when improvements are only rounding
LONGER = 1.01  # allows for the rounding of the expected number itself


@lru_cache(maxsize=64)
def rounding(moves: Moves) -> float:
    """What rounding can add to one turn: per roll, times the most expected rolls of a turn."""
    terms = int(np.diff(moves.roll_at).max()) + 4
    return terms * ROUNDING * _most_rolls(moves)


def _most_rolls(moves: Moves) -> float:
    """The expected number of rolls of a player who never stops and keeps so as to roll longest.

    By policy iteration: the keeps that last longest for some expectations, then the expectations
    under these keeps, until they no longer change.
    """
    terms, dice = moves.rules.terms, moves.rules.dice
    expected: Floats = np.zeros(dice + 1)  # by dice to roll; index 0 is a turn that is over
    while True:
        onward = np.zeros((dice + 1, dice + 1))
        for count in range(1, dice + 1):
            for pairs, chance in moves.rolls[count - 1].chances.items():
                then = {next_dice(terms, left) for _, left in pairs}
                longest = max(sorted(then), key=lambda left: expected[left])
                onward[count, longest] += float(chance)
        onward[:, 0] = 0.0
        rolls = (np.arange(dice + 1) > 0).astype(float)
        found: Floats = np.asarray(np.linalg.solve(np.eye(dice + 1) - onward, rolls))
        if found.max() <= expected.max() * (1 + IMPROVED):
            return float(found.max()) * LONGER
        expected = found
