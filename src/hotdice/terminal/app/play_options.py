"""Options of the app that hold for every game."""

from msgspec import Struct


class PlayOptions(Struct, frozen=True):
    """`fast` skips animations and pauses; `advice` allows advice and winning chances."""

    fast: bool = False
    advice: bool = True
