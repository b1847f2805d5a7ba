"""`hotdice play`: a game in the terminal against bots or people."""

import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Annotated, Literal

from cyclopts import Parameter

from hotdice.bots import bot_name, is_bot, read_seats
from hotdice.bots.built_in import needs
from hotdice.cli.options import Set, load
from hotdice.game.dice import read_seed
from hotdice.game.record import Record
from hotdice.game.records import Journal, read
from hotdice.rules import Rules
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.session import saves
from hotdice.terminal.session.play_request import PlayRequest
from hotdice.terminal.session.tty import has_screen
from hotdice.texts import HotDiceError, say
from hotdice.texts.install import install

MOST_SEATS = 8  # on the screen
RARELY = 50_000  # allocations between two garbage collections, which take time
TOTAL = re.compile(r"-?[0-9]{1,9}")
DEMONSTRATION = "bot:cautious,bot:bold"


def play(
    rules: Annotated[str | None, Parameter(help="help.rules-name")] = None,
    /,
    *,
    seats: Annotated[
        str | None,
        Parameter(help="help.play.seats"),
    ] = None,
    totals: Annotated[
        str | None, Parameter(help="help.play.totals", allow_leading_hyphen=True)
    ] = None,
    roll_off: Annotated[
        bool, Parameter(negative="", show_default=False, help="help.play.roll-off")
    ] = False,
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
    """Play a game in the terminal; without a terminal two bots play a demonstration."""
    given = [rules, seats, totals, roll_off or None, dice, seed, record, *changes]
    fresh = all(word is None for word in given)
    if resume is not None and not fresh:
        raise HotDiceError("play/resume-alone", resume=resume)
    if seed is not None and dice is not None:
        raise HotDiceError("play/seed-mine", seed=seed)
    if roll_off and dice is not None:
        raise HotDiceError("play/roll-off-mine")
    number = None if seed is None else read_seed(seed)
    asked = rules is None and not changes
    named = None if asked else load("basic" if rules is None else rules, changes)
    sitting = None if seats is None else read_seats(seats)
    ahead = None if totals is None else _read_totals(totals, sitting)
    request = PlayRequest(
        rules=named,
        seats=sitting,
        dice=dice,
        seed=number,
        record=record,
        resume=resume,
        advice=not no_advice,
        totals=ahead,
        roll_off=roll_off,
    )
    if not plain and has_screen():
        _refuse_many(request.seats)
        if find_spec("textual") is not None:
            _on_screen(request, PlayOptions(fast, not no_advice))
            return
        print(say("play.no-screen", install=install("terminal")), file=sys.stderr)
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    _line_by_line(request, fresh, plain or at_terminal)


def _read_totals(words: str, seats: Sequence[str] | None) -> tuple[int, ...]:
    """The totals of a head start as typed, one for each seat."""
    if seats is None:
        raise HotDiceError("play/totals-seats", totals=words)
    numbers = [word.strip() for word in words.split(",")]
    if len(numbers) != len(seats) or not all(map(TOTAL.fullmatch, numbers)):
        raise HotDiceError("solve/totals", found=words, players=len(seats))
    return tuple(map(int, numbers))


def _print_saves_folder() -> None:
    """Print where games are saved, before the folder is created."""
    if not os.path.isdir(saves.folder()):
        print(say("play.folder", folder=saves.folder()))


def _on_screen(request: PlayRequest, options: PlayOptions) -> None:
    """Play in the full-screen app; its menu asks for what is missing."""
    gc.set_threshold(RARELY)  # the objects of the start-up stay
    from hotdice.terminal.app.app import play_app

    first = None
    if request.resume is not None:
        first = _resume(request.resume, request.advice)
        if first is None:
            return
        _refuse_many(first[0].seats)
    elif request.seats is not None:
        begin = request.game(request.rules or Rules.load("basic"), request.seats)
        _ensure_values(begin)
        if request.record is None:
            _print_saves_folder()
        first = (begin, saves.create(begin, request.record))
    if request.record is None:
        _print_saves_folder()
    play_app(first, options, request)


def _refuse_many(seats: Sequence[str] | None) -> None:
    """The app has room for `MOST_SEATS`; the line-by-line game has no limit."""
    if seats is not None and len(seats) > MOST_SEATS:
        raise HotDiceError("play/many-seats", count=len(seats), most=MOST_SEATS)


def _line_by_line(request: PlayRequest, fresh: bool, person: bool) -> None:
    """Play line by line; without a person bots play a demonstration."""
    from hotdice.cli.progress import solving
    from hotdice.terminal.plain import menu
    from hotdice.terminal.plain.game import PlainOptions
    from hotdice.terminal.plain.person import Quit
    from hotdice.terminal.plain.prompt import require_streams
    from hotdice.terminal.plain.series import play_games
    from hotdice.terminal.text.wrapping import print_wrapped

    options = PlainOptions(request.advice, solving)
    if person and request.seats is None and request.resume is None:
        require_streams()
    if request.dice is not None and request.seats is None and not person:
        raise HotDiceError("play/mine-nobody")
    resume = request.resume
    try:
        if resume is None and person and fresh:
            resume = menu.ask_unfinished_game()
        if resume is not None:
            resumed = _resume(resume, request.advice)
            if resumed is not None:
                play_games(*resumed, options)
            return
        chosen = request.rules or Rules.load(menu.ask_rules() if person else "basic")
        sitting = request.seats or (menu.ask_seats(chosen) if person else read_seats(DEMONSTRATION))
    except (Quit, KeyboardInterrupt):
        print()
        return
    begin = request.game(chosen, sitting)
    _ensure_values(begin)
    show = person or request.seats is not None
    keep = show or request.record is not None
    if keep and request.record is None:
        _print_saves_folder()
    journal = saves.create(begin, request.record) if keep else None
    if not show:
        print_wrapped(say("play.demonstration"))
    play_games(begin, journal, options, show)


def _resume(path: str, advice: bool) -> tuple[Record, Journal] | None:
    """Open a saved game to resume, unless the user does not trust its programs.

    A game with fair dice cannot be resumed, as its seeds are not here.
    """
    from hotdice.terminal.plain import menu

    found = read(path)
    if found.fair is not None:
        raise HotDiceError("play/fair", resume=path)
    if not menu.confirm_programs(path, found):
        return None
    _ensure_values(found)
    return saves.resume(path, advice)


def _ensure_values(begin: Record) -> None:
    """Load or compute the values for bots that need them."""
    bots = [bot_name(seat).lower() for seat in begin.seats if is_bot(seat)]
    if "solution" in map(needs, bots):
        from hotdice.cli.values import ensure_values

        ensure_values(begin.start.rules, len(begin.seats), bots)
