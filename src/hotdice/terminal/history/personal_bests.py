"""Personal bests in solo games: the fewest turns to the target, by player and rules.

Only virtual dice without a seed count: real dice can be typed at will and seeded dice repeated.
"""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from hotdice.bots import is_bot, names
from hotdice.game.record import Record, RecordError
from hotdice.rules import Rules
from hotdice.terminal.history.past_games import PastGame, past_game
from hotdice.terminal.session import saves
from hotdice.texts import say


class PersonalBest(Struct, frozen=True):
    """The fewest turns of a player in solo games with some rules, and how many games."""

    player: str
    rules: Rules
    turns: int
    games: int


def counts(game: PastGame) -> bool:
    """Whether a game counts for personal bests: the turns that somebody alone has taken."""
    solo = len(game.seats) == 1 and not is_bot(game.seats[0])
    return solo and game.over and game.drawn and not any(game.start) and not game.rules.rounds


def bests(games: Iterable[PastGame]) -> list[PersonalBest]:
    """The best of each player and rules, in the order of the games."""
    found: dict[tuple[str, Rules], PersonalBest] = {}
    for game in filter(counts, games):
        key, (turns,) = (game.seats[0], game.rules), game.turns
        so_far = found.get(key, PersonalBest(*key, turns, 0))
        found[key] = PersonalBest(*key, min(turns, so_far.turns), so_far.games + 1)
    return list(found.values())


def target_line(record: Record) -> str:
    """The line that says how many turns a solo game took."""
    (turns,) = record.turns.finished
    (name,) = names(record.seats)
    state = record.state
    key = "best.won" if state.extras.won else "best.reached"
    if state.rules.rounds and not state.extras.won:
        key = "best.rounds"
    return say(key, count=turns, name=name, points=state.totals[0])


def compare_with_best(record: Record, path: str | None) -> str:
    """A finished solo game compared with the best before; empty if it does not count.

    `path` is its file, which has to be in the saves folder.
    """
    if path is None or not saves.in_saves_folder(path):
        return ""
    game = past_game(path, datetime.now(), record)
    if not counts(game):
        return ""
    found = bests(past_game(*each) for each in saves.all_games(_ignore) if each[0] != path)
    before = [best.turns for best in found if _of(best) == (game.seats[0], game.rules)]
    return best_line(game.turns[0], before[0] if before else None)


def best_line(turns: int, before: int | None) -> str:
    """A number of turns compared with the fewest before.

    >>> best_line(23, 25)
    'A new personal best: 23 turns (before: 25).'
    >>> best_line(23, 21)
    'Your best is 21 turns.'
    """
    if before is None:
        return say("best.first", count=turns)
    if turns < before:
        return say("best.new", count=turns, before=before)
    return say("best.same" if turns == before else "best.stays", count=before)


def _of(best: PersonalBest) -> tuple[str, Rules]:
    return best.player, best.rules


def _ignore(error: RecordError) -> None:
    """Files that cannot be read do not count."""
