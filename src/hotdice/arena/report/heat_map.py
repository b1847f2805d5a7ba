"""The picture of a tournament: the winning rate of each bot against each other."""

from collections.abc import Sequence
from math import isnan
from textwrap import wrap
from typing import TYPE_CHECKING

from hotdice.arena.report.labels import seat_labels
from hotdice.plots.canvas import HEAD, SMALL, TEXT, Box, axes, figure, write
from hotdice.plots.colours import EVEN, HIGH, INK, LINE, LOW, ON_PALE, ON_STRONG, QUIET
from hotdice.texts import say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LABEL = 24  # letters
LETTER = 0.085  # inches
CELL = 0.52
MARGIN = 0.3
LINES = 0.22


def matrix(names: Sequence[str], rates: Sequence[Sequence[float]], title: str) -> "Figure":
    """A row for each bot in the first seat, a column for each in the second."""
    from matplotlib.colors import LinearSegmentedColormap

    labels = seat_labels(names, LABEL)
    room = LETTER * max(map(len, labels)) + 0.15
    size = CELL * len(names)
    width = max(2 * MARGIN + room + size + 0.4 * room, 4.4)
    heads = wrap(title, int((width - 2 * MARGIN) / 0.12))
    top = MARGIN + LINES * (len(heads) + 1) + room
    on = figure(width, top + size + MARGIN)
    for at, head in enumerate(heads):
        write(on, (MARGIN, 0.42 + LINES * at), head, HEAD, weight="bold")
    write(on, (MARGIN, 0.42 + LINES * len(heads)), say("plot.matrix"), SMALL, QUIET.light)
    panel = axes(on, Box(MARGIN + room, top, size, size))
    panel.set_axis_off()
    panel.set_xlim(0, len(names))
    panel.set_ylim(len(names), 0)
    scale = LinearSegmentedColormap.from_list("rates", [LOW, EVEN, HIGH])
    widest = max([0.1, *(abs(rate - 0.5) for row in rates for rate in row if not isnan(rate))])
    for at, label in enumerate(labels):
        panel.text(-0.15, at + 0.5, label, size=TEXT, color=INK.light, ha="right", va="center")
        panel.text(at + 0.5, -0.15, label, size=TEXT, color=INK.light, rotation=60, va="bottom")
    for row, line in enumerate(rates):
        for column, rate in enumerate(line):
            played = not isnan(rate)
            away = (rate - 0.5) / widest if played else 0.0
            colour = scale((away + 1.0) / 2.0)
            panel.bar(
                column + 0.5,
                0.94,
                0.94,
                row + 0.03,
                color=colour if played else LINE.light,
            )
            panel.text(
                column + 0.5,
                row + 0.5,
                decimal(100 * rate) if played else "–",
                size=TEXT,
                color=_readable(colour) if played else QUIET.light,
                weight="bold" if away > 0 else "normal",
                ha="center",
                va="center",
            )
    return on


def _readable(colour: tuple[float, float, float, float]) -> str:
    """What can be read on a colour, by its relative luminance."""
    red, green, blue, _ = (part**2.2 for part in colour)
    return ON_PALE if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else ON_STRONG
