"""Results with luck and without: sums over games, and statistics from them.

The luck of a game has the mean 0, whoever plays. So results minus luck have the same mean as the
results, but vary far less: the same games say more.
"""

from collections.abc import Iterable, Sequence
from math import fsum, sqrt

from msgspec import Struct

from hotdice.review.judgement import Skill
from hotdice.review.skill_level import level_of
from hotdice.rules import Rules

NEGLIGIBLE = 1e-18  # a smaller variance is only rounding: nothing varies


class SeatSums(Struct, frozen=True):
    """Sums of one seat over games; results are counted from the chance at the start."""

    plain: float
    plain_squares: float
    adjusted: float
    adjusted_squares: float
    lost: float
    decisions: int


class AdjustedSums(Struct, frozen=True):
    """The sums of all seats over so many games, and the chance of each at the start."""

    games: int
    start: tuple[float, ...]
    seats: tuple[SeatSums, ...]


class Mean(Struct, frozen=True):
    """A mean of results and its standard error, which a single game does not have."""

    mean: float
    error: float | None


class AdjustedSeat(Struct, frozen=True):
    """The results of one seat with luck and without, and what its choices lost.

    `worth` is how many plain games would be as informative; None if either variance is 0. `level`
    is the skill level, if those of these rules have been measured.
    """

    plain: Mean
    adjusted: Mean
    worth: float | None
    lost_per_game: float
    decisions: int
    lost_per_decision: float | None
    level: int | None


def add_up(some: Iterable[AdjustedSums]) -> AdjustedSums | None:
    """The sums of several blocks of one match, if there are any."""
    parts = list(some)
    if not parts:
        return None
    seats = range(len(parts[0].seats))
    return AdjustedSums(
        games=sum(part.games for part in parts),
        start=parts[0].start,
        seats=tuple(add_seats(part.seats[seat] for part in parts) for seat in seats),
    )


def add_seats(some: Iterable[SeatSums]) -> SeatSums:
    """The sums of some games with those of others."""
    parts = list(some)
    return SeatSums(
        plain=fsum(part.plain for part in parts),
        plain_squares=fsum(part.plain_squares for part in parts),
        adjusted=fsum(part.adjusted for part in parts),
        adjusted_squares=fsum(part.adjusted_squares for part in parts),
        lost=fsum(part.lost for part in parts),
        decisions=sum(part.decisions for part in parts),
    )


def seat_of(sums: AdjustedSums, seat: int, rules: Rules) -> AdjustedSeat:
    """The statistics of one seat.

    >>> wins = SeatSums(0.0, 1.0, 0.0, 0.01, lost=0.2, decisions=10)
    >>> found = seat_of(AdjustedSums(4, (0.5,), (wins,)), 0, Rules.load("pig"))
    >>> round(found.plain.error / found.adjusted.error), round(found.worth)
    (10, 400)
    """
    found, games, start = sums.seats[seat], sums.games, sums.start[seat]
    skill = Skill(found.decisions, found.lost, games)
    plain = _mean(start, found.plain, found.plain_squares, games)
    adjusted = _mean(start, found.adjusted, found.adjusted_squares, games)
    return AdjustedSeat(
        plain=plain,
        adjusted=adjusted,
        worth=_worth(games, plain, adjusted),
        lost_per_game=found.lost / games,
        decisions=skill.decisions,
        lost_per_decision=skill.lost_per_decision,
        level=level_of(rules, len(sums.seats), skill),
    )


def combined(parts: Sequence[tuple[int, AdjustedSeat]], rules: Rules) -> AdjustedSeat:
    """The combined results of several matches of two, weighted by their numbers of games."""
    games = sum(count for count, _ in parts)
    plain = _weighted([(count, found.plain) for count, found in parts])
    adjusted = _weighted([(count, found.adjusted) for count, found in parts])
    lost = fsum(count * found.lost_per_game for count, found in parts)
    skill = Skill(sum(found.decisions for _, found in parts), lost, games)
    return AdjustedSeat(
        plain=plain,
        adjusted=adjusted,
        worth=_worth(games, plain, adjusted),
        lost_per_game=lost / games,
        decisions=skill.decisions,
        lost_per_decision=skill.lost_per_decision,
        level=level_of(rules, 2, skill),
    )


def _weighted(parts: Sequence[tuple[int, Mean]]) -> Mean:
    """The mean of all games from those of some."""
    games = sum(count for count, _ in parts)
    mean = fsum(count * found.mean for count, found in parts) / games
    if any(found.error is None for _, found in parts):
        return Mean(mean, None)
    return Mean(
        mean, sqrt(fsum((count * (found.error or 0.0)) ** 2 for count, found in parts)) / games
    )


def _mean(start: float, total: float, squares: float, games: int) -> Mean:
    """The mean of results that are counted from `start`."""
    mean = start + total / games
    if games < 2:
        return Mean(mean, None)
    variance = max(0.0, (squares - total * total / games) / (games - 1))
    return Mean(mean, sqrt(variance / games))


def _worth(games: int, plain: Mean, adjusted: Mean) -> float | None:
    """The number of games times the ratio of the variances, if both are above 0."""
    if not plain.error or adjusted.error is None:
        return None
    if games * adjusted.error**2 <= NEGLIGIBLE:
        return None
    return games * (plain.error / adjusted.error) ** 2
