"""One game after another at the same table: whoever sat second begins the next one."""

import sys

from hotdice.bots import is_bot, names
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.terminal.plain.game import Manner, sit_down
from hotdice.terminal.plain.person import Quit, Undo, command
from hotdice.terminal.plain.prompt import ask
from hotdice.terminal.session import saves
from hotdice.terminal.session.next_game import next_game
from hotdice.texts import say


def play_games(record: Record, journal: Journal | None, manner: Manner, show: bool = True) -> None:
    """Play a game, and more of them as long as somebody at the terminal wants another one."""
    following = sit_down(record, journal, manner, _following, show)
    while following is not None:
        following = sit_down(following, saves.begin(following), manner, _following)


def _following(record: Record) -> Record | None:
    """The game after one that is over, if one of its players sits at a terminal and wants it."""
    people = not all(map(is_bot, record.seats))
    if not people or sys.stdin is None or not sys.stdin.isatty():
        return None
    following = next_game(record)
    return following if _wanted(following) else None


def _wanted(following: Record) -> bool:
    """Whether somebody wants another game; `Undo` if the dice of the last one are to be corrected.

    Only real dice can be: they were typed.
    """
    key = "again.ask" if len(following.seats) > 1 else "again.ask-alone"
    question = say(key, name=names(following.seats)[0])
    real = following.dice == "mine"
    if real:
        print(say("again.correct"))
    try:
        while True:
            answer = ask(question).strip().lower()
            if answer in say("words.yes").split():
                return True
            if not answer or answer in say("words.no").split() or command(answer) == "quit":
                return False
            if real and command(answer) == "undo":
                raise Undo
            print(say("word/unknown", word=answer, expected=say("again.help")))
    except (Quit, KeyboardInterrupt):
        print()
        return False
