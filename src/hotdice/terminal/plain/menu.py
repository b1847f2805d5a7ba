"""The questions before a game: resume a saved one, which rules, which players."""

from collections.abc import Callable
from functools import partial

from hotdice.bots import bot_name, names, read_seats
from hotdice.bots.built_in import BUILT_IN
from hotdice.bots.catalogue import can_play
from hotdice.bots.seats import program
from hotdice.game.record import Record
from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.rules.sheet import one_line
from hotdice.terminal.plain.person import Quit, parse_command
from hotdice.terminal.plain.prompt import ask
from hotdice.terminal.session import saves
from hotdice.terminal.text.narration import standings
from hotdice.terminal.text.wrapping import print_wrapped, wrapped
from hotdice.texts import HotDiceError, say

SHOWN = 9


def ask_unfinished_game() -> str | None:
    """Ask which saved game to resume; returns its path, or None for a new game."""
    games, troubles = saves.unfinished()
    for trouble in troubles:
        print_wrapped(say("play.unreadable", reason=trouble))
    while games := games[:SHOWN]:
        print(say("menu.unfinished"))
        for number, (_, saved) in enumerate(games, 1):
            _print_row(f"{number:>3}  {_line(saved)}", 5)
        delete, chosen = _which_game(len(games))
        if chosen is None:
            return None
        path, saved = games[chosen - 1]
        if not delete:
            return path
        if _confirm(say("menu.delete", game=_line(saved))):
            saves.delete(path)
            print_wrapped(say("history.deleted", name=saves.name_of(path)))
            games, _ = saves.unfinished()
    return None


def _which_game(count: int) -> tuple[bool, int | None]:
    """Whether to delete a game, and its number; None for a new game."""
    while True:
        answer = _ask(say("menu.go-on"), say("menu.help-go-on")) or "1"
        if answer.lower() in say("words.new").split():
            return False, None
        first, _, rest = answer.partition(" ")
        delete = first.lower() in say("words.delete").split()
        number = rest.strip() if delete else answer
        if number.isascii() and number.isdigit() and 1 <= int(number) <= count:
            return delete, int(number)
        print_wrapped(say("word/unknown", word=answer, expected=say("menu.help-go-on")))


def _confirm(question: str) -> bool:
    return ask(question).strip().lower() in say("words.yes").split()


def confirm_programs(path: str, saved: Record) -> bool:
    """Whether the programs in a saved game may be started; asks for files from elsewhere."""
    programs = [bot_name(seat) for seat in saved.seats if program(seat) is not None]
    if not programs or saves.in_saves_folder(path):
        return True
    return _confirm(say("menu.programs", programs=programs))


def ask_rules() -> str:
    """Ask for the rules."""
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


def ask_seats(rules: Rules) -> tuple[str, ...]:
    """Ask for the players."""
    usual = f"{say('seat/person')},bot:cautious"
    print()
    _print_bots(rules)
    while True:
        answer = _ask(say("menu.who", seats=usual), partial(_print_bots, rules)) or usual
        try:
            return read_seats(answer)
        except HotDiceError as error:
            print_wrapped(str(error))


def _print_bots(rules: Rules) -> None:
    """Print the bots that can play here, the weakest first."""
    print_wrapped(say("menu.help-who"))
    bots = [bot for bot in BUILT_IN.values() if can_play(bot.name)]
    width = max(len(bot.example) for bot in bots)
    for bot in bots:
        _print_row(f"  bot:{bot.example:<{width}}  {say(f'bot.about.{bot.name}')}", width + 8)
    if rules.piggyback:
        print_wrapped(say("bot.take-over"))


def _print_row(line: str, indent: int) -> None:
    """Print a row of a list, wrapped with an indent."""
    for part in wrapped(line, " " * indent):
        print(part)


def _ask(question: str, help_line: str | Callable[[], None]) -> str:
    while True:
        answer = ask(question).strip()
        if parse_command(answer) == "quit":
            raise Quit
        if parse_command(answer) != "help":
            return answer
        if callable(help_line):
            help_line()
        else:
            print_wrapped(help_line)


def _line(saved: Record) -> str:
    return f"{saved.start.rules.title} ({standings(saved.state, names(saved.seats))})"
