"""What a player can do: `Roll()`, `Keep(dice)`, `Bank()`, and under some rules `Take()`."""

from msgspec import Struct

from hotdice.rules import Keep
from hotdice.texts import faces, say


class Roll(Struct, frozen=True):
    """Throw the dice that are not kept."""


class Bank(Struct, frozen=True):
    """Stop and make the turn points safe."""


class Take(Struct, frozen=True):
    """Take over the points and the dice that the player before has banked and left."""


class Pass(Struct, frozen=True):
    """The turn of an absent player is skipped; no player may choose this."""


Action = Roll | Keep | Bank | Take
Move = Action | Pass

ROLL = Roll()
BANK = Bank()
TAKE = Take()
PASS = Pass()


def words(action: Action) -> str:
    """An action as people type it.

    >>> words(Keep((1, 1, 5)))
    'keep 1 1 5'
    """
    if isinstance(action, Keep):
        return say("action.keep", dice=faces(action.dice))
    return say(f"action.{type(action).__name__.lower()}")
