"""Where choosers come from: a bot is opened once, plays any number of games, and is closed."""

from collections.abc import Callable
from operator import index
from typing import Protocol

from hotdice.game import Chooser

Maker = Callable[[int, int], Chooser]


class Source(Protocol):
    """A bot that was opened; `name` is the one it was asked for by."""

    name: str

    def game(self, key: int, drawn: int = 0) -> Chooser:
        """A chooser for one game; of its own random stream `key`, `drawn` numbers are used."""
        ...

    def close(self) -> None:
        """Let go of what the bot holds; its games end with it."""
        ...


class BuiltIn:
    """A bot of this package, which holds nothing."""

    def __init__(self, name: str, maker: Maker) -> None:
        self.name = name
        self._maker = maker

    def game(self, key: int, drawn: int = 0) -> Chooser:
        """A new player."""
        return self._maker(index(key), index(drawn))

    def close(self) -> None:
        """Do nothing: it holds no process or file."""
