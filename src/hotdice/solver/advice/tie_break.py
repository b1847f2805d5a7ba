"""Which of equally good choices is played."""

from typing import NamedTuple

SCORELESS, FARKLED = 0, 1  # columns after those of the seats: the chances of these ends


class TieBreak(NamedTuple):
    """Which of equally good choices is played: the one with most of some quantity, or least.

    Without a quantity it is bank, then the keep with most points, as in the compiled solver.
    """

    quantity: int | None = None
    sign: int = 1


FIRST = TieBreak()
