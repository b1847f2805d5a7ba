"""The most points that a turn could have made with dice that are known beforehand.

Dice depend on the turn and the roll alone, so a search over what is kept finds it. It holds where
points may always be banked: without an entry, a least bank or other options.
"""

from functools import cache

from hotdice.game.driver import DiceSource, Throw
from hotdice.rules import Rules


def most_points(rules: Rules, dice: DiceSource, turn: int, most_rolls: int) -> int:
    """The most points of a turn of seat 0, from 0, that has at most so many rolls."""

    @cache
    def from_roll(number: int, count: int) -> int:
        """What a roll and all later ones can add; 0 if it scores nothing, or comes too late."""
        if number == most_rolls:
            return 0
        thrown = tuple(dice.roll(Throw(0, turn, number, count, rules.sides)))
        return max(
            (
                keep.points + from_roll(number + 1, keep.left or rules.dice)
                for keep in rules.rolls[thrown].keeps
            ),
            default=0,
        )

    return from_roll(0, rules.dice)
