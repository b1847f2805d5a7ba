"""`Extras`: what there is to know of a position under some house rules only."""

from typing import NamedTuple

from msgspec import Struct

from hotdice.rules.meaning import FREE


class Offer(NamedTuple):
    """What the next player may take over: points that were banked, and the dice left."""

    points: int
    dice: int


class Extras(Struct, frozen=True):
    """What there is to know of a position under some house rules only.

    `offer` may be taken over instead of a roll of one's own. `roll_first` is why another roll has
    to score before anything may be banked, if it has to. `spared` says that this turn's first roll
    scored nothing and is thrown again, `rounds` how many all players have finished, where that
    matters, and `won` that the player has won by a roll. `beginner` is the seat that began the
    game, where that matters later, as rounds end before its turn.
    """

    offer: Offer | None = None
    roll_first: int = FREE
    spared: bool = False
    rounds: int = 0
    won: bool = False
    beginner: int = 0


NO_EXTRAS = Extras()
