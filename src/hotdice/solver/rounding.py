"""How far rounding can carry the value of a turn."""

from functools import lru_cache

import numpy as np

from hotdice.solver.moves import Moves

ROUNDING = 2.0**-53


@lru_cache(maxsize=64)
def rounding(moves: Moves) -> float:
    """What rounding can add to one turn: per roll, times the most rolls a turn can be expected."""
    terms = int(np.diff(moves.roll_at).max()) + 4
    return terms * ROUNDING * _most_rolls(moves)


def _most_rolls(moves: Moves) -> float:
    """The expected number of rolls of somebody who never stops and keeps to roll on longest."""
    expected = np.zeros(moves.rules.dice + 1)
    while True:
        before = expected.copy()
        for count in range(1, moves.rules.dice + 1):
            expected[count] = 1.0
            for pairs, chance in moves.rolls[count - 1].chances.items():
                longest = max(expected[left or moves.rules.dice] for _, left in pairs)
                expected[count] += float(chance) * longest
        if np.abs(expected - before).max() < 1e-6 * expected.max():
            return 1.01 * float(expected.max())
