"""The game line by line, for any terminal: people and bots at one table, saved as it goes."""

from contextlib import ExitStack, closing
from secrets import randbelow

from hotdice.bots import BotFailure, bot_name, is_bot, names, open_bot
from hotdice.game import Chooser, DiceSource, Step, Throw, play
from hotdice.game.dice import MOST_SEED, SeededDice, SystemDice, TypedDice
from hotdice.game.generator import stream_key
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.rules import Keep
from hotdice.rules.sheet import brief
from hotdice.terminal.key_moments import key_moments
from hotdice.terminal.lines import ask, print_wrapped
from hotdice.terminal.person import Person, Quit, Undo, command
from hotdice.terminal.saves import finish
from hotdice.terminal.score_sheet import score_sheet
from hotdice.terminal.tell import result, standings, told
from hotdice.texts import faces, say


def sit_down(record: Record, journal: Journal | None, show: bool = True) -> bool:
    """Play a game to its end, or until somebody quits; every step is on disk before it is told.

    True if it came to its end.
    """
    table = _Table(record, journal, show)
    try:
        if show:
            table.welcome()
        table.play()
    except (Quit, KeyboardInterrupt):
        table.leave()
        return False
    except BotFailure:
        table.leave()
        raise
    finally:
        if journal:
            journal.close()
    if journal:
        finish(journal.path)
    print_end(table.record)
    return True


def print_end(record: Record) -> None:
    """The score sheet, the key moments and the line that says who has won."""
    called = names(record.seats)
    print("\n" + say("play.sheet") + "\n")
    for line in score_sheet(record, called):
        print(line)
    for number, line in enumerate(key_moments(record, called)):
        print(line if number else "\n" + line)
    print("\n" + result(record.state, called))


class _Table:
    """The game as it stands, and where it is written."""

    def __init__(self, record: Record, journal: Journal | None, show: bool) -> None:
        self._game = record
        self._steps = list(record.steps)
        self._journal = journal
        self._show = show
        self._names = names(record.seats)

    @property
    def record(self) -> Record:
        """The game as far as it went."""
        return self._game.having(*self._steps)

    def welcome(self) -> None:
        """What somebody needs who sits down, at the start or in the middle."""
        state = self.record.state
        print("\n" + say("play.welcome") + "\n")
        print(brief(state.rules))
        if self._steps:
            print(say("standings", standings=standings(state, self._names)))
            if not state.fresh:
                name = self._names[state.player]
                print(say("tell.has", name=name, points=state.turn_points))
            if state.rolled:
                print(say("tell.lies", dice=faces(state.rolled)))

    def leave(self) -> None:
        """Say where the game is; one in which nothing has happened is not kept."""
        if self._journal and self._steps:
            print("\n\n" + say("play.saved", path=self._journal.path))
        elif self._journal:
            self._journal.discard()
            print()

    def play(self) -> None:
        """Go on until the game is over; an undo starts again from one step before."""
        dice = self._dice()
        with ExitStack() as bots:
            choosers = [self._chooser(seat, bots) for seat in range(len(self._names))]
            while not self.record.state.over:
                game = self.record
                try:
                    for step in play(game.state, choosers, dice, game.turns):
                        self._take(step)
                except Undo:
                    self._take_back()

    def _dice(self) -> DiceSource:
        if self._game.dice == "mine":
            return TypedDice(self._ask_dice)
        return SystemDice() if self._game.seed is None else SeededDice(self._game.seed)

    def _chooser(self, seat: int, bots: ExitStack) -> Chooser:
        if not is_bot(self._game.seats[seat]):
            throws = self._game.dice == "mine"
            return Person(self._names[seat], ask, print_wrapped, throws)
        seed = randbelow(MOST_SEED) if self._game.seed is None else self._game.seed
        chosen = sum(step.before.player == seat for step in self._steps)
        bot = bots.enter_context(closing(open_bot(bot_name(self._game.seats[seat]))))
        return bot.game(stream_key(seed, 0, 1 + seat), chosen)

    def _ask_dice(self, throw: Throw, problem: str) -> str:
        if problem:
            print_wrapped(problem)
        name = self._names[throw.seat]
        while True:
            words = ask(say("ask.dice", name=name, dice=say("dice", count=throw.count)))
            match command(words):
                case "quit":
                    raise Quit
                case "undo":
                    raise Undo
                case "help":
                    print_wrapped(say("play.help-dice"))
                case _:
                    return words

    def _take(self, step: Step) -> None:
        if self._journal:
            self._journal.append(step)
        self._steps.append(step)
        if self._show:
            for line in told([step], self._names):
                print(line)

    def _take_back(self) -> None:
        if not self._steps or not _can_be_taken_back(self._steps[-1], self._game):
            print(say("undo/nothing"))
            return
        if self._journal:
            self._journal.undo()
        last = self._steps.pop()
        print(say("tell.taken-back"))
        print(say("tell.lies", dice=faces(last.before.rolled)))


def _can_be_taken_back(step: Step, game: Record) -> bool:
    """A keep that somebody has chosen, if the turn still goes on."""
    chosen = isinstance(step.action, Keep) and len(step.before.actions()) > 1
    return chosen and not step.after.fresh and not is_bot(game.seats[step.before.player])
