"""The score sheet of a game: a row for each round, a column for each player.

Players that do not fit side by side are in a second table below.
"""

from collections.abc import Iterable, Sequence

from hotdice.game import Step
from hotdice.game.record import Record
from hotdice.terminal.text.columns import columns, cut, right
from hotdice.texts import grouped, say

WIDTH = 79
FIRST = 7  # columns of the number of a round
LEAST = 7  # columns of a player
TIGHT = 6  # the same where room is scarce
FRAME = 4  # lines of a sheet that are not rounds
MOST = 18  # columns of a name


def score_sheet(
    record: Record, names: Sequence[str], width: int = WIDTH, height: int | None = None
) -> list[str]:
    """The lines of the sheet within `width` columns; in `height` lines the last rounds."""
    rows = [[say("sheet-table.round"), *names], *_rounds(record)]
    rows.append([say("sheet-table.total"), *map(grouped, record.state.totals)])
    gap = "  " if FIRST + len(names) * (LEAST + 2) <= width else " "
    first = FIRST if len(gap) == 2 else TIGHT
    least = max([LEAST if len(gap) == 2 else TIGHT, *(columns(c) for r in rows[1:] for c in r[1:])])
    beside = max(1, min(len(names), (width - first) // (least + len(gap))))
    below = -(-len(names) // beside)
    if height is not None:
        rounds = max(1, (height + 1) // below - 1 - FRAME)
        rows = [rows[0], *rows[1:-1][-rounds:], rows[-1]]
    widest = max(least, (width - first) // beside - len(gap))
    lines: list[str] = []
    for at in range(0, len(names), beside):
        part = [[row[0], *row[1 + at : 1 + at + beside]] for row in rows]
        part[0][1:] = [cut(name, widest) for name in part[0][1:]]
        widths = [first, *(max(least, columns(head)) for head in part[0][1:])]
        lines += [*([""] if lines else []), *_framed([_line(row, widths, gap) for row in part])]
    return lines


def sheet_width(players: int) -> int:
    """The most columns that a sheet for this many players can use."""
    return FIRST + players * (MOST + 2)


def _framed(lines: Sequence[str]) -> list[str]:
    rule = "-" * columns(lines[0])
    return [lines[0], rule, *lines[1:-1], rule, lines[-1]]


def _rounds(record: Record) -> list[list[str]]:
    turns: list[list[str]] = [[] for _ in record.seats]
    for step in record.steps:
        if step.after.fresh:
            turns[step.before.player].append(_turn(step))
    rounds = max(map(len, turns))
    start = record.start.totals
    before = [[say("sheet-table.start"), *map(grouped, start)]] if any(start) else []
    return before + [
        [str(number + 1), *(turn[number] if number < len(turn) else "" for turn in turns)]
        for number in range(rounds)
    ]


def _turn(step: Step) -> str:
    seat = step.before.player
    gained = step.after.totals[seat] - step.before.totals[seat]
    happened = {event.kind: event for event in step.events}
    if "farkle" in happened and not gained:
        return say("sheet-table.farkle")
    if "given" in happened:
        return f"→{grouped(happened['given'].points)}"
    return grouped(gained)


def _line(cells: Iterable[str], widths: Sequence[int], gap: str) -> str:
    return gap.join(right(cell, width) for cell, width in zip(cells, widths, strict=True))
