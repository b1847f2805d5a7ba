"""The panels that show a simulation: who wins, where totals end, and how each seat plays."""

from typing import TYPE_CHECKING

import numpy as np

from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import ROLLS, TURNS
from hotdice.arena.match.statistics import Simulation
from hotdice.arena.report.distribution import columns
from hotdice.arena.report.labels import percent, seat_labels, short_percent, span
from hotdice.plots.canvas import HEAD, SMALL, TEXT, Box, axes, write
from hotdice.plots.colours import DASHES, INK, LINE, MARKS, QUIET, SEATS, SURFACE
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABEL = 21  # letters
NAMES = 1.75  # inches for them
TOP = 0.75  # for the title of a panel and the line below it
AXIS = 0.3  # for the numbers below
ROW = 0.44
ENTRY = 0.2  # a row of the legend
LEGEND = 2.4  # a column of it
COLUMNS = 80  # of the distribution of totals


def rows_height(seats: int) -> float:
    """The height of `wins` and `play`, which are side by side with their rows aligned."""
    return TOP + ROW * seats + AXIS


def wins(on: "Figure", box: Box, simulation: Simulation) -> None:
    """Winning rates with their intervals, a row for each seat, and the line of an equal share."""
    seats, share = simulation.seats, 1.0 / len(simulation.bots)
    _title(on, box, say("plot.wins"), say("plot.share", share=percent(share)))
    panel = _rows(on, Box(box.left, box.top + TOP, box.width, ROW * len(seats)), len(seats))
    ends = [share, *(end for seat in seats for end in seat.interval)]
    pad = 0.06 * max(0.02, max(ends) - min(ends))
    panel.set_xlim(min(ends) - pad, max(ends) + pad)
    panel.locator_params(axis="x", nbins=5)
    panel.xaxis.set_major_formatter(lambda value, _: short_percent(value, 4))
    panel.axvline(share, color=INK.light, linewidth=1.2, dashes=(4, 3))
    for at, (label, seat) in enumerate(
        zip(seat_labels(simulation.bots, LABEL), seats, strict=True)
    ):
        low, high = seat.interval
        rate = f"{percent(seat.win_rate, 2)}  ({span(seat.interval)})"
        for place, side, text in ((0.0, "left", label), (1.0, "right", rate)):
            panel.text(
                place,
                at + 0.3,
                text,
                size=TEXT,
                color=INK.light,
                ha=side,
                va="center",
                transform=panel.get_yaxis_transform(),
                bbox={"facecolor": SURFACE.light, "edgecolor": "none", "pad": 1.0},
            )
        colour = SEATS[at % len(SEATS)].light
        panel.plot([low, high], [at + 0.72] * 2, color=colour, linewidth=2.4, marker="|")
        panel.plot(seat.win_rate, at + 0.72, MARKS[at % len(MARKS)], color=colour, markersize=6.5)


def totals_height(seats: int, width: float) -> float:
    """The height of `totals` in that width."""
    return TOP + 2.4 + AXIS + ENTRY * _legend_rows(seats, width)


def totals(on: "Figure", box: Box, simulation: Simulation) -> None:
    """The distribution of final totals, a line of steps for each seat, and any target."""
    rules, counts = simulation.rules, simulation.counts
    bins = Bins.of(rules)
    shown = columns(counts.totals, bins, COLUMNS)
    width = shown.step * bins.width
    _title(on, box, say("plot.totals"), say("plot.bins", width=grouped(width)))
    inside = Box(
        box.left + 0.35,
        box.top + TOP - 0.12,
        box.width - 0.5,
        box.height - TOP + 0.12 - AXIS - ENTRY * _legend_rows(counts.seats, box.width),
    )
    panel = axes(on, inside)
    left = bins.lowest + shown.begin * bins.width
    edges = [left + at * width for at in range(shown.size + 1)]
    for at, label in enumerate(seat_labels(simulation.bots, LABEL)):
        parts = shown.of(counts.totals[at]) / max(1, counts.games)
        panel.plot(
            np.repeat(edges, 2),
            [0.0, *np.repeat(parts, 2), 0.0],
            color=SEATS[at % len(SEATS)].light,
            linewidth=1.7,
            dashes=DASHES[at % len(DASHES)] or (None, None),
            label=label,
        )
    panel.set_xlim(edges[0] - width, edges[-1] + width)
    panel.set_ylim(0.0, 1.15 * panel.get_ylim()[1])
    panel.locator_params(axis="x", nbins=6)
    panel.locator_params(axis="y", nbins=5)
    panel.xaxis.set_major_formatter(lambda value, _: grouped(value))
    panel.yaxis.set_major_formatter(lambda value, _: short_percent(value, 3))
    if not rules.rounds:
        _mark_target(panel, rules.target, edges)
    panel.legend(
        loc="upper left",
        bbox_to_anchor=(0.0, -(AXIS - 0.04) / inside.height),
        ncols=int(box.width / LEGEND),
        frameon=False,
        fontsize=SMALL + 0.5,
        labelcolor=INK.light,
        handlelength=3.2,
        borderaxespad=0.0,
        borderpad=0.0,
        labelspacing=0.35,
    )


def _mark_target(panel: "Axes", target: int, edges: list[int]) -> None:
    """A line at the target, named on the side where there is more room."""
    panel.axvline(target, color=INK.light, linewidth=1.2, dashes=(4, 3), zorder=1)
    beyond_middle = 2 * target > edges[0] + edges[-1]
    panel.annotate(
        say("plot.target", target=grouped(target)),
        (target, 1.0),
        (-5 if beyond_middle else 5, -2),
        xycoords=panel.get_xaxis_transform(),
        textcoords="offset points",
        ha="right" if beyond_middle else "left",
        va="top",
        size=SMALL,
        color=QUIET.light,
    )


def play(on: "Figure", box: Box, simulation: Simulation) -> None:
    """What each seat does in a turn and in a game: numbers, each with a bar."""
    counts, seats = simulation.counts, simulation.seats
    games = max(1, counts.games)
    columns = [
        [(seat.points_per_turn, grouped(seat.points_per_turn)) for seat in seats],
        [(seat.farkle_rate, percent(seat.farkle_rate)) for seat in seats],
        *(
            [(count / games, decimal(count / games, 1)) for count in counts.figure(figure)]
            for figure in (TURNS, ROLLS)
        ),
    ]
    _title(on, box, say("plot.play"), "")
    top = box.top + TOP
    panel = _rows(on, Box(box.left, top, box.width, ROW * len(seats)), len(seats))
    panel.set_axis_off()
    panel.set_xlim(0.0, box.width)
    for at, label in enumerate(seat_labels(simulation.bots, LABEL)):
        panel.text(0.0, at + 0.5, label, size=TEXT, color=INK.light, va="center")
    step = (box.width - NAMES) / len(columns)
    for number, (head, cells) in enumerate(
        zip(say("plot.play-columns").split("|"), columns, strict=True)
    ):
        left = NAMES + number * step
        write(on, (box.left + left, top - 0.06), head, SMALL, QUIET.light, va="bottom")
        full = (step - 0.1) / max([1e-9, *(value for value, _ in cells)])
        for at, (value, text) in enumerate(cells):
            panel.text(left, at + 0.36, text, size=TEXT, color=INK.light, va="center")
            panel.barh(at + 0.74, step - 0.1, 0.14, left, color=LINE.light)
            panel.barh(at + 0.74, value * full, 0.14, left, color=SEATS[at % len(SEATS)].light)


def _legend_rows(seats: int, width: float) -> int:
    return -(-seats // int(width / LEGEND))


def _title(on: "Figure", box: Box, text: str, note: str) -> None:
    write(on, (box.left, box.top + 0.16), text, HEAD, weight="bold", va="center")
    write(on, (box.left, box.top + 0.42), note, SMALL, QUIET.light, va="center")


def _rows(on: "Figure", box: Box, seats: int) -> "Axes":
    panel = axes(on, box)
    panel.set_ylim(seats, 0.0)
    panel.set_yticks([])
    return panel
