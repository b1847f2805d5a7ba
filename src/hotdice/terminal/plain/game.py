"""The game line by line, for any terminal: people and bots at one table, saved as it goes."""

from collections.abc import Callable

from msgspec import Struct

from hotdice.bots import BotFailure, is_bot
from hotdice.bots import names as names_of
from hotdice.game import Chooser, Throw, play
from hotdice.game.dice import TypedDice
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.rules.sheet import brief
from hotdice.terminal.history.personal_bests import compared, reached
from hotdice.terminal.plain.advice import AdviceCommands, Solving
from hotdice.terminal.plain.person import Answer, Person, Quit, Undo, command
from hotdice.terminal.plain.prompt import ask, ask_player, refuse_closed
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.farewell import farewell
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.aims import turn_line
from hotdice.terminal.text.key_moments import key_moments
from hotdice.terminal.text.narration import result, standings, told
from hotdice.terminal.text.score_sheet import score_sheet
from hotdice.terminal.text.wrapping import print_wrapped, room
from hotdice.texts import HotDiceError, faces, say


class Manner(Struct, frozen=True):
    """How a game is played: whether people may have advice, and how waiting for it is shown."""

    advice: bool
    solving: Solving


def sit_down(
    record: Record,
    journal: Journal | None,
    manner: Manner,
    again: Callable[[Record], Record | None],
    show: bool = True,
) -> Record | None:
    """Play a game to its end, or until somebody quits; gives the game that is to follow it.

    That is asked for by `again`, at which an undo can take the end back.
    """
    with Session(record, journal) as table:
        if not all(map(is_bot, table.seats)):
            refuse_closed()
        door = _Door(table, manner, show)
        try:
            if show:
                door.welcome()
            while True:
                door.play()
                door.end()
                while table.state.over:
                    try:
                        return again(table.record)
                    except Undo:
                        door.take_back()
        except (Quit, KeyboardInterrupt):
            door.leave()
            return None
        except BotFailure:
            door.leave()
            raise


def print_end(record: Record) -> None:
    """The score sheet, the key moments and the line that says who has won."""
    called = names_of(record.seats)
    print("\n" + say("play.sheet") + "\n")
    for line in score_sheet(record, called, room()):
        print(line)
    for number, line in enumerate(key_moments(record, called)):
        print_wrapped(line if number else "\n" + line)
    alone = len(called) == 1
    print_wrapped("\n" + (reached(record) if alone else result(record.state, called)))


class _Door:
    """What is told and asked at a table, line by line."""

    def __init__(self, table: Session, manner: Manner, show: bool) -> None:
        self._table = table
        self._show = show
        allowed = manner.advice and table.advice
        adviser = Adviser(table.state.rules, len(table.names), allowed)
        self._hints = AdviceCommands(adviser, table.names, manner.solving)
        self._answers: dict[str, Answer] = {
            "advice": self._hints.advice,
            "chances": self._hints.chances,
        }

    def welcome(self) -> None:
        """What somebody needs who sits down, at the start or in the middle."""
        state = self._table.state
        print_wrapped("\n" + say("play.welcome") + "\n")
        print(brief(state.rules, len(self._table.names) == 1, room() - 1))
        if self._table.steps:
            print_wrapped(say("standings", standings=standings(state, self._table.names)))
            if not state.fresh:
                name = self._table.names[state.player]
                print_wrapped(say("tell.has", name=name, points=state.turn_points))
            if state.rolled:
                print_wrapped(say("tell.lies", dice=faces(state.rolled)))

    def end(self) -> None:
        """What there is to say about a game that is over."""
        record = self._table.record
        best = compared(record, self._table.path)
        print_end(record)
        if best:
            print_wrapped(best)

    def leave(self) -> None:
        """Say where the game is, if there is one to go on with."""
        if self._table.path and self._table.steps and not self._table.state.over:
            print("\n\n" + farewell(self._table.path))
        elif self._table.path:
            print()

    def play(self) -> None:
        """Go on until the game is over; an undo starts again from before."""
        table = self._table
        while not table.state.over:
            self._turn()
            choosers = [self._chooser(seat) for seat in range(len(table.names))]
            dice = TypedDice(self._ask_dice) if table.real_dice else table.dice
            try:
                for step in play(table.state, choosers, dice, table.turns):
                    table.put(step)
                    if self._show:
                        for line in told([step], table.names):
                            print_wrapped(line)
                    self._turn()
            except Undo:
                self.take_back()

    def _turn(self) -> None:
        """At the start of a turn, what a person who moves plays for, and who will win."""
        state, names = self._table.state, self._table.names
        if not state.fresh or state.over:
            return
        if not is_bot(self._table.seats[state.player]):
            number = self._table.turns.finished[state.player] + 1
            print_wrapped(turn_line(state, names, number))
        self._hints.turn(state)

    def _chooser(self, seat: int) -> Chooser:
        if is_bot(self._table.seats[seat]):
            return self._table.bot(seat)
        name, throws = self._table.names[seat], self._table.real_dice
        return Person(name, ask_player, print_wrapped, throws, self._answers)

    def _ask_dice(self, throw: Throw, problem: str) -> str:
        if problem:
            print_wrapped(problem)
        name = self._table.names[throw.seat]
        while True:
            words = ask(say("ask.dice", name=name, dice=say("dice", count=throw.count)))
            match command(words):
                case "quit":
                    raise Quit
                case "undo":
                    raise Undo
                case "help":
                    print_wrapped(say("play.help-dice"))
                    print_wrapped(say("play.help-more"))
                case "advice" | "chances" as word:
                    self._answers[word](self._table.state)
                case _:
                    return words

    def take_back(self) -> None:
        """Take back what a person decided or typed last, if that can be."""
        try:
            self._table.take_back()
        except HotDiceError as error:
            print_wrapped(str(error))
            return
        print_wrapped(say("tell.taken-back"))
        state = self._table.state
        if state.rolled:
            print_wrapped(say("tell.lies", dice=faces(state.rolled)))
