"""Past games as lines: each of them, then a table of the totals, within 79 columns."""

import os
from collections.abc import Iterator, Sequence

from hotdice.bots import names
from hotdice.game.record import RecordError
from hotdice.terminal.history.past_games import Past, Totals
from hotdice.terminal.history.personal_bests import Best
from hotdice.terminal.session.saves import name_of
from hotdice.terminal.text.columns import columns, cut, left, right
from hotdice.terminal.text.wrapping import WIDTH, wrapped
from hotdice.texts import grouped, listed, say
from hotdice.texts.say import decimal

NARROWEST = 9
MOST_LETTERS = 300  # of why a file cannot be read, which may have all that is in it


def game_lines(games: Sequence[Past]) -> Iterator[str]:
    """When, by which rules, who had what, and who won."""
    for game in games:
        date = f"{game.began:%Y-%m-%d %H:%M}"
        totals = zip(game.names, game.totals, strict=True)
        line = say(
            "history.game",
            date=date,
            rules=game.rules.name,
            standings=", ".join(f"{name} {grouped(total)}" for name, total in totals),
            result=_result(game),
        )
        yield from wrapped(line, " " * (len(date) + 2))


def totals_lines(totals: Sequence[Totals]) -> list[str]:
    """A row for each person, rules and opponents."""
    head = say("history.columns").split("|")
    return _columns([head, *map(_row, totals)], 3)


def best_lines(found: Sequence[Best]) -> list[str]:
    """A row for each person and rules."""
    head = say("history.best-columns").split("|")
    rows = [[best.player, best.rules.name, str(best.turns), str(best.games)] for best in found]
    return _columns([head, *rows], 2)


def _columns(rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """Rows below one another, so many columns of words at the left."""
    widths = _widths(rows, words)
    return [
        "  ".join(
            left(cut(cell, width), width) if at < words else right(cell, width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def trouble_lines(error: RecordError) -> list[str]:
    """A file that cannot be read, by its name alone, and why in a few lines."""
    reason = str(error).removeprefix(os.path.dirname(error.source) + os.sep)
    line = say("history.unreadable", reason=" ".join(reason.split()))
    return wrapped(cut(line, MOST_LETTERS), "  ")


def opponents(totals: Totals) -> str:
    """Who sat at the table besides."""
    return listed(names(totals.opponents)) if totals.opponents else say("history.alone")


def _result(game: Past) -> str:
    if not game.over:
        return say("history.unfinished", name=name_of(game.path))
    if len(game.seats) == 1:
        return say("history.reached", count=game.turns[0])
    winners = [game.names[seat] for seat in game.winners]
    return say("history.won", count=len(winners), names=listed(winners))


def _row(totals: Totals) -> list[str]:
    wins = totals.wins
    return [
        totals.player,
        totals.rules.name,
        opponents(totals),
        str(totals.games),
        str(wins) if wins.denominator == 1 else decimal(float(wins)),
        decimal(totals.points_per_turn),
        f"{decimal(100 * totals.farkle_rate)} %",
    ]


def _widths(rows: Sequence[Sequence[str]], words: int) -> list[int]:
    """The widths of the columns; of too wide ones the widest of those of words gives way."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH and max(widths[:words]) > NARROWEST:
        widths[widths.index(max(widths[:words]))] -= 1
    return widths
