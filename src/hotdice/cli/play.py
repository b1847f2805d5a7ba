"""`hotdice play`: a game in the terminal against bots or people."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from hotdice.bots import bot_name, is_bot, read_seats
from hotdice.cli.options import Set, load
from hotdice.game import State
from hotdice.game.dice import read_seed
from hotdice.game.record import Record
from hotdice.game.records import Journal, read
from hotdice.terminal import menu, saves
from hotdice.terminal.again import play_games
from hotdice.terminal.person import Quit
from hotdice.texts import HotDiceError

DEMONSTRATION = "bot:cautious,bot:bold"


def play(
    rules: Annotated[str | None, Parameter(help="A preset or a rules file.")] = None,
    /,
    *,
    seats: Annotated[
        str | None, Parameter(help="Who plays, such as Ann,Bob,bot:bold; people and bots.")
    ] = None,
    changes: Set = [],
    dice: Annotated[
        Literal["mine"] | None, Parameter(help="mine: throw real dice and type them in.")
    ] = None,
    seed: Annotated[str | None, Parameter(help="The same number gives the same dice.")] = None,
    record: Annotated[str | None, Parameter(help="Where to save the game.")] = None,
    resume: Annotated[str | None, Parameter(help="Go on with a saved game.")] = None,
) -> None:
    """Play a game in the terminal; without a terminal two bots play one."""
    given = [rules, seats, dice, seed, record, *changes]
    fresh = all(word is None for word in given)
    person = sys.stdin is not None and sys.stdin.isatty()
    if resume is not None and not fresh:
        raise HotDiceError("play/resume-alone", resume=resume)
    if seed is not None and dice is not None:
        raise HotDiceError("play/seed-mine", seed=seed)
    if dice is not None and seats is None and not person:
        raise HotDiceError("play/mine-nobody")
    number = None if seed is None else read_seed(seed)
    try:
        if resume is None and person and fresh:
            resume = menu.unfinished_game()
        if resume is not None:
            if not menu.trusted(resume, _saved(resume)):
                return
            journal, saved = Journal.reopen(resume)
            _have_values(saved)
            play_games(saved, journal)
            return
        asked = person and rules is None and not changes
        chosen = load(menu.rules_name() if asked else "basic" if rules is None else rules, changes)
        if seats is not None:
            sitting = read_seats(seats)
        else:
            sitting = menu.seats() if person else read_seats(DEMONSTRATION)
    except (Quit, KeyboardInterrupt):
        print()
        return
    begin = Record(State.start(chosen, len(sitting)), sitting, number, dice)
    _have_values(begin)
    show = person or seats is not None
    if record is not None:
        play_games(begin, Journal.create(record, begin), show)
    else:
        play_games(begin, saves.begin(begin) if show else None, show)


def _saved(path: str) -> Record:
    """A game that can go on here; nobody at this table has the seed of fair dice."""
    record = read(path)
    if record.fair is not None:
        raise HotDiceError("play/fair", resume=path)
    return record


def _have_values(begin: Record) -> None:
    """Have what the bots at the table play by, before anybody waits for them."""
    bots = [bot_name(seat).lower() for seat in begin.seats if is_bot(seat)]
    if "optimal" in bots:
        from hotdice.cli.ready import have_values

        have_values(begin.start.rules, len(begin.seats), bots)
