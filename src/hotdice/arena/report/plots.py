"""Pictures of simulations and tournaments, as PNG, SVG or a page: the name's ending decides."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from hotdice.arena.match.statistics import Simulation
from hotdice.arena.report import panels
from hotdice.arena.report.heat_map import matrix
from hotdice.arena.report.html_page import matrix_table, page, seat_tables
from hotdice.arena.report.labels import shortened
from hotdice.arena.report.simulation_text import remarks, title
from hotdice.plots.canvas import TITLE, Box, figure, saved, settings
from hotdice.plots.canvas import write as write_on
from hotdice.plots.colours import QUIET
from hotdice.plots.files import check_place, write
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg", ".html")
MARGIN, GAP = 0.35, 0.45  # inches
COLUMN = 4.7  # a panel of a picture that holds them all
PHONE = 4.0  # a panel of a page


def check_path(path: str) -> None:
    """Refuse a path that `draw` and `heat_map` could not write to, before any work is done."""
    _ending(path)
    check_place(path)
    import_module("matplotlib")


def draw(simulation: Simulation, path: str) -> None:
    """Winning rates, final totals and the play of each seat, in one file."""
    ending = _ending(path)
    with settings():
        if ending == ".html":
            pictures = [saved(each, "svg") for each in _figure_per_panel(simulation)]
            head, notes, tables = title(simulation), remarks(simulation), seat_tables(simulation)
            data = page(head, notes, pictures, tables)
        else:
            data = saved(_one_figure(simulation), ending[1:])
    write(path, data)


def heat_map(names: Sequence[str], rates: Sequence[Sequence[float]], path: str, title: str) -> None:
    """The winning rate of each row's bot in the first seat against each column's; NaN: unplayed."""
    ending = _ending(path)
    with settings():
        drawn = matrix(names, rates, title)
        if ending == ".html":
            data = page(title, [], [saved(drawn, "svg")], [matrix_table(names, rates)])
        else:
            data = saved(drawn, ending[1:])
    write(path, data)


def _ending(path: str) -> str:
    ending = os.path.splitext(path)[1].lower()
    if ending not in ENDINGS:
        raise HotDiceError("plot/ending", path=path, endings=ENDINGS)
    return ending


def _one_figure(simulation: Simulation) -> "Figure":
    """All panels in one figure: who wins beside how they play, the totals below."""
    seats, notes = len(simulation.bots), remarks(simulation)
    top = 0.8 + 0.2 * len(notes)
    width = 2 * COLUMN + GAP
    upper, lower = panels.rows_height(seats), panels.totals_height(seats, width)
    on = figure(width + 2 * MARGIN, top + upper + GAP + lower + MARGIN)
    write_on(on, (MARGIN, 0.45), shortened(title(simulation), 66), TITLE, weight="bold")
    for at, note in enumerate(notes):
        write_on(on, (MARGIN, 0.7 + 0.2 * at), note, colour=QUIET.light)
    panels.wins(on, Box(MARGIN, top, COLUMN, upper), simulation)
    panels.play(on, Box(MARGIN + COLUMN + GAP, top, COLUMN, upper), simulation)
    panels.totals(on, Box(MARGIN, top + upper + GAP, width, lower), simulation)
    return on


def _figure_per_panel(simulation: Simulation) -> "list[Figure]":
    """Each panel in a figure of its own, narrow enough for a phone."""
    seats = len(simulation.bots)
    rows = panels.rows_height(seats)
    drawn = []
    for paint, height in (
        (panels.wins, rows),
        (panels.play, rows),
        (panels.totals, panels.totals_height(seats, PHONE)),
    ):
        on = figure(PHONE + 0.1, height + 0.1)
        paint(on, Box(0.05, 0.05, PHONE, height), simulation)
        drawn.append(on)
    return drawn
