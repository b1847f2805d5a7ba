"""The game that the command line asks for."""

from typing import Literal

from msgspec import Struct

from hotdice.game import State
from hotdice.game.dice import virtual_dice
from hotdice.game.record import Record
from hotdice.game.roll_off import Round, beginner, roll_off
from hotdice.rules import Rules


class PlayRequest(Struct, frozen=True):
    """The requested game; what is None is asked in the menu. `record` and `resume` are paths.

    `totals` are a head start; with `roll_off` a roll of one die each decides who begins.
    """

    rules: Rules | None = None
    seats: tuple[str, ...] | None = None
    dice: Literal["mine"] | None = None
    seed: int | None = None
    record: str | None = None
    resume: str | None = None
    advice: bool = True
    totals: tuple[int, ...] | None = None
    roll_off: bool = False

    def game(self, rules: Rules, seats: tuple[str, ...]) -> Record:
        """A new game with these rules and players, and the requested dice and advice."""
        rounds: tuple[Round, ...] = ()
        if self.roll_off:
            rounds = roll_off(len(seats), virtual_dice(self.seed), rules.sides)
        start = State.start(rules, len(seats), self.totals, beginner(rounds))
        return Record(start, seats, self.seed, self.dice, advice=self.advice, roll_off=rounds)
