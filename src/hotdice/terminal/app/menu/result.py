"""The results of the menu: a new game, or a saved one to resume."""

from typing import Literal

from msgspec import Struct

from hotdice.rules import Rules


class Setup(Struct, frozen=True):
    """A new game: rules, seats, and whether people throw real dice."""

    rules: Rules
    seats: tuple[str, ...]
    dice: Literal["mine"] | None = None


class Resume(Struct, frozen=True):
    """A saved game to resume."""

    path: str
