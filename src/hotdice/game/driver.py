"""The loop that plays a game: ask the chooser, throw the dice, yield the step."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from hotdice.game.actions import PASS, Action, Bank, Move, Pass, Roll, Take
from hotdice.game.events import Event, events, passed
from hotdice.game.generator import EVEN_SIDES
from hotdice.game.illegal import IllegalAction
from hotdice.game.state import State
from hotdice.rules import Keep
from hotdice.texts import HotDiceError
from hotdice.texts.signs import shown


class Chooser(Protocol):
    """A player: a person or a bot."""

    def choose(self, state: State, /) -> Action:
        """One of `state.actions()`."""
        ...


class Throw(Struct, frozen=True):
    """Which throw of the game this is: by seat, its turn and the roll in it, all from 0.

    `count` dice are thrown, each with these `sides`.
    """

    seat: int
    turn: int
    roll: int
    count: int
    sides: tuple[int, ...] = EVEN_SIDES


class DiceSource(Protocol):
    """A source of dice."""

    def roll(self, throw: Throw, /) -> Sequence[int]:
        """`throw.count` faces."""
        ...


class Step(Struct, frozen=True):
    """One action and what it did; `dice` are those thrown, in the order they fell."""

    before: State
    action: Move
    dice: tuple[int, ...]
    after: State

    @property
    def events(self) -> list[Event]:
        """What happened in this step."""
        if isinstance(self.action, Pass):
            return passed(self.before, self.after)
        keep = self.action if isinstance(self.action, Keep) else None
        return events(self.before, self.after, self.dice, keep)


class Turns(Struct, frozen=True):
    """How many turns each seat has finished, and the rolls of the turn going on."""

    finished: tuple[int, ...]
    rolls: int = 0

    @staticmethod
    def start(players: int) -> "Turns":
        """The counts before the first roll."""
        return Turns((0,) * players)

    def after(self, step: Step) -> "Turns":
        """The counts after one more step."""
        rolls = self.rolls + isinstance(step.action, Roll)
        if not step.after.fresh:
            return Turns(self.finished, rolls)
        seat = step.before.player
        done = (*self.finished[:seat], self.finished[seat] + 1, *self.finished[seat + 1 :])
        return Turns(done)

    def throw(self, state: State) -> Throw:
        """The throw that comes next."""
        turn, sides = self.finished[state.player], state.rules.sides
        return Throw(state.player, turn, self.rolls, state.dice, sides)


def play(
    state: State, choosers: Sequence[Chooser], dice: DiceSource, turns: Turns | None = None
) -> Iterator[Step]:
    """Play on from a state until the game is over, one step at a time.

    `turns` counts what was played before, for a game that is resumed.
    """
    check_choosers(choosers)
    if len(choosers) != len(state.totals):
        raise HotDiceError("play/choosers", count=len(choosers), seats=len(state.totals))
    return _play(state, choosers, dice, turns or Turns.start(len(state.totals)))


def check_choosers(choosers: Iterable[object]) -> None:
    """Refuse what is not a chooser: a function, a class, a name."""
    for chooser in choosers:
        if isinstance(chooser, type):
            raise HotDiceError("play/class", name=chooser.__name__)
        if not callable(getattr(chooser, "choose", None)):
            raise HotDiceError("play/chooser", found=shown(chooser))


def _play(
    state: State, choosers: Sequence[Chooser], dice: DiceSource, turns: Turns
) -> Iterator[Step]:
    while not state.over:
        action = choosers[state.player].choose(state)
        step = take(state, action, dice, turns)
        yield step
        state, turns = step.after, turns.after(step)


def pass_turn(state: State) -> Step:
    """The step that skips the turn of an absent player."""
    return Step(state, PASS, (), state.pass_on())


def repeat(state: State, move: Move, dice: tuple[int, ...] = ()) -> Step:
    """The step of a move that was made before; `dice` are those that were thrown."""
    match move:
        case Roll():
            return Step(state, move, dice, state.roll(dice))
        case Keep():
            return Step(state, move, (), state.keep(move.dice))
        case Bank():
            return Step(state, move, (), state.bank())
        case Take():
            return Step(state, move, (), state.take())
        case Pass():
            return pass_turn(state)


def take(state: State, action: Action, dice: DiceSource, turns: Turns) -> Step:
    """Do one action; dice are thrown only for a roll that is legal."""
    match action:
        case Roll():
            thrown = tuple(dice.roll(turns.throw(state))) if action in state.actions() else ()
            after = state.roll(thrown)
            return Step(state, action, tuple(map(int, thrown)), after)
        case Keep():
            after = state.keep(action.dice)
            offered = state.rules.rolls[state.rolled].by_dice[action.dice]
            return Step(state, offered, (), after)
        case Bank():
            return Step(state, action, (), state.bank())
        case Take():
            return Step(state, action, (), state.take())
    raise IllegalAction("action/unknown", str(state), state.actions(), found=repr(action))
