"""The rules, seats and dice of the last new game, which the menu preselects.

Errors of reading and writing are ignored, as this is only a convenience.
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
    """The path of the file, next to the saved games."""
    return os.path.join(os.path.dirname(saves.folder()), "last-setup.json")


def remember(setup: LastSetup) -> None:
    """Save the setup for the next time."""
    place = path()
    with suppress(OSError):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        write_over(place, msgspec.json.encode(setup))


def last() -> LastSetup | None:
    """The last setup, if it can be read and its seats are still valid."""
    try:
        with open(path(), "rb") as file:
            setup = msgspec.json.decode(file.read(MOST_BYTES), type=LastSetup)
        return setup if read_seats(",".join(setup.seats)) == setup.seats else None
    except (OSError, msgspec.MsgspecError, RecursionError, HotDiceError):
        return None
