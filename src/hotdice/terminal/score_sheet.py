"""The score sheet of a game: a row a round, a column a player."""

from collections.abc import Iterable, Sequence

from hotdice.game import Step
from hotdice.game.record import Record
from hotdice.terminal.columns import columns, cut, right
from hotdice.texts import grouped, say

WIDTH = 79
FIRST = 7


def score_sheet(record: Record, names: Sequence[str]) -> list[str]:
    """The lines of the sheet, at most 79 columns wide for up to eight players."""
    widest = max(7, (WIDTH - FIRST) // len(names) - 2)
    heads = [cut(name, widest) for name in names]
    widths = [max(7, columns(head)) for head in heads]
    rows = [[say("sheet-table.round"), *heads], *_rounds(record)]
    rows.append([say("sheet-table.total"), *map(grouped, record.state.totals)])
    lines = [_line(row, widths) for row in rows]
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
