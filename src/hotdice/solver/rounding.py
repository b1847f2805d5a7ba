"""How far rounding can carry the value of a turn."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hotdice.solver.moves import Moves

Floats = NDArray[np.float64]

ROUNDING = 2.0**-53


@lru_cache(maxsize=64)
def rounding(moves: Moves) -> float:
    """What rounding can add to one turn: per roll, times the most rolls a turn can be expected."""
    terms = int(np.diff(moves.roll_at).max()) + 4
    return terms * ROUNDING * _most_rolls(moves)


def _most_rolls(moves: Moves) -> float:
    """The expected number of rolls of somebody who never stops and keeps to roll on longest.

    By policy iteration: the keeps that are longest for some numbers, then the numbers that these
    keeps lead to, until they stand.
    """
    dice = moves.rules.dice
    ends = moves.rules.hot_dice == "end"
    expected: Floats = np.zeros(dice + 1)  # by dice to roll; 0 stands for a turn that is over
    while True:
        onward = np.zeros((dice + 1, dice + 1))
        for count in range(1, dice + 1):
            for pairs, chance in moves.rolls[count - 1].chances.items():
                then = {left or (0 if ends else dice) for _, left in pairs}
                longest = max(sorted(then), key=lambda left: expected[left])
                onward[count, longest] += float(chance)
        onward[:, 0] = 0.0
        rolls = (np.arange(dice + 1) > 0).astype(float)
        found: Floats = np.asarray(np.linalg.solve(np.eye(dice + 1) - onward, rolls))
        if found.max() <= expected.max() * (1 + 1e-9):
            return float(found.max()) * 1.01
        expected = found
