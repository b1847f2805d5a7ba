"""Bots from other packages: entry points of the group `hotdice.bots`.

An entry point names a class or a function; called with one number, the key of its random stream,
it returns an object with `choose` for one game.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoints, entry_points
from operator import index

from hotdice.bots.failure import Guarded, raised, sanitized
from hotdice.game import Chooser
from hotdice.texts import HotDiceError

GROUP = "hotdice.bots"


class Installed:
    """A bot that came with another package."""

    def __init__(self, name: str, make: Callable[[int], Chooser]) -> None:
        self.name = name
        self._make = make

    def game(self, key: int, drawn: int = 0) -> Chooser:
        """A new player, called with the key only."""
        try:
            chooser = self._make(index(key))
        except (Exception, SystemExit) as error:
            raise raised(self.name, error) from error
        return Guarded(self.name, chooser)

    def close(self) -> None:
        """Do nothing: it holds no process or file."""


def installed() -> EntryPoints:
    """The bots that are installed."""
    return entry_points(group=GROUP)


def load(name: str) -> Installed:
    """The installed bot of that name, which must exist."""
    (entry, *_) = installed().select(name=name)
    try:
        return Installed(name, entry.load())
    except (Exception, SystemExit) as error:
        reason = sanitized(f"{type(error).__name__}: {error}")
        raise HotDiceError("bot/import", name=name, found=entry.value, reason=reason) from error
