"""Whether the dice of a record are the fair ones: seeds against commitments, rolls against seeds.

It proves dice, not choices, and needs nothing but the record. Every fault has its line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from hotdice.game.driver import Throw, Turns
from hotdice.game.fair import Fair, FairDice, commitment, seed_of
from hotdice.game.record import Record, RecordError
from hotdice.game.roll_off import place
from hotdice.texts import HotDiceError, say

NEEDS_ROLL = ("keep/no-roll", "bank/nothing", "roll/number", "roll/face")


class Fault(Struct, frozen=True):
    """One thing that is wrong or cannot be proved, and the line of the record that shows it."""

    line: int
    code: str
    data: dict[str, Any]

    @property
    def message(self) -> str:
        """The fault as a sentence."""
        return say(self.code, **self.data)


class Verdict(Struct, frozen=True):
    """What is wrong with the dice of a record, how many rolls were checked, who gave no seed."""

    faults: tuple[Fault, ...]
    rolls: int = 0
    fallback: tuple[str, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether every roll of a whole game is proved."""
        return not self.faults


class _Roll(Struct, frozen=True):
    """A roll of the record beside the one that the seeds give."""

    line: int
    throw: Throw
    found: tuple[int, ...]
    right: tuple[int, ...]

    @property
    def wrong(self) -> bool:
        return self.found != self.right


def verify(
    record: Record, broken: RecordError | None = None, called: Sequence[str] = ()
) -> Verdict:
    """Check the dice of a record; `broken` is why it cannot be read further, `called` are names."""
    fair = record.fair
    if fair is None:
        return Verdict((Fault(1, "fair/none", {}),))
    called = called or record.seats
    fallback = tuple(
        name for name, seat in zip(called, fair.seats, strict=True) if seat.kind == "fallback"
    )
    faults = [*_seeds(fair, called)]
    rolls: list[_Roll] = []
    dice = None
    if fair.server_seed is None:
        faults.append(_unrevealed(record, fair))
    else:
        dice = FairDice(seed_of(fair.server_seed), fair.combined)
        faults += _roll_off(record, dice, called)
        rolls = _rolls(record, dice)
        faults += _wrong(rolls, called)
    if broken is not None:
        faults.append(_break(record, broken, dice, called))
    elif dice is not None and not record.state.over:
        faults.append(Fault(1 + len(record.steps), "fair/unfinished", {}))
    first = 0 if dice is None else sum(die is not None for each in record.roll_off for die in each)
    return Verdict(tuple(faults), first + len(rolls), fallback)


def _unrevealed(record: Record, fair: Fair) -> Fault:
    """Why there is no seed of the server, and no roll can be checked."""
    if fair.day is not None:
        return Fault(1, "fair/secret", {"day": fair.day})
    return Fault(1, "fair/withheld" if record.state.over else "fair/unrevealed", {})


def _seeds(fair: Fair, called: Sequence[str]) -> Iterator[Fault]:
    if fair.server_seed and commitment(seed_of(fair.server_seed)) != fair.commitment:
        yield Fault(1, "fair/server-seed", {"commitment": fair.commitment})
    for name, seat in zip(called, fair.seats, strict=True):
        if seat.seed and commitment(seed_of(seat.seed)) != seat.commitment:
            yield Fault(1, "fair/player-seed", {"name": name, "commitment": seat.commitment})


def _roll_off(record: Record, dice: FairDice, called: Sequence[str]) -> Iterator[Fault]:
    """Each wrong die of those that decided who begins."""
    sides = record.start.rules.sides
    for number, thrown in enumerate(record.roll_off):
        for seat, found in enumerate(thrown):
            right = dice.roll(place(seat, number, sides))[0]
            if found not in (None, right):
                data = {"name": called[seat], "round": number + 1, "right": right, "found": found}
                yield Fault(1, "fair/roll-off", data)


def _rolls(record: Record, dice: FairDice) -> list[_Roll]:
    rolls = []
    turns = Turns.start(len(record.seats))
    for line, step in enumerate(record.steps, 2):
        if step.dice:
            throw = turns.throw(step.before)
            rolls.append(_Roll(line, throw, step.dice, dice.roll(throw)))
        turns = turns.after(step)
    return rolls


def _wrong(rolls: Sequence[_Roll], called: Sequence[str]) -> Iterator[Fault]:
    """Each wrong roll, up to the one from which on most of them are wrong."""
    astray = _astray(rolls)
    for at, roll in enumerate(rolls[: astray + 1]):
        if roll.wrong:
            data = _place(roll.throw, called) | {"right": roll.right, "found": roll.found}
            if at < astray:
                yield Fault(roll.line, "fair/roll", data)
            else:
                later = rolls[at + 1 :]
                count = sum(each.wrong for each in later)
                yield Fault(roll.line, "fair/astray", data | {"count": count, "later": len(later)})


def _astray(rolls: Sequence[_Roll]) -> int:
    """The roll from which on wrong ones outnumber right ones by the most; None if only by one.

    After a changed die the rolls are right again; after a missing roll hardly any are.
    """
    balance, most, astray = 0, 2, len(rolls)
    for at in reversed(range(len(rolls))):
        balance += 1 if rolls[at].wrong else -1
        if balance >= most:
            most, astray = balance, at
    return astray


def _break(
    record: Record, broken: RecordError, dice: FairDice | None, called: Sequence[str]
) -> Fault:
    """Why the record cannot be read further; a roll that must be missing is named."""
    line = broken.line or 1
    cause = broken.__cause__
    if dice is None or not isinstance(cause, HotDiceError) or cause.code not in NEEDS_ROLL:
        return Fault(line, "fair/broken", broken.data)
    throw = record.turns.throw(record.state)
    return Fault(line, "fair/missing", _place(throw, called) | {"right": dice.roll(throw)})


def _place(throw: Throw, called: Sequence[str]) -> dict[str, Any]:
    return {"roll": throw.roll + 1, "turn": throw.turn + 1, "name": called[throw.seat]}
