"""Past games and their totals as lines of at most 79 columns."""

import os
from collections.abc import Iterator, Sequence

from hotdice.bots import names
from hotdice.game.record import RecordError
from hotdice.terminal.history.past_games import PastGame, Totals
from hotdice.terminal.history.personal_bests import PersonalBest
from hotdice.terminal.session.saves import name_of
from hotdice.terminal.text.columns import columns, cut, left, right
from hotdice.terminal.text.wrapping import WIDTH, wrapped
from hotdice.texts import grouped, listed, say
from hotdice.texts.say import decimal

NARROWEST = 9
MOST_LETTERS = 300  # of an error, which may quote the whole file


def game_lines(games: Sequence[PastGame]) -> Iterator[str]:
    """A line for each game: date, rules, totals, winner."""
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


def best_lines(found: Sequence[PersonalBest]) -> list[str]:
    """A row for each person and rules."""
    head = say("history.best-columns").split("|")
    rows = [[best.player, best.rules.name, str(best.turns), str(best.games)] for best in found]
    return _columns([head, *rows], 2)


def _columns(rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """Rows as lines; the first `words` columns are aligned left, the others right."""
    widths = _widths(rows, words)
    return [
        "  ".join(
            left(cut(cell, width), width) if at < words else right(cell, width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def trouble_lines(error: RecordError) -> list[str]:
    """The name of a file that cannot be read, and why."""
    reason = str(error).removeprefix(os.path.dirname(error.source) + os.sep)
    line = say("history.unreadable", reason=" ".join(reason.split()))
    return wrapped(cut(line, MOST_LETTERS), "  ")


def opponents(totals: Totals) -> str:
    """The other players."""
    return listed(names(totals.opponents)) if totals.opponents else say("history.no-opponents")


def _result(game: PastGame) -> str:
    if not game.over:
        return say("history.unfinished", name=name_of(game.path))
    if len(game.seats) == 1:
        key = "history.rounds" if game.rules.rounds else "history.reached"
        return say(key, count=game.turns[0])
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
    """The widths of the columns; text columns shrink if the line is too long."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH and max(widths[:words]) > NARROWEST:
        widths[widths.index(max(widths[:words]))] -= 1
    return widths
