"""Personal bests of playing alone: the fewest turns to the target, by player and rules.

Only dice that the program drew afresh from the very first turn count: real dice can be typed and
seeded ones played again.
"""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from hotdice.bots import is_bot, names
from hotdice.game.record import Record, RecordError
from hotdice.rules import Rules
from hotdice.terminal.history.past_games import Past, past
from hotdice.terminal.session import saves
from hotdice.texts import say


class Best(Struct, frozen=True):
    """The fewest turns that somebody needed alone by some rules, of so many games."""

    player: str
    rules: Rules
    turns: int
    games: int


def counts(game: Past) -> bool:
    """Whether a game counts for personal bests."""
    alone = len(game.seats) == 1 and not is_bot(game.seats[0])
    return alone and game.over and game.drawn and not any(game.start)


def bests(games: Iterable[Past]) -> list[Best]:
    """Everybody's best by each rules, in the order of the games."""
    found: dict[tuple[str, Rules], Best] = {}
    for game in filter(counts, games):
        key, (turns,) = (game.seats[0], game.rules), game.turns
        so_far = found.get(key, Best(*key, turns, 0))
        found[key] = Best(*key, min(turns, so_far.turns), so_far.games + 1)
    return list(found.values())


def reached(record: Record) -> str:
    """How many turns a game alone took."""
    (turns,) = record.turns.finished
    (name,) = names(record.seats)
    return say("best.reached", count=turns, name=name, points=record.state.totals[0])


def compared(record: Record, path: str | None) -> str:
    """A game that is over against the best of all others; nothing if it does not count.

    `path` is where it is written, which has to be where games are kept.
    """
    if path is None or not saves.own(path):
        return ""
    game = past(path, datetime.now(), record)
    if not counts(game):
        return ""
    found = bests(past(*each) for each in saves.every(_leave) if each[0] != path)
    before = [best.turns for best in found if _of(best) == (game.seats[0], game.rules)]
    return told(game.turns[0], before[0] if before else None)


def told(turns: int, before: int | None) -> str:
    """So many turns against the fewest before.

    >>> told(23, 25)
    'A new personal best: 23 turns (before: 25).'
    >>> told(23, 21)
    'Your best is 21 turns.'
    """
    if before is None:
        return say("best.first", count=turns)
    if turns < before:
        return say("best.new", count=turns, before=before)
    return say("best.same" if turns == before else "best.stays", count=before)


def _of(best: Best) -> tuple[str, Rules]:
    return best.player, best.rules


def _leave(error: RecordError) -> None:
    """A file that cannot be read has no say here."""
