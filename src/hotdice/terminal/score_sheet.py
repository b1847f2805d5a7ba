"""The score sheet of a game: a row a round, a column a player."""

from collections.abc import Iterable, Sequence

from hotdice.game import Step
from hotdice.game.record import Record
from hotdice.terminal.columns import columns, cut, right
from hotdice.texts import grouped, say

WIDTH = 79
FIRST = 7
LEAST = 7  # columns of a player


def score_sheet(record: Record, names: Sequence[str], width: int = WIDTH) -> list[str]:
    """The lines of the sheet, in several tables where all players do not fit beside one another."""
    rows = [[say("sheet-table.round"), *names], *_rounds(record)]
    rows.append([say("sheet-table.total"), *map(grouped, record.state.totals)])
    beside = max(1, min(len(names), (width - FIRST) // (LEAST + 2)))
    tables = [
        _table([[row[0], *row[1 + first : 1 + first + beside]] for row in rows], width)
        for first in range(0, len(names), beside)
    ]
    return [line for table in tables for line in ("", *table)][1:]


def _table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    widest = max(LEAST, (width - FIRST) // (len(rows[0]) - 1) - 2)
    first, *names = rows[0]
    heads = [cut(name, widest) for name in names]
    widths = [max(LEAST, columns(head)) for head in heads]
    lines = [_line(row, widths) for row in ([first, *heads], *rows[1:])]
    rule = "-" * columns(lines[0])
    return [lines[0], rule, *lines[1:-1], rule, lines[-1]]


def _rounds(record: Record) -> list[list[str]]:
    turns: list[list[str]] = [[] for _ in record.seats]
    for step in record.steps:
        if step.after.fresh:
            turns[step.before.player].append(_turn(step))
    rounds = max(map(len, turns))
    return [
        [str(number + 1), *(turn[number] if number < len(turn) else "" for turn in turns)]
        for number in range(rounds)
    ]


def _turn(step: Step) -> str:
    seat = step.before.player
    gained = step.after.totals[seat] - step.before.totals[seat]
    farkled = any(event.kind == "farkle" for event in step.events)
    return say("sheet-table.farkle") if farkled and not gained else grouped(gained)


def _line(cells: Iterable[str], widths: Sequence[int]) -> str:
    first, *rest = cells
    return right(first, FIRST) + "".join(
        f"  {right(cell, width)}" for cell, width in zip(rest, widths, strict=True)
    )
