"""Who sits where in a game on the server, and what people may be called."""

import unicodedata
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Literal

from msgspec import Struct

from hotdice.game.record import BOT
from hotdice.server.games.confusables import skeletons
from hotdice.server.limits import LONGEST_NAME
from hotdice.texts import HotDiceError
from hotdice.texts.signs import printable, quoted, seen

FairKind = Literal["person", "bot", "fallback"]


class Seat(Struct, frozen=True):
    """One seat as everybody may see it.

    `fair` and `seed` are settled when the game starts; `was` is the seat in the game before, for
    whose player this one is kept.
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
        """Whether a person decides here."""
        return self.kind == "person" and self.taken and not self.left

    @property
    def is_open(self) -> bool:
        """Whether anybody may sit down here."""
        return self.kind == "person" and not self.taken and self.was is None

    @property
    def recorded(self) -> str:
        """What the seat is called in a record."""
        return f"{BOT}{self.bot}" if self.bot else self.name or "?"


def clean_name(name: str, others: Iterable[str | None]) -> str:
    """A name that can be shown, or why it cannot."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    bad = not seen(plain) or len(plain) > LONGEST_NAME or not printable(plain)
    if bad or plain.lower().startswith(BOT):
        raise HotDiceError("seat/name", name=quoted(name[:LONGEST_NAME]), most=LONGEST_NAME)
    taken = {look for other in others if other for look in skeletons(other)}
    if skeletons(plain) & taken:
        raise HotDiceError("seat/taken", name=plain, suggestion=_free(plain, taken))
    return plain


def name_again(name: str, others: Iterable[str | None]) -> str:
    """The name that somebody had before, with a number if it is another's by now."""
    try:
        return clean_name(name, others)
    except HotDiceError as error:
        if error.code != "seat/taken":
            raise
        return str(error.data["suggestion"])


def _free(name: str, taken: AbstractSet[object]) -> str:
    """The name with the first number that nobody has: there are more numbers than seats."""
    short = name[: LONGEST_NAME - 2].rstrip()
    while not printable(short):  # what joined two signs joins none any more
        short = short[:-1]
    numbered = (f"{short} {number}" for number in range(2, 10))
    return next(each for each in numbered if not skeletons(each) & taken)
