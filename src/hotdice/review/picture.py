"""The winning chances of a game as a picture, PNG or SVG, with its slips and lucky rolls."""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from hotdice.plots.canvas import HEAD, SMALL, TITLE, Box, axes, figure, saved, settings
from hotdice.plots.canvas import write as write_on
from hotdice.plots.colours import DASHES, QUIET, SEATS
from hotdice.plots.files import check_place, write
from hotdice.review.account import Review
from hotdice.review.judgement import judged
from hotdice.review.text import account_lines
from hotdice.texts import HotDiceError, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".png", ".svg")
WIDTH, CURVES, MARGIN = 9.0, 3.6, 0.45  # inches
LINE = 0.19  # inches, a line of the account
MOST_ROUNDS = 12  # numbered below the curves
MARKS = {"slip": (".", 7.0), "mistake": ("o", 6.0), "blunder": ("X", 9.0)}  # and their sizes


def check_path(path: str) -> None:
    """Refuse a path that `draw` could not write to, before any work is done."""
    ending_of(path)
    check_place(path)
    import_module("matplotlib")


def draw(review: Review, names: Sequence[str], path: str) -> None:
    """The chance of each seat over the game, and below it the accounts."""
    ending = ending_of(path)
    table = account_lines(review, names)
    height = 1.0 + CURVES + 0.6 + LINE * len(table) + MARGIN
    with settings():
        on = figure(WIDTH, height)
        rules = review.record.start.rules
        title = say("review.picture", rules=rules.title, names=" \N{EN DASH} ".join(names))
        write_on(on, (MARGIN, 0.5), title, TITLE, weight="bold")
        _curves(axes(on, Box(MARGIN + 0.2, 0.8, WIDTH - 2 * MARGIN - 0.2, CURVES)), review, names)
        for number, line in enumerate(table):
            at = (MARGIN, 0.8 + CURVES + 0.65 + LINE * number)
            write_on(on, at, line, SMALL, family="monospace")
        data = saved(on, ending[1:])
    write(path, data)


def _curves(on: "Axes", review: Review, names: Sequence[str]) -> None:
    """One line for each seat, with its slips marked; two players have one line, for the first."""
    seats = range(1 if len(names) == 2 else len(names))
    solo = len(names) == 1
    scale = 1.0 if solo else 100.0
    lines, marks = [], {}
    for seat in seats:
        start = review.accounts[seat].start
        points = [start, *(change.after[seat] for change in review.changes)]
        colour = SEATS[seat % len(SEATS)].light
        dashes = DASHES[seat % len(DASHES)]
        line = on.plot([scale * point for point in points], color=colour, linewidth=1.6)[0]
        line.set_label(names[seat])
        if dashes:
            line.set_dashes(dashes)
        lines.append(line)
        for place, change in enumerate(review.changes, 1):
            judgement = judged(change, review.least_loss)
            if change.seat == seat and judgement in MARKS:
                mark, size = MARKS[judgement]
                dot = on.plot(place, scale * points[place], mark, markersize=size)[0]
                dot.set_color(SEATS[1].light)
                dot.set_label(say(f"judgement.{judgement}"))
                marks[judgement] = dot
    on.margins(x=0.01)
    if not solo:
        on.set_ylim(-2, 102)
    rounds = _rounds(review)
    on.set_xticks([place for place, _ in rounds], [str(number) for _, number in rounds])
    on.set_xlabel(say("review.round"), fontsize=SMALL, color=QUIET.light, loc="left")
    key = "review.chances-of-all" if len(seats) > 1 else "review.chance-of"
    label = say("review.turns-of" if solo else key, name=names[0])
    on.set_title(label, loc="left", fontsize=HEAD, color=QUIET.light)
    shown = [*(lines if len(seats) > 1 else ()), *(marks[each] for each in MARKS if each in marks)]
    if shown:
        on.legend(handles=shown, frameon=False, fontsize=SMALL, loc="best")


def _rounds(review: Review) -> list[tuple[int, int]]:
    """Where rounds begin, of many only every second, third and so on."""
    begins: dict[int, int] = {}
    for place, change in enumerate(review.changes):
        begins.setdefault(change.round, place)
    step = -(-len(begins) // MOST_ROUNDS)
    return [(place, number) for number, place in begins.items() if (number - 1) % step == 0]


def ending_of(path: str) -> str:
    """The file type of a picture, by its name; other types are refused."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in ENDINGS:
        raise HotDiceError("plot/ending", path=path, endings=ENDINGS)
    return ending
