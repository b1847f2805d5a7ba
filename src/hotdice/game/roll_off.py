"""Who begins, by a roll of one die each: the highest; of equal ones those roll again.

A round has the die of each seat that rolled in it, and None for the others.
"""

from collections.abc import Sequence

from hotdice.game.driver import DiceSource, Throw
from hotdice.rules.patterns import FACES, Dice
from hotdice.texts import HotDiceError

TURN = (1 << 32) - 1  # dice of these rolls are those of a turn that no game comes to
Round = tuple[int | None, ...]


def roll_off(seats: int, dice: DiceSource, sides: Dice) -> tuple[Round, ...]:
    """The rounds until one seat is left; none where somebody plays alone.

    >>> from hotdice.game.dice import ScriptedDice
    >>> roll_off(3, ScriptedDice([[5], [3], [5], [2], [6]]), sides=(1, 2, 3, 4, 5, 6))
    ((5, 3, 5), (2, None, 6))
    """
    rounds: tuple[Round, ...] = ()
    while len(left := rolling(seats, rounds)) > 1:
        thrown = {seat: dice.roll(place(seat, len(rounds), sides))[0] for seat in left}
        rounds = (*rounds, tuple(thrown.get(seat) for seat in range(seats)))
    return rounds


def place(seat: int, number: int, sides: Dice) -> Throw:
    """The throw of a seat in a round, from 0."""
    return Throw(seat, TURN, number, 1, sides)


def rolling(seats: int, rounds: Sequence[Round]) -> list[int]:
    """The seats that are left: all before the first round, then those with the highest die."""
    if not rounds:
        return list(range(seats))
    highest = max(die for die in rounds[-1] if die is not None)
    return [seat for seat, die in enumerate(rounds[-1]) if die == highest]


def beginner(rounds: Sequence[Round]) -> int:
    """The seat that begins; the first one where nothing was rolled."""
    return rolling(1, rounds)[0]


def check(rounds: Sequence[Round], seats: int) -> None:
    """Refuse rounds in which others than those who are left rolled, and a tie at the end."""
    for number, thrown in enumerate(rounds):
        left = rolling(seats, rounds[:number])
        fits = len(thrown) == seats and len(left) > 1
        if not fits or [seat for seat in range(seats) if thrown[seat] in FACES] != left:
            raise HotDiceError("record/roll-off", round=number + 1)
        if any(thrown[seat] is not None for seat in range(seats) if seat not in left):
            raise HotDiceError("record/roll-off", round=number + 1)
    if rounds and len(rolling(seats, rounds)) > 1:
        raise HotDiceError("record/roll-off", round=len(rounds) + 1)
