"""The line-by-line game, for any terminal or a pipe."""

from collections.abc import Callable

from msgspec import Struct

from hotdice.bots import BotFailure, is_bot
from hotdice.bots import names as names_of
from hotdice.game import Chooser, Throw, play
from hotdice.game.dice import TypedDice
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.rules.sheet import brief
from hotdice.terminal.history.personal_bests import compare_with_best, target_line
from hotdice.terminal.plain.advice import AdviceCommands, Solving
from hotdice.terminal.plain.person import Command, Person, Quit, Undo, parse_command
from hotdice.terminal.plain.prompt import ask, ask_player, require_streams
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.farewell import farewell
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.aims import turn_line
from hotdice.terminal.text.key_moments import key_moments
from hotdice.terminal.text.narration import narrate, result, roll_off_lines, standings
from hotdice.terminal.text.score_sheet import score_sheet
from hotdice.terminal.text.wrapping import print_wrapped, room
from hotdice.texts import HotDiceError, faces, say


class PlainOptions(Struct, frozen=True):
    """Whether advice is allowed, and how the progress of solving is shown."""

    advice: bool
    solving: Solving


def play_game(
    record: Record,
    journal: Journal | None,
    options: PlainOptions,
    again: Callable[[Record], Record | None],
    show: bool = True,
) -> Record | None:
    """Play a game to its end, or until somebody quits; returns the next game, if any.

    `again` asks for the next game; it may raise `Undo` to go on with this one.
    """
    with Session(record, journal) as session:
        if not all(map(is_bot, session.seats)):
            require_streams()
        game = _PlainGame(session, options, show)
        try:
            if show:
                game.welcome()
            while True:
                game.play()
                game.end()
                while session.state.over:
                    try:
                        return again(session.record)
                    except Undo:
                        game.undo()
        except (Quit, KeyboardInterrupt):
            game.leave()
            return None
        except BotFailure:
            game.leave()
            raise


def print_end(record: Record) -> None:
    """Print the score sheet, the key moments and the result."""
    players = names_of(record.seats)
    print("\n" + say("play.sheet") + "\n")
    for line in score_sheet(record, players, room()):
        print(line)
    for number, line in enumerate(key_moments(record, players)):
        print_wrapped(line if number else "\n" + line)
    solo = len(players) == 1
    print_wrapped("\n" + (target_line(record) if solo else result(record.state, players)))


class _PlainGame:
    """The input and output of one game."""

    def __init__(self, session: Session, options: PlainOptions, show: bool) -> None:
        self._session = session
        self._show = show
        allowed = options.advice and session.advice
        adviser = Adviser(session.state.rules, len(session.names), allowed)
        self._advice = AdviceCommands(adviser, session.names, options.solving)
        self._commands: dict[str, Command] = {
            "advice": self._advice.advice,
            "chances": self._advice.chances,
        }

    def welcome(self) -> None:
        """Print the rules in brief, and the position of a game with a past or a head start."""
        state = self._session.state
        print_wrapped("\n" + say("play.welcome") + "\n")
        print(brief(state.rules, len(self._session.names) == 1, room() - 1))
        for line in roll_off_lines(self._session.record.roll_off, self._session.names):
            print_wrapped(line)
        if self._session.steps or any(state.totals):
            print_wrapped(say("standings", standings=standings(state, self._session.names)))
            if not state.fresh:
                name = self._session.names[state.player]
                print_wrapped(say("tell.has", name=name, points=state.turn_points))
            if state.rolled:
                print_wrapped(say("tell.lies", dice=faces(state.rolled)))

    def end(self) -> None:
        """Print the end of a game."""
        record = self._session.record
        best = compare_with_best(record, self._session.path)
        print_end(record)
        if best:
            print_wrapped(best)

    def leave(self) -> None:
        """Print how to resume the game, if it is not over."""
        if self._session.path and self._session.steps and not self._session.state.over:
            print("\n\n" + farewell(self._session.path))
        elif self._session.path:
            print()

    def play(self) -> None:
        """Play until the game is over; an undo restarts the driver from the earlier position."""
        session = self._session
        while not session.state.over:
            self._turn()
            choosers = [self._chooser(seat) for seat in range(len(session.names))]
            dice = TypedDice(self._ask_dice) if session.real_dice else session.dice
            try:
                for step in play(session.state, choosers, dice, session.turns):
                    session.append(step)
                    if self._show:
                        for line in narrate([step], session.names):
                            print_wrapped(line)
                    self._turn()
            except Undo:
                self.undo()

    def _turn(self) -> None:
        """Print what a person needs at the start of a turn, and the winning chances."""
        state, names = self._session.state, self._session.names
        if not state.fresh or state.over:
            return
        if not is_bot(self._session.seats[state.player]):
            number = self._session.turns.finished[state.player] + 1
            print_wrapped(turn_line(state, names, number))
        self._advice.turn(state)

    def _chooser(self, seat: int) -> Chooser:
        if is_bot(self._session.seats[seat]):
            return self._session.bot(seat)
        name, real_dice = self._session.names[seat], self._session.real_dice
        return Person(name, ask_player, print_wrapped, real_dice, self._commands)

    def _ask_dice(self, throw: Throw, problem: str) -> str:
        if problem:
            print_wrapped(problem)
        name = self._session.names[throw.seat]
        while True:
            words = ask(say("ask.dice", name=name, dice=say("dice", count=throw.count)))
            match parse_command(words):
                case "quit":
                    raise Quit
                case "undo":
                    raise Undo
                case "help":
                    print_wrapped(say("play.help-dice"))
                    print_wrapped(say("play.help-more"))
                case "advice" | "chances" as word:
                    self._commands[word](self._session.state)
                case _:
                    return words

    def undo(self) -> None:
        """Undo the last decision or input of a person, if that is allowed."""
        try:
            self._session.undo()
        except HotDiceError as error:
            print_wrapped(str(error))
            return
        print_wrapped(say("tell.taken-back"))
        state = self._session.state
        if state.rolled:
            print_wrapped(say("tell.lies", dice=faces(state.rolled)))
