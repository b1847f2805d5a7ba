"""What is counted in games: whole numbers only, so that sums do not depend on their order."""

from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from hotdice.arena.match.bins import BINS

Ints = NDArray[np.int64]

TURNS, ROLLS, FARKLES, POINTS, FORFEITS = range(5)
FIGURES = 5  # columns before the wins


class Counts(Struct, frozen=True, dict=True):
    """The counts of some games, a row for each seat.

    Its columns are turns, rolls, farkles, points (the sum of final totals) and forfeits; then the
    games won, by how many shared the win, from one up; then final totals by bin.
    """

    games: int
    table: Ints

    @staticmethod
    def none(seats: int) -> "Counts":
        """The counts of no games."""
        return Counts(0, np.zeros((seats, FIGURES + seats + BINS), dtype=np.int64))

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.games + other.games, self.table + other.table)

    @property
    def seats(self) -> int:
        """How many seats a game has."""
        return len(self.table)

    @cached_property
    def wins(self) -> Ints:
        """Games won by seat and by how many shared the win, from one up."""
        return self.table[:, FIGURES : FIGURES + self.seats]

    @cached_property
    def totals(self) -> Ints:
        """Final totals by seat and bin."""
        return self.table[:, FIGURES + self.seats :]

    def figure(self, column: int) -> Ints:
        """One of the first columns, by seat."""
        return self.table[:, column]

    def plain(self) -> dict[str, Any]:
        """The counts as plain data, without the many zeros."""
        places = np.flatnonzero(self.table)
        table = [[int(place), int(self.table.flat[place])] for place in places]
        return {"games": self.games, "seats": self.seats, "counts": table}

    @staticmethod
    def read(plain: dict[str, Any]) -> "Counts":
        """What `plain` wrote; raises `ValueError` if it cannot be that.

        >>> Counts.read(Counts.none(2).plain()).games
        0
        """
        form = msgspec.convert(plain, _CountsForm)
        found = Counts.none(form.seats)
        if any(not 0 <= place < found.table.size for place, _ in form.counts):
            raise ValueError("a count beyond the table")
        for place, count in form.counts:
            found.table.flat[place] = count
        return Counts(form.games, found.table)


class _CountsForm(Struct):
    """What `Counts.plain` writes."""

    games: int
    seats: int
    counts: list[tuple[int, int]]
