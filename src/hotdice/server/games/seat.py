"""Seats of a game, and which names people may have."""

import unicodedata
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Literal

from msgspec import Struct

from hotdice.game.record import BOT
from hotdice.server.games.confusables import skeletons
from hotdice.server.limits import MAX_NAME_LENGTH
from hotdice.texts import HotDiceError
from hotdice.texts.signs import printable, quoted, seen

FairKind = Literal["person", "bot", "fallback"]


class GameSeat(Struct, frozen=True):
    """The public data of one seat.

    `fair` and `seed` are set when the game starts; `was` is the seat in the last game for whose
    player this one is reserved.
    """

    kind: Literal["person", "bot"]
    name: str | None
    bot: str | None = None
    taken: bool = False
    left: bool = False
    fair: FairKind | None = None
    commitment: str | None = None
    seed: str | None = None
    was: int | None = None

    @property
    def plays(self) -> bool:
        """Whether a person plays at this seat."""
        return self.kind == "person" and self.taken and not self.left

    @property
    def is_open(self) -> bool:
        """Whether anybody may take this seat."""
        return self.kind == "person" and not self.taken and self.was is None

    @property
    def recorded(self) -> str:
        """The name of the seat in a record."""
        return f"{BOT}{self.bot}" if self.bot else self.name or "?"


def clean_name(name: str, others: Iterable[str | None]) -> str:
    """A normalized name; raises an error if it cannot be shown or is too much like another."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    bad = not seen(plain) or len(plain) > MAX_NAME_LENGTH or not printable(plain)
    if bad or plain.lower().startswith(BOT):
        raise HotDiceError("seat/name", name=quoted(name[:MAX_NAME_LENGTH]), most=MAX_NAME_LENGTH)
    taken = {look for other in others if other for look in skeletons(other)}
    if skeletons(plain) & taken:
        raise HotDiceError("seat/taken", name=plain, suggestion=_free_name(plain, taken))
    return plain


def numbered_name(name: str, others: Iterable[str | None]) -> str:
    """A player's earlier name, with a number if somebody else has it now."""
    try:
        return clean_name(name, others)
    except HotDiceError as error:
        if error.code != "seat/taken":
            raise
        return str(error.data["suggestion"])


def _free_name(name: str, taken: AbstractSet[object]) -> str:
    """The name with the first free number: there are more numbers than seats."""
    short = name[: MAX_NAME_LENGTH - 2].rstrip()
    while not printable(short):  # it ends in the middle of a joined character
        short = short[:-1]
    numbered = (f"{short} {number}" for number in range(2, 10))
    return next(each for each in numbered if not skeletons(each) & taken)
