"""One running game: its seats and bots, what was played, and its file.

Every step is on disk before it is shown.
"""

from collections.abc import Sequence
from secrets import randbelow
from types import TracebackType

from hotdice.bots import bot_name, is_bot, names, open_bot
from hotdice.bots.source import Source
from hotdice.game import Action, Chooser, DiceSource, Roll, State, Step, Turns
from hotdice.game.actions import Take
from hotdice.game.dice import MOST_SEED, ScriptedDice, virtual_dice
from hotdice.game.driver import take
from hotdice.game.generator import stream_key
from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.rules import Keep
from hotdice.terminal.session.saves import finish
from hotdice.texts import HotDiceError


class Session:
    """The running game; a context manager that closes its file and its bots."""

    def __init__(self, record: Record, journal: Journal | None = None) -> None:
        self._game = record
        self._steps = list(record.steps)
        self._turns = _counts(record)
        self._journal = journal
        self._bots: dict[int, Source] = {}
        self._players: dict[int, Chooser] = {}
        self.names = names(record.seats)

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return self._game.having(*self._steps)

    @property
    def state(self) -> State:
        """The current position."""
        return self._steps[-1].after if self._steps else self._game.start

    @property
    def steps(self) -> Sequence[Step]:
        """The steps so far."""
        return self._steps

    @property
    def turns(self) -> Turns:
        """The count of turns so far."""
        return self._turns[-1]

    @property
    def path(self) -> str | None:
        """The path of the game's file, if it has one."""
        return self._journal.path if self._journal else None

    @property
    def real_dice(self) -> bool:
        """Whether people throw real dice and type what they show."""
        return self._game.dice == "mine"

    @property
    def advice(self) -> bool:
        """Whether people may have advice in this game."""
        return self._game.advice

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats as in the record."""
        return self._game.seats

    def bot(self, seat: int) -> Chooser:
        """The bot of a seat, with its random stream advanced to the current position."""
        if seat not in self._players:
            if seat not in self._bots:
                self._bots[seat] = open_bot(bot_name(self.seats[seat]))
            seed = randbelow(MOST_SEED) if self._game.seed is None else self._game.seed
            chosen = sum(step.before.player == seat for step in self._steps)
            self._players[seat] = self._bots[seat].game(stream_key(seed, 0, 1 + seat), chosen)
        return self._players[seat]

    def act(self, action: Action, thrown: Sequence[int] | None = None) -> Step:
        """Play one action and save it; `thrown` are the real dice of a roll."""
        dice = self.dice if thrown is None else ScriptedDice([thrown])
        return self.append(take(self.state, action, dice, self.turns))

    def append(self, step: Step) -> Step:
        """Save a step from the current position."""
        if self._journal:
            self._journal.append(step)
        self._steps.append(step)
        self._turns.append(self.turns.after(step))
        return step

    def undo(self) -> Step:
        """Undo the last decision or input of a person, and all steps since.

        With virtual dice only a keep of the current turn or a takeover can be undone, so that no
        roll is repeated. Real dice were typed, so everything can be corrected.
        """
        count = next(
            (back for back, step in enumerate(reversed(self._steps), 1) if self._was_decided(step)),
            0,
        )
        if not count or not (self.real_dice or (count == 1 and self._without_dice())):
            raise HotDiceError("undo/nothing-real" if self.real_dice else "undo/nothing")
        self._players.clear()
        for _ in range(count):
            if self._journal:
                self._journal.undo()
            step = self._steps.pop()
            self._turns.pop()
        return step

    def close(self) -> None:
        """Close the file and the bots; a finished game moves to the finished ones.

        The file of a game without any step is deleted.
        """
        for bot in self._bots.values():
            bot.close()
        if self._journal is None:
            return
        if not self._steps:
            self._journal.discard()
        self._journal.close()
        if self._steps and self.state.over:
            finish(self._journal.path)
        self._journal = None

    @property
    def dice(self) -> DiceSource:
        """The virtual dice."""
        return virtual_dice(self._game.seed)

    def _was_decided(self, step: Step) -> bool:
        """Whether a person decided a step: by a choice, or by typing real dice."""
        if isinstance(step.action, Roll) and self.real_dice:
            return True
        return len(step.before.actions()) > 1 and not is_bot(self.seats[step.before.player])

    def _without_dice(self) -> bool:
        """Whether the last step was one of the current turn after which no dice have fallen."""
        last = self._steps[-1]
        return isinstance(last.action, Keep | Take) and not last.after.fresh


def _counts(record: Record) -> list[Turns]:
    """The counts of turns before each step and after the last."""
    counts = [Turns.start(len(record.seats))]
    for step in record.steps:
        counts.append(counts[-1].after(step))
    return counts
