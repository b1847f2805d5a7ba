"""A tournament on disk while it is played, as JSON Lines: its plan, then a line for each block.

A line is on disk before its games count, so that an interrupted tournament can continue. Only one
process at a time writes a file.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from hotdice.arena.match.adjusted import AdjustedSums
from hotdice.arena.match.blocks import Played
from hotdice.arena.match.counts import Counts
from hotdice.arena.tournament.ledger import Ledger
from hotdice.arena.tournament.plan import Plan
from hotdice.rules.files import reason, write_new
from hotdice.rules.folders import state_folder
from hotdice.rules.locks import open_locked
from hotdice.texts import HotDiceError

VERSION = 2
TRIES = 3  # to lock a file that others may just be finishing


class JournalHeader(Struct, frozen=True, omit_defaults=True):
    """The first line: everything that determines the games."""

    hotdice_tournament: int
    rules: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int
    block: int
    adjusted: bool = False

    @staticmethod
    def of(plan: Plan) -> "JournalHeader":
        """The header of a plan."""
        table = plan.rules.table()
        return JournalHeader(
            hotdice_tournament=VERSION,
            rules=table,
            bots=plan.bots,
            games=plan.games,
            seed=plan.seed,
            block=plan.block_size,
            adjusted=plan.adjusted,
        )


class BlockLine(Struct, frozen=True, omit_defaults=True):
    """Every other line: one block."""

    block: int
    counts: dict[str, Any]
    failures: tuple[str, ...] = ()
    adjusted: AdjustedSums | None = None


class TournamentJournal:
    """The file of one tournament."""

    def __init__(self, path: str, file: int, end: int) -> None:
        self.path = path
        self.end = end
        self._file = file
        with _disk_errors_named(path):
            os.ftruncate(file, end)

    def append(self, number: int, played: Played) -> None:
        """Write one block; when this returns it is on disk, and if it raises it is not there."""
        data = _encode(BlockLine(number, played.counts.plain(), played.failures, played.adjusted))
        with _disk_errors_named(self.path):
            try:
                done = 0
                while done < len(data):
                    done += os.pwrite(self._file, data[done:], self.end + done)
                os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, self.end)
                raise
        self.end += len(data)

    def discard(self) -> None:
        """Delete the file."""
        with _disk_errors_named(self.path):
            os.unlink(self.path)


def usual_path(plan: Plan, any_seed: bool) -> str:
    """Where the journal of a plan is by default: in the user's state folder."""
    folder = state_folder("tournaments")
    with _disk_errors_named(folder):
        os.makedirs(folder, exist_ok=True)
    named_by = msgspec.to_builtins(JournalHeader.of(plan)) | ({"seed": None} if any_seed else {})
    digest = sha256(msgspec.json.encode(named_by, order="sorted")).hexdigest()
    return os.path.join(folder, f"{digest}.jsonl")


@contextmanager
def open_journal(
    path: str, plan: Plan, any_seed: bool
) -> Iterator[tuple[TournamentJournal, Ledger]]:
    """The journal of a plan and its ledger; with `any_seed` an existing journal's seed is taken."""
    with _disk_errors_named(path):
        file = _locked(path, JournalHeader.of(plan))
    try:
        with _disk_errors_named(path), os.fdopen(os.dup(file), "rb") as copy:
            lines = copy.read().split(b"\n")
        seed = _seed_of(path, lines, plan, any_seed)
        ledger = Ledger(msgspec.structs.replace(plan, seed=seed))
        journal = TournamentJournal(path, file, _read(path, lines, ledger))
        try:
            yield journal, ledger
        finally:
            if journal.end == len(lines[0]) + 1:  # nothing was played
                journal.discard()
    finally:
        os.close(file)


def _locked(path: str, header: JournalHeader) -> int:
    """The file, with its header, locked until it is closed."""
    for _ in range(TRIES):
        with suppress(FileExistsError):
            write_new(path, _encode(header))
        with suppress(FileNotFoundError, BlockingIOError):
            file = open_locked(path)
            if _is_at(path, file):
                return file
            os.close(file)
    raise HotDiceError("journal/locked", path=path)


def _is_at(path: str, file: int) -> bool:
    """Whether an open file is still the one at its path."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False


def _seed_of(path: str, lines: list[bytes], plan: Plan, any_seed: bool) -> int:
    """The seed of a journal whose header fits the plan."""
    try:
        found = msgspec.json.decode(lines[0] if len(lines) > 1 else b"", type=JournalHeader)
    except ValueError:
        raise HotDiceError("journal/none", path=path) from None
    wanted = JournalHeader.of(plan)
    fields = [
        name
        for name in JournalHeader.__struct_fields__
        if getattr(found, name) != getattr(wanted, name) and not (any_seed and name == "seed")
    ]
    if fields == ["seed"]:
        raise HotDiceError("journal/seed", path=path, found=found.seed)
    if fields:
        raise HotDiceError("journal/other", path=path, fields=fields)
    return found.seed


def _read(path: str, lines: list[bytes], ledger: Ledger) -> int:
    """Put every complete line into the ledger; returns where they end, without a torn one."""
    end = len(lines[0]) + 1
    last = len(lines) - 1 if lines[-1] else len(lines) - 2
    for at, line in enumerate(lines[1:-1], 1):
        try:
            block = msgspec.json.decode(line, type=BlockLine)
            played = Played(Counts.read(block.counts), block.failures, block.adjusted)
            _check(block.block, played, ledger)
        except ValueError:
            if at == last:
                break
            raise HotDiceError("journal/line", path=path, line=at + 1) from None
        ledger.add(block.block, played)
        end += len(line) + 1
    return end


def _check(number: int, played: Played, ledger: Ledger) -> None:
    """Refuse a block that is not in the plan, that came before, or that has other games."""
    if not 0 <= number < len(ledger.parts) or number in ledger.done:
        raise ValueError("no such block, or twice")
    counts = played.counts
    if (counts.games, counts.seats) != (ledger.parts[number].block.count, 2):
        raise ValueError("other games than its block has")
    sums = played.adjusted
    if (sums is not None) is not ledger.plan.adjusted:
        raise ValueError("with luck or without, and the plan is not")
    if sums is not None and (sums.games, len(sums.start), len(sums.seats)) != (counts.games, 2, 2):
        raise ValueError("luck of other games than its block has")


def _encode(line: JournalHeader | BlockLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"


@contextmanager
def _disk_errors_named(path: str) -> Iterator[None]:
    """Errors of the operating system as user errors that name the file."""
    try:
        yield
    except OSError as error:
        raise HotDiceError("journal/unwritable", path=path, reason=reason(error)) from None
