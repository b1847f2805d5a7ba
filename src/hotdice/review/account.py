"""The account of a game: how luck and choices led from the first chance to the result.

Between two moments the chances of winning change by dice, which is luck, or by a choice that was
not the best one, which is skill. So for every seat the chance at the start, its own luck, the luck
of others, its own choices and the choices of others add up to the result. Chances are those of the
stored play of all from there on. Where that play mixes equally good ways through a turn, what the
mover takes of them is no choice: that is booked as mixing. What chances of turn starts and of the
turns themselves differ by is the remainder: nothing but rounding where the game is solved, and the
error of the approximation where it is not.

A single player always wins; the account is then in turns: those played and those still to come.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Literal

from msgspec import Struct, structs

from hotdice.game import Action, Roll, State, Step
from hotdice.game.actions import Bank, Move, Pass
from hotdice.game.driver import Turns
from hotdice.game.record import Record
from hotdice.rules import Keep
from hotdice.solver.advice.choices import SAME_CHANCE
from hotdice.solver.advice.current_turn import turn_start
from hotdice.solver.advice.seat_chances import Chances, SeatChances, chances_at_end
from hotdice.solver.advice.values import Values, turns_to_come

Kind = Literal["luck", "choice", "mixing"]


class Change(Struct, frozen=True):
    """One change of the chances, by action `number` of the record, counted from 1.

    `best` is what would have been best where something else was possible, and `loss` what the
    mover lost by doing something else. `costs` tells what each different action would have cost.
    `variance` is that of a roll: what luck it could have brought the mover, squared, on average.
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
    costs: tuple[tuple[Action, float], ...] = ()
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
        """Whether nobody chose it: the turn of somebody who was not there went by."""
        return isinstance(self.action, Pass)

    @property
    def swing(self) -> float:
        """What the mover gained by it, or lost if it is below 0; of a single player in turns."""
        gained = self.after[self.seat] - self.before[self.seat]
        return -gained if len(self.after) == 1 else gained


class Account(Struct, frozen=True):
    """The lines of one seat; together with the start they add up to the result."""

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
        """The result without all luck: that of average dice."""
        return self.result - self.luck


class Review(Struct, frozen=True):
    """A game explained. Each line of each account is off by at most `bound` if it is exact."""

    record: Record
    values: Values
    changes: tuple[Change, ...]
    accounts: tuple[Account, ...]
    exact: bool
    bound: float

    @property
    def least_loss(self) -> float:
        """A smaller loss is none: it may be an error of the chances."""
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
    """The chance of each seat under best play from here on; once the game is over, who has won."""
    if state.over or len(state.totals) == 1:
        return chances_at_end(state, values) if state.over else (1.0,)
    return SeatChances(turn_start(state), values).here(state)


class _Walk:
    """A game from its start to its end, with the chances of all at every moment."""

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
        """The accounts of all seats, and what they are made of."""
        seats = range(len(self._record.seats))
        result = self._chances
        accounts = tuple(
            _account(seat, self._start, result, self._changes, self._remainder[seat])
            for seat in seats
        )
        bound = 2.0 * self._bound
        return Review(
            record=self._record,
            values=self._values,
            changes=tuple(self._changes),
            accounts=accounts,
            exact=self._exact,
            bound=bound,
        )

    def _begin_turn(self, state: State) -> SeatChances:
        """Chances of a turn that begins; what they differ by from those known so far is left."""
        turn = SeatChances(state, self._values)
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
                self._book(number, step, "choice", after, best, _costs(step.before, turn))
            case Roll():
                if len(step.before.actions()) > 1:
                    self._choose(number, step, turn, step.action)
                variance = turn.roll_variance(step.before)
                self._book(number, step, "luck", self._after_roll(step, turn), variance=variance)
            case Keep() | Bank():
                actions = step.before.actions()
                if len(actions) > 1:
                    chosen = next(action for action in actions if action == step.action)
                    self._choose(number, step, turn, chosen)

    def _choose(self, number: int, step: Step, turn: SeatChances, chosen: Action) -> None:
        """Book a choice, or the draw where equally good ways part."""
        best = turn.choice(step.before, turn.ways[0])
        costs = _costs(step.before, turn)
        parted = turn.keep_to(step.before, chosen)
        after = turn.after(step.before, chosen)
        self._book(number, step, "mixing" if parted else "choice", after, best, costs)

    def _after_roll(self, step: Step, turn: SeatChances) -> Chances:
        """The chances once the dice lie there."""
        keeps = step.before.rules.options(step.dice).keeps
        if not keeps:
            return turn.farkled
        if step.after.rolled:
            return turn.here(step.after)
        return turn.after(step.before, keeps[0])  # all scoring dice were kept at once

    def _book(
        self,
        number: int,
        step: Step,
        kind: Kind,
        after: Chances,
        best: Action | None = None,
        costs: tuple[tuple[Action, float], ...] = (),
        variance: float = 0.0,
    ) -> None:
        told = self._told(after)
        seat = step.before.player
        change = Change(
            number=number,
            seat=seat,
            round=self._turns.finished[seat] + 1,
            kind=kind,
            step=step,
            before=self._chances,
            after=told,
            best=best,
            costs=costs,
            variance=variance,
        )
        if kind == "choice":
            change = structs.replace(change, loss=max(0.0, -change.swing))
        self._changes.append(change)
        self._chances = told

    def _told(self, chances: Chances) -> Chances:
        """Chances as they are reported: those of a single player as turns in all."""
        if self._values.players > 1:
            return chances
        return (self._turns.finished[0] + turns_to_come(chances[0]),)


def _costs(state: State, turn: SeatChances) -> tuple[tuple[Action, float], ...]:
    """What each action costs the mover against the best, keeps that lead to the same as one."""
    found: dict[tuple[int, int] | type, tuple[Action, float]] = {}
    for action in state.actions():
        leads_to = (action.points, action.left) if isinstance(action, Keep) else type(action)
        if leads_to not in found:
            found[leads_to] = (action, turn.after(state, action)[state.player])
    best = max(chance for _, chance in found.values())
    return tuple((action, best - chance) for action, chance in found.values())


def _account(
    seat: int, start: Chances, result: Chances, changes: Sequence[Change], remainder: float
) -> Account:
    """Add up what happened to one seat."""

    def total(kind: Kind, own: bool) -> float:
        return fsum(
            change.after[seat] - change.before[seat]
            for change in changes
            if change.kind == kind and (change.seat == seat) is own
        )

    return Account(
        start=start[seat],
        result=result[seat],
        own_luck=total("luck", True),
        others_luck=total("luck", False),
        own_choices=total("choice", True),
        others_choices=total("choice", False),
        mixing=total("mixing", True) + total("mixing", False),
        remainder=remainder,
    )
