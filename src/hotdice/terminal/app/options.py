"""How somebody wants to play, whatever the game."""

from msgspec import Struct


class Options(Struct, frozen=True):
    """`fast` shows no rolling and waits for nothing; without `advice` nobody gets any."""

    fast: bool = False
    advice: bool = True
