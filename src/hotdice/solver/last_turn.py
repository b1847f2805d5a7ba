"""The last turn of a game, where only the points still needed count.

What a player needs shrinks with every keep, so one table over "needed" and "dice" answers every
last turn of some rules, and also the best chance of banking at least so many points in one turn.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.loops import last_turn
from hotdice.solver.plan import Roll, rolls_of

HOT = {"may": 0, "must": 1, "end": 2}
NEGLIGIBLE = 1e-14  # a chance too small to count; it is part of every bound
Table = NDArray[np.float64]


class Moves:
    """The rolls of some rules as flat arrays: outcomes by number of dice, keeps by outcome."""

    def __init__(self, rules: Rules, step: int) -> None:
        self.rules = rules
        self.step = step
        self.rolls = rolls_of(rules, step)
        outcomes = [(c, sorted(pairs)) for roll in self.rolls for pairs, c in roll.chances.items()]
        self.chance = np.array([float(chance) for chance, _ in outcomes])
        self.roll_at = np.cumsum([0, *(len(roll.chances) for roll in self.rolls)])
        self.keep_at = np.cumsum([0, *(len(pairs) for _, pairs in outcomes)])
        keeps = [pair for _, pairs in outcomes for pair in pairs]
        self.points = np.array([points for points, _ in keeps])
        self.left = np.array([left for _, left in keeps])
        self.farkle = np.array([float(roll.farkle) for roll in self.rolls])

    def units(self, points: int) -> int:
        """Points in whole steps, rounded up."""
        return -(-points // self.step)

    def never_farkles(self) -> bool:
        """Whether somebody can keep in such a way that no farkle ever comes."""
        dice = self.rules.dice
        safe = set(range(1, dice + 1))
        while True:
            still = {
                count
                for count in safe
                if self.rolls[count - 1].farkle == 0
                and all(
                    any((left or dice) in safe for _, left in pairs)
                    for pairs in self.rolls[count - 1].chances
                )
            }
            if still == safe:
                return dice in safe
            safe = still


def surviving(rolls: list[Roll]) -> tuple[Fraction, Fraction]:
    """After forced hot dice with everything reached: chance to stop safely, and to farkle."""
    again = Fraction()
    safe = Fraction()
    for pairs, chance in rolls[-1].chances.items():
        if all(left == 0 for _, left in pairs):
            again += chance
        else:
            safe += chance
    return safe / (1 - again), rolls[-1].farkle / (1 - again)


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
