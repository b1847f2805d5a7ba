"""One game after another at the same table: whoever sat second begins the next one."""

import sys

from hotdice.bots import is_bot, names
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.terminal import saves
from hotdice.terminal.following import next_game
from hotdice.terminal.lines import ask
from hotdice.terminal.person import Quit, command
from hotdice.terminal.plain import Manner, sit_down
from hotdice.texts import say


def play_games(record: Record, journal: Journal | None, manner: Manner, show: bool = True) -> None:
    """Play a game, and more of them as long as somebody at the terminal wants another one."""
    while sit_down(record, journal, manner, show) and _can_ask(record):
        record = next_game(record)
        if not _wanted(record):
            return
        journal, show = saves.begin(record), True


def _can_ask(record: Record) -> bool:
    """Whether one of the players sits at a terminal."""
    people = not all(map(is_bot, record.seats))
    return people and sys.stdin is not None and sys.stdin.isatty()


def _wanted(following: Record) -> bool:
    key = "again.ask" if len(following.seats) > 1 else "again.ask-alone"
    question = say(key, name=names(following.seats)[0])
    try:
        while True:
            answer = ask(question).strip().lower()
            if answer in say("words.yes").split():
                return True
            if not answer or answer in say("words.no").split() or command(answer) == "quit":
                return False
            print(say("word/unknown", word=answer, expected=say("again.help")))
    except (Quit, KeyboardInterrupt):
        print()
        return False
