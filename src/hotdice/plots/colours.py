"""The colours of charts: those of the game's table, each for a light and a dark page.

Seats also differ by marks and dashes, never by colour alone.
"""

from typing import NamedTuple


class Colour(NamedTuple):
    """One colour on a light and on a dark page."""

    light: str
    dark: str


SURFACE = Colour("#fffdf8", "#1b211e")
LINE = Colour("#e2dccd", "#2d3631")
INK = Colour("#1d2420", "#eef2ee")
QUIET = Colour("#5b645e", "#a5b0a9")
SEATS = (
    Colour("#1f5c47", "#4fb08c"),
    Colour("#c8431b", "#ff7a4d"),
    Colour("#2a6fb0", "#7db7ee"),
    Colour("#b87d0a", "#ffd56b"),
    Colour("#5b2a6e", "#c79be0"),
)
MARKS = ("o", "s", "^", "D", "v")
DASHES = ((), (5, 2), (1, 1.5), (6, 2, 1, 2), (10, 2), (3, 1, 1, 1, 1, 1))  # one more than colours

LOW, EVEN, HIGH = "#12507d", "#f3eee2", "#d1571f"  # winning rates, the same in both schemes
ON_PALE, ON_STRONG = "#111613", "#fefefe"  # numbers on them
