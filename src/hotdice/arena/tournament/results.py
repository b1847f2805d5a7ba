"""A tournament as far as it was played: counts of every pair, and how each bot did."""

from functools import cached_property
from math import nan
from typing import Any

from msgspec import Struct

from hotdice.arena.match.adjusted import AdjustedSeat, AdjustedSums, combined, seat_of
from hotdice.arena.match.counts import Counts
from hotdice.arena.match.statistics import interval, win_rate, wins
from hotdice.arena.tournament.plan import Plan
from hotdice.arena.tournament.ratings import Rating, Results, ratings


class Standing(Struct, frozen=True):
    """How one bot did against all others."""

    name: str
    mu: float
    sigma: float
    ordinal: float
    games: int
    win_rate: float
    interval: tuple[float, float]


class Meeting(Struct, frozen=True):
    """How the first bot did against the second, in that order of seats."""

    first: str
    second: str
    games: int
    win_rate: float
    interval: tuple[float, float]


class AdjustedStanding(Struct, frozen=True):
    """How one bot did against all others, with luck and without."""

    name: str
    found: AdjustedSeat


class AdjustedMeeting(Struct, frozen=True):
    """How the first bot did against the second, with luck and without."""

    first: str
    second: str
    found: AdjustedSeat


class Tournament(Struct, frozen=True, dict=True):
    """The counts of each pair, in the order of the plan; failures in the order of its blocks."""

    plan: Plan
    counts: tuple[Counts, ...]
    failures: tuple[str, ...] = ()
    seconds: float = 0.0
    sums: tuple[AdjustedSums | None, ...] = ()

    @property
    def played(self) -> int:
        """How many games were played."""
        return sum(counts.games for counts in self.counts)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """All bots, the best first."""
        results = [_results(counts) for counts in self.counts]
        found = ratings(len(self.plan.bots), self.plan.pairs, results)
        rows = [self._standing(bot, rating) for bot, rating in enumerate(found)]
        return tuple(sorted(rows, key=lambda row: -row.ordinal))

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Every pair in the order of the plan."""
        bots = self.plan.bots
        return tuple(
            _meeting(bots[pair.first], bots[pair.second], counts)
            for pair, counts in zip(self.plan.pairs, self.counts, strict=True)
        )

    @property
    def rates(self) -> list[list[float]]:
        """Winning rates of the row's bot, seated first, against the column's, the best bot first.

        What was not played is NaN.
        """
        names = [row.name for row in self.standings]
        found = {(each.first, each.second): each for each in self.meetings if each.games}
        return [[found[a, b].win_rate if (a, b) in found else nan for b in names] for a in names]

    @property
    def adjusted_standings(self) -> tuple[AdjustedStanding, ...]:
        """All bots whose games were reviewed, the one with the best adjusted results first."""
        rows = []
        for bot, name in enumerate(self.plan.bots):
            parts = [
                (sums.games, seat_of(sums, pair.index(bot), self.plan.rules))
                for pair, sums in zip(self.plan.pairs, self.sums, strict=False)
                if sums is not None and bot in pair
            ]
            if parts:
                rows.append(AdjustedStanding(name, combined(parts, self.plan.rules)))
        return tuple(sorted(rows, key=lambda row: -row.found.adjusted.mean))

    @property
    def adjusted_meetings(self) -> tuple[AdjustedMeeting, ...]:
        """Every pair whose games were reviewed, in the order of the plan."""
        bots = self.plan.bots
        return tuple(
            AdjustedMeeting(bots[pair.first], bots[pair.second], seat_of(sums, 0, self.plan.rules))
            for pair, sums in zip(self.plan.pairs, self.sums, strict=False)
            if sums is not None
        )

    def table(self) -> dict[str, Any]:
        """The figures as plain data for programs."""
        return {
            "rules": self.plan.rules.name,
            "games": self.plan.games,
            "seed": self.plan.seed,
            "bots": self.standings,
            "matches": self.meetings,
            "failures": self.failures,
            "seconds": round(self.seconds, 3),
        } | self._adjusted()

    def _adjusted(self) -> dict[str, Any]:
        if not self.plan.adjusted:
            return {}
        bots, matches = self.adjusted_standings, self.adjusted_meetings
        return {"adjusted": {"bots": bots, "matches": matches}}

    def _standing(self, bot: int, rating: Rating) -> Standing:
        games, won = 0, 0.0
        for pair, counts in zip(self.plan.pairs, self.counts, strict=True):
            if bot in pair:
                games += counts.games
                won += wins(counts, pair.index(bot))
        rate = won / games if games else 0.0
        name = self.plan.bots[bot]
        return Standing(name, *rating, rating.ordinal, games, rate, interval(rate, games))


def _results(counts: Counts) -> Results:
    alone, shared = counts.wins.T.tolist()
    return Results(alone[0], alone[1], shared[0])


def _meeting(first: str, second: str, counts: Counts) -> Meeting:
    rate = win_rate(counts, 0)
    return Meeting(first, second, counts.games, rate, interval(rate, counts.games))
