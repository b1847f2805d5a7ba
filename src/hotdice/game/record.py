"""A game as JSON Lines: the text of a record, and what it means, move by move.

A last line that was cut off is dropped; any other line that does not follow the record's own rules
is refused with its number. Files are handled by `records`.
"""

from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hotdice.game.actions import BANK, PASS, ROLL, TAKE, Bank, Move, Pass, Roll, Take
from hotdice.game.driver import Step, Turns, repeat
from hotdice.game.fair import Fair
from hotdice.game.fair import check as check_fair
from hotdice.game.generator import MASK
from hotdice.game.roll_off import Round, beginner
from hotdice.game.roll_off import check as check_roll_off
from hotdice.game.state import State
from hotdice.rules import Keep, Rules
from hotdice.rules.changes import split
from hotdice.rules.files import preset_names
from hotdice.rules.form import at, build, trusted
from hotdice.texts import HotDiceError
from hotdice.texts.signs import printable, quoted

VERSION = 1
LONGEST_SEAT = 1000
BOT = "bot:"


class RecordError(HotDiceError):
    """A record that cannot be read, or does not follow its own rules; `.line` tells where."""

    def __init__(self, source: str, line: int | None, code: str, **data: Any) -> None:
        super().__init__(code, **data)
        self.source = source
        self.line = line

    def __str__(self) -> str:
        return at(self.source, self.line, super().__str__())


class Header(Struct, frozen=True, omit_defaults=True):
    """The first line: the rules in full, who sits where, and where the dice come from."""

    hotdice: int
    rules: dict[str, Any]
    digest: str
    seats: list[str]
    totals: list[int] | None = None
    seed: int | None = None
    dice: Literal["mine"] | None = None
    fair: Fair | None = None
    advice: bool = True
    roll_off: tuple[Round, ...] | None = None


class Record(Struct, frozen=True):
    """A game from its start as far as it went.

    `dice` is "mine" if people throw real ones; `seed` is that of seeded dice; `fair` has the seeds
    of fair ones. Without `advice` nobody gets any, not even when the game is resumed. `roll_off`
    has the dice that decided who begins, if any did.
    """

    start: State
    seats: tuple[str, ...]
    seed: int | None = None
    dice: Literal["mine"] | None = None
    steps: tuple[Step, ...] = ()
    fair: Fair | None = None
    advice: bool = True
    roll_off: tuple[Round, ...] = ()

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def turns(self) -> Turns:
        """What has been played so far, counted."""
        turns = Turns.start(len(self.seats))
        for step in self.steps:
            turns = turns.after(step)
        return turns

    def having(self, *steps: Step) -> "Record":
        """The same game with these steps."""
        return msgspec.structs.replace(self, steps=steps)

    def text(self) -> str:
        """The whole record as it is in a file."""
        start = self.start
        totals = list(start.totals) if any(start.totals) else None
        rules = start.rules
        seats = list(self.seats)
        header = Header(
            VERSION,
            rules.table(),
            rules.digest,
            seats,
            totals,
            self.seed,
            self.dice,
            self.fair,
            self.advice,
            self.roll_off or None,
        )
        first = msgspec.json.encode(header).decode() + "\n"
        return first + "".join(map(line_of, self.steps))


def line_of(step: Step) -> str:
    """The line of one step."""
    return line(step.action, step.dice, points_of(step.action, step.before))


def points_of(move: Move, before: State) -> int:
    """The points that a move is about: what it banks, takes over, or gives up."""
    match move:
        case Pass():
            return before.turn_points
        case Take():
            return before.extras.offer.points if before.extras.offer else 0
    return before.gain


def line(move: Move, dice: tuple[int, ...], points: int) -> str:
    """The line of a move: its `dice` if it is a roll, the `points` that it is about."""
    match move:
        case Roll():
            found: dict[str, Any] = {"roll": dice}
        case Keep():
            found = {"keep": move.dice}
        case Bank():
            found = {"bank": points}
        case Take():
            found = {"take": points}
        case Pass():
            found = {"pass": points}
    return msgspec.json.encode(found).decode() + "\n"


def parse(data: bytes, source: str = "record") -> Record:
    """The record in a text; every move is checked against its rules."""
    record, broken = parse_so_far(data, source)
    if broken is not None:
        raise broken
    return record


def parse_so_far(data: bytes, source: str = "record") -> tuple[Record, RecordError | None]:
    """A record as far as it follows its rules, and the error of the first line that does not."""
    lines = whole_lines(data)
    if not lines:
        raise RecordError(source, 1, "record/empty")
    record = _begin(lines[0], source)
    state = record.start
    steps: list[Step] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            steps.append(_step(state, _decode(line)))
        except HotDiceError as error:
            broken = RecordError(source, number, "record/move", reason=str(error))
            broken.__cause__ = error
            return record.having(*steps), broken
        state = steps[-1].after
    return record.having(*steps), None


def whole_lines(data: bytes) -> list[bytes]:
    """The lines of a record; one that was cut off at the end is left out."""
    lines = data.split(b"\n")
    last = lines.pop()
    whole = [line + b"\n" for line in lines]
    if last:
        try:
            _decode(last)
        except HotDiceError:
            return whole
        whole.append(last + b"\n")
    return whole


def _begin(line: bytes, source: str) -> Record:
    try:
        header = msgspec.convert(_decode(line), Header)
        rules = _rules(header.rules)
        rounds = header.roll_off or ()
        check_roll_off(rounds, len(header.seats))
        start = State.start(rules, len(header.seats), header.totals, beginner(rounds))
        _check(header, rules)
    except msgspec.ValidationError as error:
        raise RecordError(source, 1, "record/header", reason=str(error)) from None
    except HotDiceError as error:
        reason = "; ".join(str(error).splitlines())
        raise RecordError(source, 1, "record/move", reason=reason) from error
    seats = tuple(header.seats)
    return Record(
        start,
        seats,
        header.seed,
        header.dice,
        fair=header.fair,
        advice=header.advice,
        roll_off=rounds,
    )


def _check(header: Header, rules: Rules) -> None:
    if header.hotdice != VERSION:
        raise HotDiceError("record/version", found=header.hotdice, known=VERSION)
    if rules.digest != header.digest:
        raise HotDiceError("record/digest", found=header.digest, right=rules.digest)
    for seat in header.seats:
        if not seat.strip() or not printable(seat) or len(seat) > LONGEST_SEAT:
            raise HotDiceError("record/seats", found=quoted(seat))
    if header.seed is not None and not 0 <= header.seed <= MASK:
        raise HotDiceError("dice/seed", seed=header.seed, most=MASK)
    if header.fair is not None:
        if header.seed is not None or header.dice is not None:
            raise HotDiceError("fair/dice")
        check_fair(header.fair, [seat.lower().startswith(BOT) for seat in header.seats])


def _rules(found: dict[str, Any]) -> Rules:
    """The rules of a record; the same object for records with the same ones."""
    return _rules_written(msgspec.json.encode(found))


@lru_cache(maxsize=64)
def _rules_written(text: bytes) -> Rules:
    """The rules in this JSON; if they are a preset, the shared object, whose rolls are cached."""
    table = _without_nulls(msgspec.json.decode(text))
    name = table.get("name")
    if not isinstance(name, str):
        return build(table, "rules")
    plain, _ = split(name)
    build(table | {"name": plain}, "rules")
    rules = trusted(table)
    if name in preset_names() and rules == Rules.load(name):
        return Rules.load(name)
    return rules


def _step(state: State, move: dict[str, Any]) -> Step:
    match move:
        case {"roll": [*dice], **rest} if not rest and _whole(dice):
            return repeat(state, ROLL, tuple(dice))
        case {"keep": [*dice], **rest} if not rest and _whole(dice):
            return repeat(state, Keep(tuple(dice)))
        case {"bank": int(points), **rest} if not rest and _whole([points]):
            step = repeat(state, BANK)
            if points != state.gain:
                raise HotDiceError("record/bank", found=points, right=state.gain)
            return step
        case {"take": int(points), **rest} if not rest and _whole([points]):
            step = repeat(state, TAKE)
            if points != step.after.turn_points:
                raise HotDiceError("record/take", found=points, right=step.after.turn_points)
            return step
        case {"pass": int(points), **rest} if not rest and _whole([points]):
            if points != state.turn_points:
                raise HotDiceError("record/pass", found=points, right=state.turn_points)
            return repeat(state, PASS)
    raise HotDiceError("record/line", found=msgspec.json.encode(move).decode())


def _whole(numbers: list[Any]) -> bool:
    return all(type(number) is int for number in numbers)


def _decode(line: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HotDiceError("record/json", reason=str(error).rstrip(".")) from None
    return found if isinstance(found, dict) else {"": found}


def _without_nulls(table: dict[str, Any]) -> dict[str, Any]:
    """A table as a rules file would have it: without fields that are not set."""
    return {
        key: _without_nulls(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not None
    }
