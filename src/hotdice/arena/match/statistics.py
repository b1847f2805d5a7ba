"""Statistics from counts: rates with their intervals, and means."""

from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct

from hotdice.arena.match.adjusted import AdjustedSeat, AdjustedSums, seat_of
from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import FARKLES, FORFEITS, POINTS, ROLLS, TURNS, Counts
from hotdice.rules import Rules

NORMAL_95 = 1.959963984540054  # deviations around the mean that hold 95 % of a normal distribution


class SeatStatistics(Struct, frozen=True):
    """The figures of one seat."""

    bot: str
    win_rate: float
    interval: tuple[float, float]
    mean_total: float
    points_per_turn: float
    farkle_rate: float
    forfeits: int
    totals: dict[int | str, int]  # by the keys of their bins


class Simulation(Struct, frozen=True):
    """The games played, how long that took without compilation, and how bots failed."""

    rules: Rules
    bots: tuple[str, ...]
    seed: int
    counts: Counts
    seconds: float
    compile_seconds: float
    failures: tuple[str, ...] = ()
    sums: AdjustedSums | None = None

    @property
    def adjusted(self) -> tuple[AdjustedSeat, ...] | None:
        """The results of each seat with luck and without, if that was asked for."""
        if self.sums is None:
            return None
        return tuple(seat_of(self.sums, at, self.rules) for at in range(len(self.bots)))

    @property
    def seats(self) -> tuple[SeatStatistics, ...]:
        """The figures of each seat."""
        return tuple(self._seat(at) for at in range(len(self.bots)))

    @property
    def turns_per_game(self) -> float:
        """Turns of all players."""
        return _part(int(self.counts.figure(TURNS).sum()), self.counts.games)

    @property
    def rolls_per_game(self) -> float:
        """Rolls of all players."""
        return _part(int(self.counts.figure(ROLLS).sum()), self.counts.games)

    @property
    def first_seat_advantage(self) -> float:
        """What the first seat wins more often than an equal share."""
        return win_rate(self.counts, 0) - 1.0 / self.counts.seats if self.counts.games else 0.0

    def table(self) -> dict[str, Any]:
        """The figures as plain data for programs."""
        turns = int(self.counts.figure(TURNS).sum())
        return {
            "rules": self.rules.name,
            "games": self.counts.games,
            "seed": self.seed,
            "seats": self.seats,
            "bin_width": Bins.of(self.rules).width,
            "turns_per_game": self.turns_per_game,
            "rolls_per_game": self.rolls_per_game,
            "first_seat_advantage": self.first_seat_advantage,
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 3),
            "games_per_second": _part(self.counts.games, self.seconds),
            "turns_per_second": _part(turns, self.seconds),
        } | self._more()

    def _more(self) -> dict[str, Any]:
        """The fields that only some simulations have."""
        found: dict[str, Any] = {}
        if self.sums is not None:
            found["adjusted"] = {"start": self.sums.start, "seats": self.adjusted}
        if self.failures:
            found["failures"] = self.failures
        return found

    def _seat(self, at: int) -> SeatStatistics:
        counts = self.counts
        games, turns = counts.games, int(counts.figure(TURNS)[at])
        points = int(counts.figure(POINTS)[at])
        rate = win_rate(counts, at)
        bins = Bins.of(self.rules)
        found = counts.totals[at]
        return SeatStatistics(
            self.bots[at],
            rate,
            interval(rate, games),
            _part(points, games),
            _part(points, turns),
            _part(int(counts.figure(FARKLES)[at]), turns),
            int(counts.figure(FORFEITS)[at]),
            {bins.key(at): int(found[at]) for at in np.flatnonzero(found).tolist()},
        )


def win_rate(counts: Counts, seat: int) -> float:
    """The share of games won by a seat."""
    return _part(wins(counts, seat), counts.games)


def wins(counts: Counts, seat: int) -> float:
    """The games won by a seat; a win shared by k counts 1/k."""
    return sum(int(count) / share for share, count in enumerate(counts.wins[seat], 1))


def interval(rate: float, games: int, deviations: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval for a rate observed in so many games, by default of 95 %.

    Shared wins vary less than wins and losses, so for them it is wider than necessary.

    >>> [round(end, 4) for end in interval(0.5, 100)]
    [0.4038, 0.5962]
    """
    if not games:
        return 0.0, 1.0
    spread = deviations**2 / games
    middle = (rate + spread / 2) / (1 + spread)
    half = deviations / (1 + spread) * sqrt(rate * (1 - rate) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _part(whole: float, by: float) -> float:
    return whole / by if by else 0.0
