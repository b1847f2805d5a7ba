"""Where choosers come from: a bot is opened once, plays any number of games, and is closed."""

from collections.abc import Callable
from operator import index
from typing import Protocol

from hotdice.game import Chooser

Maker = Callable[[int, int], Chooser]


class Source(Protocol):
    """An opened bot; `name` is the name it was opened by."""

    name: str

    def game(self, key: int, drawn: int = 0) -> Chooser:
        """A chooser for one game; of its random stream `key`, `drawn` numbers are already used."""
        ...

    def close(self) -> None:
        """Release what the bot holds; its games end with it."""
        ...


class BuiltIn:
    """A bot of this package, which holds no resources."""

    def __init__(self, name: str, maker: Maker) -> None:
        self.name = name
        self._maker = maker

    def game(self, key: int, drawn: int = 0) -> Chooser:
        """A new player."""
        return self._maker(index(key), index(drawn))

    def close(self) -> None:
        """Do nothing: it holds no process or file."""
