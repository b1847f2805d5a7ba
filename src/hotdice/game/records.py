"""Records: a game as JSON Lines, written as it is played and read back move by move.

Each line is on disk before the game goes on. A last line that was cut off is dropped; any other
line that does not follow the record's own rules is refused with its number.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from hotdice.game.actions import BANK, ROLL, Bank, Roll
from hotdice.game.driver import Step, Turns
from hotdice.game.state import State
from hotdice.rules import Keep
from hotdice.rules.files import write_new
from hotdice.rules.form import build
from hotdice.texts import HotDiceError

VERSION = 1


class RecordError(HotDiceError):
    """A record that cannot be read, or does not follow its own rules; `.line` tells where."""

    def __init__(self, source: str, line: int | None, code: str, **data: Any) -> None:
        super().__init__(code, **data)
        self.source = source
        self.line = line

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return f"{place}: {super().__str__()}"


class Header(Struct, frozen=True, omit_defaults=True):
    """The first line: the rules in full, who sits where, and the seed of seeded dice."""

    hotdice: int
    rules: dict[str, Any]
    digest: str
    seats: list[str]
    totals: list[int] | None = None
    seed: int | None = None


class Record(Struct, frozen=True):
    """A game from its start as far as it went."""

    start: State
    seats: tuple[str, ...]
    seed: int | None = None
    steps: tuple[Step, ...] = ()

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

    def then(self, step: Step) -> "Record":
        """The record with one step more."""
        return Record(self.start, self.seats, self.seed, (*self.steps, step))

    def back(self) -> "Record":
        """The record without its last step."""
        return Record(self.start, self.seats, self.seed, self.steps[:-1])

    def text(self) -> str:
        """The whole record as it stands in a file."""
        return _header(self) + "".join(map(_line, self.steps))


class Journal:
    """A record on disk that grows with the game."""

    def __init__(self, path: str, lines: list[bytes]) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR)
        self._ends = [0]
        for line in lines:
            self._ends.append(self._ends[-1] + len(line))
        try:
            _lock(self._file, path)
            if os.fstat(self._file).st_size != self._ends[-1]:
                self._write(self._ends[-2], lines[-1])
        except BaseException:
            os.close(self._file)
            raise

    @staticmethod
    def create(path: str, record: Record) -> "Journal":
        """A new file with all that was played so far; it is complete or not there at all."""
        lines = record.text().encode().splitlines(keepends=True)
        with _told(path):
            write_new(path, b"".join(lines))
            return Journal(path, lines)

    @staticmethod
    def reopen(path: str) -> tuple["Journal", Record]:
        """A record to be played on; a last line that was cut off is taken away."""
        data = _read(path)
        record = parse(data, path)
        with _told(path):
            return Journal(path, _whole_lines(data)), record

    def append(self, step: Step) -> None:
        """Write one step; when this returns it is on disk."""
        line = _line(step).encode()
        self._write(self._ends[-1], line)
        self._ends.append(self._ends[-1] + len(line))

    def undo(self) -> None:
        """Take the last step back, on disk as well."""
        self._ends.pop()
        self._write(self._ends[-1], b"")

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    def _write(self, at: int, line: bytes) -> None:
        with _told(self.path):
            os.ftruncate(self._file, at)
            os.pwrite(self._file, line, at)
            os.fsync(self._file)


def read(path: str) -> Record:
    """The record in a file."""
    return parse(_read(path), path)


def parse(data: bytes, source: str = "record") -> Record:
    """The record that some text holds, every move of it tried against its rules."""
    lines = _whole_lines(data)
    if not lines:
        raise RecordError(source, 1, "record/empty")
    record = _begin(lines[0], source)
    state = record.start
    steps = []
    for number, line in enumerate(lines[1:], 2):
        try:
            steps.append(_step(state, _decode(line)))
        except HotDiceError as error:
            raise RecordError(source, number, "record/move", reason=str(error)) from error
        state = steps[-1].after
    return Record(record.start, record.seats, record.seed, tuple(steps))


def _begin(line: bytes, source: str) -> Record:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as error:
        raise RecordError(source, 1, "record/header", reason=_reason(error)) from None
    if header.hotdice != VERSION:
        raise RecordError(source, 1, "record/version", found=header.hotdice, known=VERSION)
    try:
        rules = build(_without_nulls(header.rules), "rules")
        start = State.start(rules, len(header.seats), header.totals)
    except HotDiceError as error:
        reason = "; ".join(str(error).splitlines())
        raise RecordError(source, 1, "record/move", reason=reason) from error
    if rules.digest != header.digest:
        raise RecordError(source, 1, "record/digest", found=header.digest, right=rules.digest)
    return Record(start, tuple(header.seats), header.seed)


def _step(state: State, move: dict[str, Any]) -> Step:
    match move:
        case {"roll": [*dice], **rest} if not rest:
            return Step(state, ROLL, tuple(dice), state.roll(dice))
        case {"keep": [*dice], **rest} if not rest:
            after = state.keep(dice)
            return Step(state, Keep(tuple(dice)), (), after)
        case {"bank": int(points), **rest} if not rest and type(points) is int:
            after = state.bank()
            if points != state.gain:
                raise HotDiceError("record/bank", found=points, right=state.gain)
            return Step(state, BANK, (), after)
    raise HotDiceError("record/line", found=msgspec.json.encode(move).decode())


def _decode(line: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise HotDiceError("record/json", reason=_reason(error)) from None
    return found if isinstance(found, dict) else {"": found}


def _header(record: Record) -> str:
    start = record.start
    totals = list(start.totals) if any(start.totals) else None
    header = Header(
        VERSION,
        start.rules.table(),
        start.rules.digest,
        list(record.seats),
        totals,
        record.seed,
    )
    return msgspec.json.encode(header).decode() + "\n"


def _line(step: Step) -> str:
    match step.action:
        case Roll():
            move: dict[str, Any] = {"roll": step.dice}
        case Keep(dice=dice):
            move = {"keep": dice}
        case Bank():
            move = {"bank": step.before.gain}
    return msgspec.json.encode(move).decode() + "\n"


def _whole_lines(data: bytes) -> list[bytes]:
    """The lines of a record; one that was cut off at the end is left out."""
    lines = data.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        try:
            msgspec.json.decode(lines[-1])
            lines[-1] += b"\n"
        except msgspec.DecodeError:
            lines.pop()
    return lines


def _without_nulls(table: dict[str, Any]) -> dict[str, Any]:
    """A table as a rules file would have it: what is not set is not there."""
    return {
        key: _without_nulls(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not None
    }


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise RecordError(path, None, "file/missing") from None
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise RecordError(path, None, "file/unreadable", reason=reason) from None


def _lock(file: int, path: str) -> None:
    """One game is played at one place at a time."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(path, None, "record/locked") from None


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Troubles of the disk as errors that name the file."""
    try:
        yield
    except FileExistsError:
        raise RecordError(path, None, "record/exists") from None
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise RecordError(path, None, "record/unwritable", reason=reason) from None


def _reason(error: Exception) -> str:
    return str(error).rstrip(".")
