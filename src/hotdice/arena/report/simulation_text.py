"""A simulation as text of at most 80 columns."""

from textwrap import wrap

from hotdice.arena.match.bins import BINS, Bins
from hotdice.arena.match.statistics import Simulation
from hotdice.arena.report.adjusted_text import adjusted_lines
from hotdice.arena.report.histogram import totals
from hotdice.arena.report.labels import percent, seat_labels, span
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

WIDTH = 79
LABEL = 20
FAILURES = 5


def lines(simulation: Simulation) -> list[str]:
    """The figures of each seat, of the games, the spread of totals, the speed, and failures."""
    labels = seat_labels(simulation.bots, LABEL)
    return [
        *wrap(title(simulation), WIDTH),
        "",
        *_figures(simulation, labels),
        "",
        *_adjusted(simulation, labels),
        *remarks(simulation),
        "",
        *totals(simulation, labels),
        "",
        _speed(simulation),
        *_failures(simulation),
    ]


def title(simulation: Simulation) -> str:
    """The rules, the number of games and the seed, from which the same games follow again."""
    rules, games = simulation.rules, simulation.counts.games
    return say(
        "simulation.title",
        title=rules.title,
        name=rules.name,
        count=games,
        games=grouped(games),
        seed=simulation.seed,
    )


def remarks(simulation: Simulation) -> list[str]:
    """How long games are, what the first seat is worth, who forfeited, how totals are counted."""
    turns, rolls = simulation.turns_per_game, simulation.rolls_per_game
    told = [say("simulation.length", turns=decimal(turns, 1), rolls=decimal(rolls, 1))]
    labels = seat_labels(simulation.bots, LABEL)
    if len(labels) > 1:
        advantage = simulation.first_seat_advantage
        key = "simulation.first-more" if advantage >= 0 else "simulation.first-less"
        rate, share = simulation.seats[0].win_rate, 1 / len(labels)
        by = decimal(100 * abs(advantage), 2)
        told.append(say(key, rate=percent(rate, 2), by=by, share=percent(share, 2)))
    for label, seat in zip(labels, simulation.seats, strict=True):
        if seat.forfeits:
            count = grouped(seat.forfeits)
            told.append(say("simulation.forfeits", bot=label, count=seat.forfeits, games=count))
    return told + _bounds(simulation)


def _bounds(simulation: Simulation) -> list[str]:
    """How totals are grouped into bins, if they are."""
    bins, found = Bins.of(simulation.rules), simulation.counts.totals
    told = []
    if bins.width > bins.step:
        more = grouped(bins.width - bins.step)
        told.append(say("simulation.wide", width=grouped(bins.width), more=more))
    if bins.open_below and found[:, 0].any():
        told.append(say("simulation.below", total=grouped(bins.end(0))))
    if found[:, -1].any():
        told.append(say("simulation.above", total=grouped(bins.start(BINS - 1))))
    return told


def _adjusted(simulation: Simulation, labels: list[str]) -> list[str]:
    if simulation.adjusted is None:
        return []
    return [*adjusted_lines(labels, simulation.adjusted), ""]


def _figures(simulation: Simulation, labels: list[str]) -> list[str]:
    rows = [say("simulation.columns").split("|")]
    for label, seat in zip(labels, simulation.seats, strict=True):
        rows.append(
            [
                label,
                percent(seat.win_rate, 2),
                span(seat.interval),
                grouped(seat.mean_total),
                decimal(seat.points_per_turn, 1),
                percent(seat.farkle_rate),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_row(row, widths) for row in rows]


def _row(cells: list[str], widths: list[int]) -> str:
    """The first cell from the left, the others from the right."""
    first, *rest = zip(cells, widths, strict=True)
    return "  ".join(["  " + str.ljust(*first), *(str.rjust(*cell) for cell in rest)])


def _speed(simulation: Simulation) -> str:
    table = simulation.table()
    return say(
        "simulation.speed",
        seconds=decimal(simulation.seconds, 1 if simulation.seconds >= 10 else 2),
        speed=grouped(float(table["games_per_second"])),
    )


def _failures(simulation: Simulation) -> list[str]:
    """The first few failures of bots."""
    failures = simulation.failures
    if not failures:
        return []
    told = ["", say("simulation.failures")]
    for failure in failures[:FAILURES]:
        told += wrap(failure, WIDTH, initial_indent="  ", subsequent_indent="    ")
    if len(failures) > FAILURES:
        told.append(say("simulation.more-failures", count=len(failures) - FAILURES))
    return told
