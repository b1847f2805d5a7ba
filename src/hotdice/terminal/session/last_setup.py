"""The last new game's rules, seats and dice, kept to be offered again.

It is a convenience: what cannot be read is ignored, and so is a disk that does not take it.
"""

import os
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec import Struct

from hotdice.bots import read_seats
from hotdice.rules.files import write_over
from hotdice.terminal.session import saves
from hotdice.texts import HotDiceError

MOST_BYTES = 100_000


class LastSetup(Struct, frozen=True):
    """Rules as `Rules.load` takes them, the seats, and whether people threw real dice."""

    rules: str
    seats: tuple[str, ...]
    dice: Literal["mine"] | None = None


def path() -> str:
    """The file of it, next to the saved games."""
    return os.path.join(os.path.dirname(saves.folder()), "last-setup.json")


def remember(setup: LastSetup) -> None:
    """Keep it for the next time."""
    place = path()
    with suppress(OSError):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        write_over(place, msgspec.json.encode(setup))


def last() -> LastSetup | None:
    """What was played last, if that is known and its seats can still be taken."""
    try:
        with open(path(), "rb") as file:
            setup = msgspec.json.decode(file.read(MOST_BYTES), type=LastSetup)
        return setup if read_seats(",".join(setup.seats)) == setup.seats else None
    except (OSError, msgspec.MsgspecError, RecursionError, HotDiceError):
        return None
