"""The game line by line, for any terminal: people and bots at one table, saved as it goes."""

from collections.abc import Sequence
from secrets import randbelow

from hotdice.bots import bot_name, make, names
from hotdice.game import Chooser, Dice, Step, Throw, play
from hotdice.game.dice import MOST_SEED, SeededDice, SystemDice, TypedDice
from hotdice.game.generator import stream_key
from hotdice.game.records import Journal, Record
from hotdice.rules import Keep
from hotdice.terminal.person import Person, Quit, Undo, command
from hotdice.terminal.saves import finish
from hotdice.terminal.score_sheet import score_sheet
from hotdice.terminal.tell import result, standings, tell
from hotdice.texts import say


def sit_down(record: Record, journal: Journal | None, typed_dice: bool, show: bool = True) -> None:
    """Play a game to its end, or until somebody quits; every step is on disk before it is told."""
    table = _Table(record, journal, show)
    dice = TypedDice(table.ask_dice) if typed_dice else dice_of(record)
    choosers = [table.chooser(seat) for seat in range(len(record.seats))]
    try:
        table.play(choosers, dice)
    except (Quit, KeyboardInterrupt):
        if journal:
            print("\n" + say("play.saved", path=journal.path))
        return
    finally:
        if journal:
            journal.close()
    if journal:
        finish(journal.path)
    print_end(table.record)


def dice_of(record: Record) -> Dice:
    """The dice a game is played with: by its seed, or the system's."""
    return SystemDice() if record.seed is None else SeededDice(record.seed)


def print_end(record: Record) -> None:
    """The score sheet and the line that says who has won."""
    called = names(record.seats)
    print("\n" + say("play.sheet") + "\n")
    for line in score_sheet(record, called):
        print(line)
    print("\n" + result(record.state, called))


def ask(question: str) -> str:
    """A line from the person; the end of the input is taken for quitting."""
    try:
        return input(question)
    except EOFError:
        raise Quit from None


class _Table:
    """The game as it stands, and where it is written."""

    def __init__(self, record: Record, journal: Journal | None, show: bool) -> None:
        self.record = record
        self._journal = journal
        self._show = show
        self._names = names(record.seats)

    def chooser(self, seat: int) -> Chooser:
        """Whoever decides for a seat."""
        bot = bot_name(self.record.seats[seat])
        if not bot:
            return Person(self._names[seat], ask, print)
        seed = randbelow(MOST_SEED) if self.record.seed is None else self.record.seed
        return make(bot, stream_key(seed, 0, 1 + seat))

    def play(self, choosers: Sequence[Chooser], dice: Dice) -> None:
        """Go on until the game is over; an undo starts again from one step before."""
        while not self.record.state.over:
            try:
                for step in play(self.record.state, choosers, dice, self.record.turns):
                    self._take(step)
            except Undo:
                self._take_back()

    def ask_dice(self, throw: Throw, problem: str) -> str:
        """The dice that a person has thrown on a real table."""
        if problem:
            print(problem)
        name = self._names[throw.seat]
        words = ask(say("ask.dice", name=name, dice=say("dice", count=throw.count)))
        if command(words) == "quit":
            raise Quit
        if command(words) == "undo":
            raise Undo
        return words

    def _take(self, step: Step) -> None:
        if self._journal:
            self._journal.append(step)
        self.record = self.record.then(step)
        if not self._show:
            return
        for line in tell(step, self._names):
            print(line)
        if step.after.fresh and not step.after.over:
            print("\n" + say("standings", standings=standings(step.after, self._names)))

    def _take_back(self) -> None:
        last = self.record.steps[-1] if self.record.steps else None
        if last is None or not isinstance(last.action, Keep) or last.after.fresh:
            print(say("undo/nothing"))
            return
        if self._journal:
            self._journal.undo()
        self.record = self.record.back()
        print(say("tell.taken-back"))
