"""What the menu gives back: a new game, or an old one to go on with."""

from typing import Literal

from msgspec import Struct

from hotdice.rules import Rules


class Setup(Struct, frozen=True):
    """A new game: by which rules, who sits where, and whether people throw real dice."""

    rules: Rules
    seats: tuple[str, ...]
    dice: Literal["mine"] | None = None


class Resume(Struct, frozen=True):
    """A saved game to go on with, by its file."""

    path: str
