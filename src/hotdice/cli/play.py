"""`hotdice play`: a game in the terminal against bots or people."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from hotdice.bots import names, read_seats
from hotdice.bots.catalogue import NAMES
from hotdice.cli.options import Set, load
from hotdice.game import State
from hotdice.game.dice import SeededDice
from hotdice.game.records import Journal, Record
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.rules.sheet import brief, one_line
from hotdice.terminal import saves
from hotdice.terminal.person import Quit
from hotdice.terminal.plain import ask, sit_down
from hotdice.terminal.tell import standings
from hotdice.texts import HotDiceError, say

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
        Literal["ours", "mine"], Parameter(help="mine: throw real dice and type them in.")
    ] = "ours",
    seed: Annotated[int | None, Parameter(help="The same seed gives the same dice.")] = None,
    record: Annotated[str | None, Parameter(help="Where to save the game.")] = None,
    resume: Annotated[str | None, Parameter(help="Go on with a saved game.")] = None,
) -> None:
    """Play a game in the terminal; without a terminal two bots play one."""
    if resume is not None:
        journal, saved = Journal.reopen(resume)
        sit_down(saved, journal, dice == "mine")
        return
    if seed is not None:
        SeededDice(seed)
    person = sys.stdin.isatty()
    try:
        if person and rules is seats is record is None and not changes and _go_on(dice == "mine"):
            return
        chosen = load(rules or (_ask_rules() if person and not changes else "basic"), changes)
        sitting = read_seats(seats or (_ask_seats() if person else DEMONSTRATION))
    except (Quit, KeyboardInterrupt):
        print()
        return
    begin = Record(State.start(chosen, len(sitting)), sitting, seed)
    demonstration = not person and seats is None
    if record is not None:
        new_journal: Journal | None = Journal.create(record, begin)
    else:
        new_journal = None if demonstration else saves.begin(begin)
    if not demonstration:
        print("\n" + say("play.welcome") + "\n\n" + brief(chosen))
    sit_down(begin, new_journal, dice == "mine", show=not demonstration)


def _go_on(typed_dice: bool) -> bool:
    """Offer the newest unfinished game; whether it was taken up."""
    games, troubles = saves.unfinished()
    for trouble in troubles:
        print(say("play.unreadable", reason=trouble))
    for path, saved in games[:1]:
        state = saved.state
        totals = standings(state, names(saved.seats))
        answer = ask(say("ask.go-on", title=state.rules.title, totals=totals)).strip().lower()
        if answer and answer not in say("words.yes").split():
            return False
        journal, newest = Journal.reopen(path)
        sit_down(newest, journal, typed_dice)
        return True
    return False


def _ask_rules() -> str:
    presets = preset_names()
    for number, name in enumerate(presets, 1):
        print(f"{number:>3}  {one_line(Rules.load(name))}")
    while True:
        answer = ask(say("ask.rules", rules="basic")).strip()
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(presets):
            return presets[int(answer) - 1]
        try:
            Rules.load(answer or "basic")
        except HotDiceError as error:
            print(error)
        else:
            return answer or "basic"


def _ask_seats() -> str:
    usual = f"{say('seat/person')},bot:cautious"
    bots = ", ".join(f"bot:{name}" for name in NAMES)
    while True:
        answer = ask(say("ask.who", seats=usual, bots=bots)).strip() or usual
        try:
            read_seats(answer)
        except HotDiceError as error:
            print(error)
        else:
            return answer
