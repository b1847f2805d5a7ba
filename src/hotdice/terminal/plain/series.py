"""One game after another with the same players; the second seat begins the next one."""

import sys

from hotdice.bots import is_bot, names
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.terminal.plain.game import PlainOptions, play_game
from hotdice.terminal.plain.person import Quit, Undo, parse_command
from hotdice.terminal.plain.prompt import ask
from hotdice.terminal.session import saves
from hotdice.terminal.session.next_game import next_game
from hotdice.texts import say


def play_games(
    record: Record, journal: Journal | None, options: PlainOptions, show: bool = True
) -> None:
    """Play games as long as somebody at the terminal wants another one."""
    following = play_game(record, journal, options, _ask_next_game, show)
    while following is not None:
        following = play_game(following, saves.create(following), options, _ask_next_game)


def _ask_next_game(record: Record) -> Record | None:
    """The next game, if a person at a terminal wants one."""
    people = not all(map(is_bot, record.seats))
    if not people or sys.stdin is None or not sys.stdin.isatty():
        return None
    following = next_game(record)
    return following if _confirm_next_game(following) else None


def _confirm_next_game(following: Record) -> bool:
    """Ask whether to play again; raises `Undo` to correct real dice of the last game."""
    key = "again.ask" if len(following.seats) > 1 else "again.ask-solo"
    question = say(key, name=names(following.seats)[0])
    real = following.dice == "mine"
    if real:
        print(say("again.correct"))
    try:
        while True:
            answer = ask(question).strip().lower()
            if answer in say("words.yes").split():
                return True
            if not answer or answer in say("words.no").split() or parse_command(answer) == "quit":
                return False
            if real and parse_command(answer) == "undo":
                raise Undo
            print(say("word/unknown", word=answer, expected=say("again.help")))
    except (Quit, KeyboardInterrupt):
        print()
        return False
