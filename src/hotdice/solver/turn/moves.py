"""The rolls of some rules as flat arrays, for loops over whole turns."""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from hotdice.rules import Rules
from hotdice.rules.meaning import next_dice
from hotdice.solver.turn.program import RollDistribution, rolls_of


class Moves:
    """The rolls of some rules as flat arrays: outcomes by number of dice, keeps by outcome.

    Points, those of the `terms` too, are in steps. If `confirming`, keeps that have to be confirmed
    are told apart, as `rolls_of` does; `width` is the number of different dice left.
    """

    def __init__(self, rules: Rules, step: int, confirming: bool = False) -> None:
        self.width = rules.dice * (2 if confirming else 1)
        self.rules = rules
        self.step = step
        self.terms = rules.terms.in_steps(step)
        self.rolls = rolls_of(rules, step, confirming)
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
        """Whether dice can be kept in such a way that there is never a farkle."""
        terms, dice = self.rules.terms, self.rules.dice
        safe = set(range(1, dice + 1))
        while True:
            still = {
                count
                for count in safe
                if self.rolls[count - 1].farkle == 0
                and all(
                    any(next_dice(terms, left) in safe for _, left in pairs)
                    for pairs in self.rolls[count - 1].chances
                )
            }
            if still == safe:
                return dice in safe
            safe = still


@lru_cache(maxsize=64)
def moves_of(rules: Rules, step: int) -> Moves:
    """The moves of these rules, cached."""
    return Moves(rules, step)


@lru_cache(maxsize=64)
def confirming_moves(rules: Rules, step: int) -> Moves:
    """The same with keeps that have to be confirmed told apart, if there are any."""
    return moves_of(rules, step) if rules.confirm is None else Moves(rules, step, confirming=True)


def forced_roll(rolls: list[RollDistribution]) -> tuple[Fraction, Fraction]:
    """Forced hot dice once everything is reached: the chances to stop safely and to farkle."""
    again = Fraction()
    safe = Fraction()
    for pairs, chance in rolls[-1].chances.items():
        if all(left == 0 for _, left in pairs):
            again += chance
        else:
            safe += chance
    return safe / (1 - again), rolls[-1].farkle / (1 - again)
