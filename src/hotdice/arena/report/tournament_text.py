"""A tournament as text, of at most 79 columns for up to eight bots."""

from math import isnan
from textwrap import wrap

from hotdice.arena.match.statistics import NORMAL_95
from hotdice.arena.report.adjusted_text import adjusted_lines
from hotdice.arena.report.labels import percent, shortened, span
from hotdice.arena.tournament.results import Tournament
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

WIDTH = 79
NAME = 24  # letters: with a rank and eight cells a row of the matrix fits the width
CELL = 6  # a rate such as 100.0, and a space
FAILURES = 10  # of thousands that one broken bot can cause, these are told one by one


def lines(found: Tournament) -> list[str]:
    """Ranks with ratings and winning rates, the rates of each pair, and who failed."""
    parts = [
        _head(found),
        _ranks(found),
        _matrix(found),
        wrap(say("tournament.rated"), WIDTH),
        _adjusted(found),
        _failures(found),
    ]
    told = [line for part in parts if part for line in ("", *part)]
    return told[1:]


def title(found: Tournament) -> str:
    """The rules, the number of bots and games, and the seed, from which it follows again."""
    plan = found.plan
    data = {"title": plan.rules.title, "name": plan.rules.name, "seed": plan.seed}
    return say("tournament.title", bots=len(plan.bots), games=grouped(plan.games), **data)


def _head(found: Tournament) -> list[str]:
    played, whole = found.played, found.plan.games * len(found.counts)
    told = wrap(title(found), WIDTH)
    if played < whole:
        told.append(say("tournament.so-far", played=grouped(played), all=grouped(whole)))
    return told


def _ranks(found: Tournament) -> list[str]:
    rows = [say("tournament.columns").split("|")]
    for name, row in zip(_names(found), found.standings, strict=True):
        rating = f"{decimal(row.mu, 2)} ± {decimal(NORMAL_95 * row.sigma, 2)}"
        rate, ends = percent(row.win_rate, 2), f"{span(row.interval)} %"
        rows.append([str(len(rows)), name, rating, rate, ends])
    ranks, names, *others = (_width(column) for column in zip(*rows, strict=True))
    return [
        f"{rank:>{ranks}}  {name:<{names}}"
        + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, others, strict=True))
        for rank, name, *cells in rows
    ]


def _matrix(found: Tournament) -> list[str]:
    names = _names(found)
    ranks, width = len(say("tournament.columns").split("|")[0]), _width(names)
    heads = "".join(f"{rank:>{CELL}}" for rank in range(1, len(names) + 1))
    told = [say("tournament.matrix"), " " * (ranks + 2 + width) + heads]
    for rank, (name, rates) in enumerate(zip(names, found.rates, strict=True), 1):
        cells = ("–" if isnan(rate) else decimal(100 * rate) for rate in rates)
        row = "".join(f"{cell:>{CELL}}" for cell in cells)
        told.append(f"{rank:>{ranks}}  {name:<{width}}{row}")
    return told


def _adjusted(found: Tournament) -> list[str]:
    """Results without luck, if they were asked for."""
    rows = found.adjusted_standings
    if not rows:
        return []
    return adjusted_lines([shortened(row.name, NAME) for row in rows], [row.found for row in rows])


def _failures(found: Tournament) -> list[str]:
    if not found.failures:
        return []
    told = [say("tournament.failures", size=found.plan.block_size)]
    for failure in found.failures[:FAILURES]:
        told += wrap(failure, WIDTH, initial_indent="  ", subsequent_indent="    ")
    if len(found.failures) > FAILURES:
        told.append(say("tournament.more-failures", count=len(found.failures) - FAILURES))
    return told


def _names(found: Tournament) -> list[str]:
    return [shortened(row.name, NAME) for row in found.standings]


def _width(words: tuple[str, ...] | list[str]) -> int:
    return max(map(len, words))
