"""What a player can do: `Roll()`, `Keep(dice)`, `Bank()`."""

from msgspec import Struct

from hotdice.rules import Keep
from hotdice.texts import faces, say


class Roll(Struct, frozen=True):
    """Throw the dice that are not kept."""


class Bank(Struct, frozen=True):
    """Stop and make the turn points safe."""


class Pass(Struct, frozen=True):
    """The turn of an absent player is skipped; no player may choose this."""


Action = Roll | Keep | Bank
Move = Action | Pass

ROLL = Roll()
BANK = Bank()
PASS = Pass()


def words(action: Action) -> str:
    """An action as people type it.

    >>> words(Keep((1, 1, 5)))
    'keep 1 1 5'
    """
    if isinstance(action, Keep):
        return say("action.keep", dice=faces(action.dice))
    return say("action.roll" if isinstance(action, Roll) else "action.bank")
