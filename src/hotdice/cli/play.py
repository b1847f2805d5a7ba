"""`hotdice play`: a game in the terminal against bots or people."""

import gc
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Annotated, Literal

from cyclopts import Parameter

from hotdice.bots import bot_name, is_bot, read_seats
from hotdice.cli.options import Set, load
from hotdice.game.dice import read_seed
from hotdice.game.record import Record
from hotdice.game.records import Journal, read
from hotdice.rules import Rules
from hotdice.terminal.app.options import Options
from hotdice.terminal.session import saves
from hotdice.terminal.session.play_request import PlayRequest
from hotdice.terminal.session.screen import has_screen
from hotdice.texts import HotDiceError, say
from hotdice.texts.install import install

MOST_SEATS = 8  # on the screen
RARELY = 50_000  # new objects between two searches for garbage; each takes time
DEMONSTRATION = "bot:cautious,bot:bold"


def play(
    rules: Annotated[str | None, Parameter(help="help.rules-name")] = None,
    /,
    *,
    seats: Annotated[
        str | None,
        Parameter(help="help.play.seats"),
    ] = None,
    changes: Set = [],
    dice: Annotated[Literal["mine"] | None, Parameter(help="help.play.dice")] = None,
    seed: Annotated[str | None, Parameter(help="help.play.seed")] = None,
    record: Annotated[str | None, Parameter(help="help.play.record")] = None,
    resume: Annotated[str | None, Parameter(help="help.play.resume")] = None,
    plain: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="help.play.plain",
        ),
    ] = False,
    no_advice: Annotated[
        bool, Parameter(negative="", show_default=False, help="help.play.no-advice")
    ] = False,
    fast: Annotated[
        bool, Parameter(negative="", show_default=False, help="help.play.fast")
    ] = False,
) -> None:
    """Play a game in the terminal; where there is nobody to be asked two bots show one."""
    given = [rules, seats, dice, seed, record, *changes]
    fresh = all(word is None for word in given)
    if resume is not None and not fresh:
        raise HotDiceError("play/resume-alone", resume=resume)
    if seed is not None and dice is not None:
        raise HotDiceError("play/seed-mine", seed=seed)
    number = None if seed is None else read_seed(seed)
    asked = rules is None and not changes
    named = None if asked else load("basic" if rules is None else rules, changes)
    sitting = None if seats is None else read_seats(seats)
    wish = PlayRequest(named, sitting, dice, number, record, resume, not no_advice)
    if not plain and has_screen():
        _refuse_many(wish.seats)
        if find_spec("textual") is not None:
            _on_screen(wish, Options(fast, not no_advice))
            return
        print(say("play.no-screen", install=install("terminal")), file=sys.stderr)
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    _line_by_line(wish, fresh, plain or at_terminal)


def _tell_of_folder() -> None:
    """Say where games are saved before the folder for them is made."""
    if not os.path.isdir(saves.folder()):
        print(say("play.folder", folder=saves.folder()))


def _on_screen(wish: PlayRequest, options: Options) -> None:
    """Play on the whole screen; its menu asks for what is not said."""
    gc.set_threshold(RARELY)  # what is made on the way to the first screen stays
    from hotdice.terminal.app.app import play_app

    first = None
    if wish.resume is not None:
        first = _taken_up(wish.resume, wish.advice)
        if first is None:
            return
        _refuse_many(first[0].seats)
    elif wish.seats is not None:
        begin = wish.game(wish.rules or Rules.load("basic"), wish.seats)
        _have_values(begin)
        if wish.record is None:
            _tell_of_folder()
        first = (begin, saves.begin(begin, wish.record))
    if wish.record is None:
        _tell_of_folder()
    play_app(first, options, wish)


def _refuse_many(seats: Sequence[str] | None) -> None:
    """The screen has room for so many players; line by line there is no end to them."""
    if seats is not None and len(seats) > MOST_SEATS:
        raise HotDiceError("play/many-seats", count=len(seats), most=MOST_SEATS)


def _line_by_line(wish: PlayRequest, fresh: bool, person: bool) -> None:
    """Play line by line; where no person is there to be asked, bots show a game."""
    from hotdice.cli.progress import solving
    from hotdice.terminal.plain import menu
    from hotdice.terminal.plain.game import Manner
    from hotdice.terminal.plain.person import Quit
    from hotdice.terminal.plain.prompt import refuse_closed
    from hotdice.terminal.plain.series import play_games
    from hotdice.terminal.text.wrapping import print_wrapped

    manner = Manner(wish.advice, solving)
    if person and wish.seats is None and wish.resume is None:
        refuse_closed()
    if wish.dice is not None and wish.seats is None and not person:
        raise HotDiceError("play/mine-nobody")
    resume = wish.resume
    try:
        if resume is None and person and fresh:
            resume = menu.unfinished_game()
        if resume is not None:
            taken_up = _taken_up(resume, wish.advice)
            if taken_up is not None:
                play_games(*taken_up, manner)
            return
        chosen = wish.rules or Rules.load(menu.rules_name() if person else "basic")
        sitting = wish.seats or (menu.seats() if person else read_seats(DEMONSTRATION))
    except (Quit, KeyboardInterrupt):
        print()
        return
    begin = wish.game(chosen, sitting)
    _have_values(begin)
    show = person or wish.seats is not None
    keep = show or wish.record is not None
    if keep and wish.record is None:
        _tell_of_folder()
    journal = saves.begin(begin, wish.record) if keep else None
    if not show:
        print_wrapped(say("play.demonstration"))
    play_games(begin, journal, manner, show)


def _taken_up(path: str, advice: bool) -> tuple[Record, Journal] | None:
    """A saved game to go on with, unless somebody does not trust its programs.

    One with fair dice stays as it is: nobody at this table has their seed.
    """
    from hotdice.terminal.plain import menu

    found = read(path)
    if found.fair is not None:
        raise HotDiceError("play/fair", resume=path)
    if not menu.trusted(path, found):
        return None
    _have_values(found)
    return saves.go_on(path, advice)


def _have_values(begin: Record) -> None:
    """Have what the bots at the table play by, before anybody waits for them."""
    bots = [bot_name(seat).lower() for seat in begin.seats if is_bot(seat)]
    if "optimal" in bots:
        from hotdice.cli.ready import have_values

        have_values(begin.start.rules, len(begin.seats), bots)
