"""A self-contained page: pictures and tables, no scripts, with a dark mode and for phones too."""

import re
import sys
from collections.abc import Sequence
from html import escape
from math import isnan
from typing import NamedTuple

import numpy as np

from hotdice.arena.match.bins import Bins
from hotdice.arena.match.counts import ROLLS, TURNS
from hotdice.arena.match.statistics import Simulation
from hotdice.arena.report.distribution import all_columns, columns
from hotdice.arena.report.labels import percent, seat_labels, span
from hotdice.arena.report.panels import COLUMNS
from hotdice.plots.colours import INK, LINE, QUIET, SEATS, SURFACE, Colour
from hotdice.texts import grouped, say
from hotdice.texts.say import decimal

BACKGROUND = Colour("#f6f3ec", "#121614")
ROLES = {
    "background": BACKGROUND,
    "surface": SURFACE,
    "line": LINE,
    "ink": INK,
    "quiet": QUIET,
    **{f"seat-{number}": colour for number, colour in enumerate(SEATS, 1)},
}
LEAST_PIXELS = 1.1  # per point of a picture, so that its text is readable
STYLE = """
body { margin: 0 auto; padding: clamp(8px, 2vw, 24px); max-width: 1100px;
  background: var(--background); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 8px; overflow-wrap: anywhere }
p { margin: 0; color: var(--quiet) }
main { display: grid; gap: 16px; margin: 16px 0;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)) }
figure, .table { margin: 0; padding: 8px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 14px; overflow-x: auto }
.table { margin-bottom: 16px }
svg { display: block; width: 100%; height: auto }
svg text { font-family: system-ui, sans-serif !important }
table { border-collapse: collapse; font-size: 14px }
caption { padding: 4px 8px; font-weight: 600; text-align: left }
th, td { padding: 4px 8px; text-align: right; white-space: nowrap;
  border-top: 1px solid var(--line) }
thead th { border: 0; color: var(--quiet); font-weight: 400 }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--surface);
  min-width: 6em; max-width: 40vw; white-space: normal; overflow-wrap: break-word }
"""


class PageTable(NamedTuple):
    """A table that says in text what a picture shows; each row begins with its heading."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def page(
    title: str, notes: Sequence[str], pictures: Sequence[bytes], tables: Sequence[PageTable]
) -> bytes:
    """The HTML of one file: pictures, style and tables are in it, and it loads nothing."""
    figures = "\n".join(_figure(picture, at) for at, picture in enumerate(pictures))
    return f"""<!DOCTYPE html>
<html lang="{say("language")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
:root {{ {_variables(0)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(1)} }} }}
{STYLE.strip()}
</style>
</head>
<body>
<h1>{escape(title)}</h1>
{"".join(f"<p>{escape(note)}</p>" for note in notes)}
<main>
{figures}
</main>
{"".join(map(_table, tables))}
</body>
</html>
""".encode()


def seat_tables(simulation: Simulation) -> list[PageTable]:
    """The numbers that the pictures of a simulation show."""
    counts = simulation.counts
    games = max(1, counts.games)
    names = _whole(simulation.bots)
    figures = [
        [
            name,
            percent(seat.win_rate, 2),
            span(seat.interval),
            grouped(seat.mean_total),
            decimal(seat.points_per_turn, 1),
            percent(seat.farkle_rate),
            decimal(counts.figure(TURNS)[at] / games, 1),
            decimal(counts.figure(ROLLS)[at] / games, 1),
        ]
        for at, (name, seat) in enumerate(zip(names, simulation.seats, strict=True))
    ]
    heads = say("plot.table").split("|")
    return [
        PageTable(say("plot.figures"), heads, figures),
        PageTable(say("plot.totals"), [say("plot.from"), *names], _spread(simulation)),
    ]


def _spread(simulation: Simulation) -> list[list[str]]:
    """The shares of games that end in each column of the picture, and those too rare for it."""
    counts, bins = simulation.counts, Bins.of(simulation.rules)
    step = columns(counts.totals, bins, COLUMNS).step
    shown = all_columns(counts.totals, bins, step)
    piles = np.array([shown.of(row) for row in counts.totals])
    return [
        [
            bins.label(*shown.bins(at)),
            *(percent(count / counts.games, 2) for count in piles[:, at]),
        ]
        for at in np.flatnonzero(piles.any(axis=0)).tolist()
    ]


def matrix_table(names: Sequence[str], rates: Sequence[Sequence[float]]) -> PageTable:
    """The numbers of a heat map."""
    labels = _whole(names)
    rows = [
        [label, *("–" if isnan(rate) else percent(rate, 2) for rate in row)]
        for label, row in zip(labels, rates, strict=True)
    ]
    return PageTable(say("plot.matrix"), ["", *labels], rows)


def _whole(names: Sequence[str]) -> list[str]:
    """Labels in full length."""
    return seat_labels(names, sys.maxsize)


def _variables(scheme: int) -> str:
    return "; ".join(f"--{role}: {colour[scheme]}" for role, colour in ROLES.items())


def _figure(picture: bytes, number: int) -> str:
    """A picture with unique element ids, and colours that follow the page's theme."""
    text = picture.decode()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>picture-{number}-", text)
    for role, colour in ROLES.items():
        text = text.replace(colour.light, f"var(--{role})")
    width = float(text.partition('viewBox="0 0 ')[2].split()[0])
    return f'<figure><div style="min-width: {LEAST_PIXELS * width:.0f}px">{text}</div></figure>'


def _table(table: PageTable) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in table.rows
    )
    return f"""<div class="table"><table>
<caption>{escape(table.caption)}</caption>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
"""
