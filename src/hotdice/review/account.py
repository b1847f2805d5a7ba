"""The account of a game: how luck and choices led from the first chance to the result.

The chances of winning change by dice, which is luck, or by a choice that was not the best one,
which is skill. So for every seat the chance at the start, its own luck, the luck of others, its own
choices and the choices of others add up to the result. Chances assume that everybody follows the
stored play from there on. Where that play mixes equally good ways to play a turn, which of them the
mover takes is not a choice: it is booked as mixing. The difference between the chances at turn
starts and those computed for the turns is the remainder: only rounding if the game is solved,
otherwise the error of the approximation.

A single player always wins; the account is then in turns: those played and those still to come.
"""

from collections.abc import Iterator
from math import fsum
from typing import Literal, NamedTuple

from msgspec import Struct

from hotdice.game import Action, Roll, State, Step
from hotdice.game.actions import Bank, Move, Pass, Take
from hotdice.game.driver import Turns
from hotdice.game.record import Record
from hotdice.rules import Keep
from hotdice.solver.advice.choices import SAME_CHANCE
from hotdice.solver.advice.explicit_chances import seat_chances
from hotdice.solver.advice.seat_chances import SeatChances, leads_to
from hotdice.solver.advice.values import (
    Chances,
    Values,
    chances_at_end,
    turn_start,
    turns_to_come,
)

Kind = Literal["luck", "choice", "mixing"]


class Alternative(NamedTuple):
    """One of different actions in a choice: what it costs the mover against the best.

    `then` is what is best after a keep, unless that ends the turn.
    """

    action: Action
    then: Roll | Bank | None
    cost: float


class Change(Struct, frozen=True):
    """One change of the chances, by action `number` of the record, counted from 1.

    `best` is the best action if there was a choice, and `loss` what the mover lost by doing
    something else. `alternatives` are the different actions; where they are to roll and to bank,
    `bank_from` is the number of turn points from which to bank with these dice. `variance` is that
    of the mover's luck in a roll.
    """

    number: int
    seat: int
    round: int
    kind: Kind
    step: Step
    before: Chances
    after: Chances
    best: Action | None = None
    loss: float = 0.0
    alternatives: tuple[Alternative, ...] = ()
    bank_from: int | None = None
    variance: float = 0.0

    @property
    def state(self) -> State:
        """The position before it."""
        return self.step.before

    @property
    def action(self) -> Move:
        """What was done."""
        return self.step.action

    @property
    def passed(self) -> bool:
        """Whether it was the skipped turn of an absent player, which nobody chose."""
        return isinstance(self.action, Pass)

    @property
    def swing(self) -> float:
        """What the mover gained by it, or lost if it is below 0; for a single player in turns."""
        gained = self.after[self.seat] - self.before[self.seat]
        return -gained if len(self.after) == 1 else gained


class Account(Struct, frozen=True):
    """The lines of one seat; together with the start they add up to the result.

    `name` is that of the record, which for a bot is such as `bot:turn`.
    """

    name: str
    start: float
    result: float
    own_luck: float
    others_luck: float
    own_choices: float
    others_choices: float
    mixing: float
    remainder: float

    @property
    def luck(self) -> float:
        """All luck, that of the others included."""
        return self.own_luck + self.others_luck

    @property
    def adjusted(self) -> float:
        """The result minus all luck: that of average dice."""
        return self.result - self.luck


class Review(Struct, frozen=True):
    """The review of a game. If it is exact, each line of each account is off by at most `bound`."""

    record: Record
    values: Values
    changes: tuple[Change, ...]
    accounts: tuple[Account, ...]
    exact: bool
    bound: float

    @property
    def least_loss(self) -> float:
        """A smaller loss counts as none: it may be an error of the chances."""
        return self.bound if self.exact else SAME_CHANCE

    def choices(self, seat: int | None = None) -> Iterator[Change]:
        """The choices of a seat, or of all."""
        for change in self.changes:
            if change.kind == "choice" and seat in (None, change.seat):
                yield change

    def worst(self, seat: int | None = None) -> Change | None:
        """The choice that lost most, if any lost more than rounding."""
        slips = [change for change in self.choices(seat) if change.loss > self.least_loss]
        return max(slips, key=lambda change: change.loss, default=None)


def review(record: Record, values: Values) -> Review:
    """Account for every change of the chances in a game, over or not."""
    walk = _Walk(record, values)
    walk.go()
    return walk.found()


def winning_chances(state: State, values: Values) -> Chances:
    """The chance of each seat under best play from here on; once the game is over, its result."""
    if state.over or len(state.totals) == 1:
        return chances_at_end(state, values) if state.over else (1.0,)
    return seat_chances(turn_start(state), values).here(state)


class _Walk:
    """A game from its start to its end, with everybody's chances at every moment."""

    def __init__(self, record: Record, values: Values) -> None:
        self._record, self._values = record, values
        self._turns = Turns.start(len(record.seats))
        self._changes: list[Change] = []
        self._remainder = [0.0] * len(record.seats)
        self._exact, self._bound = True, 0.0
        self._chances: Chances = ()
        self._start: Chances = ()

    def go(self) -> None:
        """Walk through all steps."""
        steps = self._record.steps
        turn: SeatChances | None = None
        for number, step in enumerate(steps, 1):
            if turn is None:
                turn = self._begin_turn(step.before)
            self._look(number, step, turn)
            self._turns = self._turns.after(step)
            if step.after.fresh:
                turn = None
        if turn is None and not self._record.state.over:
            self._begin_turn(self._record.state)

    def found(self) -> Review:
        """The accounts of all seats, and the changes they consist of."""
        return Review(
            record=self._record,
            values=self._values,
            changes=tuple(self._changes),
            accounts=tuple(map(self._account, range(len(self._record.seats)))),
            exact=self._exact,
            bound=2.0 * self._bound,
        )

    def _begin_turn(self, state: State) -> SeatChances:
        """Take the chances at the start of a turn; the difference from before is remainder."""
        turn = seat_chances(state, self._values)
        chances = self._told(turn.here(state))
        if self._start:
            parts = zip(self._remainder, chances, self._chances, strict=True)
            self._remainder = [left + now - before for left, now, before in parts]
        else:
            self._start = chances
        self._chances = chances
        self._bound += turn.bound
        self._exact = self._exact and turn.exact
        return turn

    def _look(self, number: int, step: Step, turn: SeatChances) -> None:
        """Book what one step changed: a choice if there was one, then luck if dice were thrown."""
        self._bound += turn.bound
        match step.action:
            case Pass():
                best = turn.choice(step.before, turn.ways[0])
                after = chances_at_end(step.after, self._values)
                self._book(number, step, "choice", after, best, _alternatives(step, turn))
            case Roll():
                if len(step.before.actions()) > 1:
                    self._choose(number, step, turn, step.action)
                variance = turn.roll_variance(step.before)
                self._book(number, step, "luck", turn.after_roll(step), variance=variance)
            case Keep() | Bank() | Take():
                actions = step.before.actions()
                if len(actions) > 1:
                    chosen = next(action for action in actions if action == step.action)
                    self._choose(number, step, turn, chosen)

    def _choose(self, number: int, step: Step, turn: SeatChances, chosen: Action) -> None:
        """Book a choice, or mixing where equally good ways differ."""
        best = turn.choice(step.before, turn.ways[0])
        alternatives = _alternatives(step, turn)
        bank_from = None if step.before.rolled else turn.bank_from(step.before)
        parted = turn.keep_to(step.before, chosen)
        after = turn.after(step.before, chosen)
        kind: Kind = "mixing" if parted else "choice"
        self._book(number, step, kind, after, best, alternatives, bank_from)

    def _book(
        self,
        number: int,
        step: Step,
        kind: Kind,
        after: Chances,
        best: Action | None = None,
        alternatives: tuple[Alternative, ...] = (),
        bank_from: int | None = None,
        variance: float = 0.0,
    ) -> None:
        told = self._told(after)
        seat = step.before.player
        gained = told[seat] - self._chances[seat]
        lost = gained if len(told) == 1 else -gained
        change = Change(
            number=number,
            seat=seat,
            round=self._turns.finished[seat] + 1,
            kind=kind,
            step=step,
            before=self._chances,
            after=told,
            best=best,
            loss=max(0.0, lost) if kind == "choice" else 0.0,
            alternatives=alternatives,
            bank_from=bank_from,
            variance=variance,
        )
        self._changes.append(change)
        self._chances = told

    def _told(self, chances: Chances) -> Chances:
        """Chances as they are reported: for a single player, turns in all."""
        if self._values.players > 1:
            return chances
        return (self._turns.finished[0] + turns_to_come(chances[0]),)

    def _account(self, seat: int) -> Account:
        """Add up what happened to one seat."""

        def total(kind: Kind, own: bool) -> float:
            return fsum(
                change.after[seat] - change.before[seat]
                for change in self._changes
                if change.kind == kind and (change.seat == seat) is own
            )

        return Account(
            name=self._record.seats[seat],
            start=self._start[seat],
            result=self._chances[seat],
            own_luck=total("luck", True),
            others_luck=total("luck", False),
            own_choices=total("choice", True),
            others_choices=total("choice", False),
            mixing=total("mixing", True) + total("mixing", False),
            remainder=self._remainder[seat],
        )


def _alternatives(step: Step, turn: SeatChances) -> tuple[Alternative, ...]:
    """The different actions; of keeps that lead to the same the one taken, or else the first."""
    state = step.before
    different: dict[tuple[int, int, bool] | type, Action] = {}
    for action in state.actions():
        key = leads_to(action) if isinstance(action, Keep) else type(action)
        if key not in different or action == step.action:
            different[key] = action
    chances = [turn.after(state, action)[state.player] for action in different.values()]
    best = max(chances)
    return tuple(
        Alternative(
            action, turn.then(state, action) if isinstance(action, Keep) else None, best - chance
        )
        for action, chance in zip(different.values(), chances, strict=True)
    )
