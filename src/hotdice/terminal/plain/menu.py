"""What is asked before a game: go on with an old one, which rules, who plays."""

from collections.abc import Callable

from hotdice.bots import bot_name, names, read_seats
from hotdice.bots.catalogue import can_play
from hotdice.bots.seats import program
from hotdice.game.record import Record
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.rules.sheet import one_line
from hotdice.terminal.plain.person import Quit, command
from hotdice.terminal.plain.prompt import ask
from hotdice.terminal.session import saves
from hotdice.terminal.text.narration import standings
from hotdice.terminal.text.wrapping import print_wrapped, wrapped
from hotdice.texts import HotDiceError, say

SHOWN = 9
OFFERED = ("random", "cautious", "bold", "threshold:300", "human:5", "turn", "optimal")


def unfinished_game() -> str | None:
    """The file of a saved game that the person wants to go on with, if there is one."""
    games, troubles = saves.unfinished()
    for trouble in troubles:
        print_wrapped(say("play.unreadable", reason=trouble))
    while games := games[:SHOWN]:
        print(say("menu.unfinished"))
        for number, (_, saved) in enumerate(games, 1):
            _print_row(f"{number:>3}  {_line(saved)}", 5)
        doomed, chosen = _which_game(len(games))
        if chosen is None:
            return None
        path, saved = games[chosen - 1]
        if not doomed:
            return path
        if _sure(say("menu.delete", game=_line(saved))):
            saves.delete(path)
            print_wrapped(say("history.deleted", name=saves.name_of(path)))
            games, _ = saves.unfinished()
    return None


def _which_game(count: int) -> tuple[bool, int | None]:
    """Whether a game is to be deleted, and the number of the game; None for a new one."""
    while True:
        answer = _ask(say("menu.go-on"), say("menu.help-go-on")) or "1"
        if answer.lower() in say("words.new").split():
            return False, None
        first, _, rest = answer.partition(" ")
        doomed = first.lower() in say("words.delete").split()
        number = rest.strip() if doomed else answer
        if number.isascii() and number.isdigit() and 1 <= int(number) <= count:
            return doomed, int(number)
        print_wrapped(say("word/unknown", word=answer, expected=say("menu.help-go-on")))


def _sure(question: str) -> bool:
    return ask(question).strip().lower() in say("words.yes").split()


def trusted(path: str, saved: Record) -> bool:
    """Whether the programs that play in a saved game may be started: the person's own may."""
    programs = [bot_name(seat) for seat in saved.seats if program(seat) is not None]
    if not programs or saves.own(path):
        return True
    return _sure(say("menu.programs", programs=programs))


def rules_name() -> str:
    """The rules that the person wants to play by."""
    presets = preset_names()
    for number, name in enumerate(presets, 1):
        _print_row(f"{number:>3}  {one_line(Rules.load(name))}", 5)
    while True:
        answer = _ask(say("menu.rules", rules="basic"), say("menu.help-rules")) or "basic"
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(presets):
            return presets[int(answer) - 1]
        try:
            Rules.load(answer)
        except HotDiceError as error:
            print_wrapped(str(error))
        else:
            return answer


def seats() -> tuple[str, ...]:
    """Who plays."""
    usual = f"{say('seat/person')},bot:cautious"
    print()
    _offer()
    while True:
        answer = _ask(say("menu.who", seats=usual), _offer) or usual
        try:
            return read_seats(answer)
        except HotDiceError as error:
            print_wrapped(str(error))


def _offer() -> None:
    """Who can play: the bots that are ready here, the weakest first."""
    print_wrapped(say("menu.help-who"))
    bots = [bot for bot in OFFERED if can_play(bot)]
    width = max(map(len, bots))
    for bot in bots:
        _print_row(f"  bot:{bot:<{width}}  {say(f'menu.bot.{bot}')}", width + 8)


def _print_row(line: str, indent: int) -> None:
    """A line of a list; what does not fit goes on below it."""
    for part in wrapped(line, " " * indent):
        print(part)


def _ask(question: str, help_line: str | Callable[[], None]) -> str:
    while True:
        answer = ask(question).strip()
        if command(answer) == "quit":
            raise Quit
        if command(answer) != "help":
            return answer
        if callable(help_line):
            help_line()
        else:
            print_wrapped(help_line)


def _line(saved: Record) -> str:
    return f"{saved.start.rules.title} ({standings(saved.state, names(saved.seats))})"
