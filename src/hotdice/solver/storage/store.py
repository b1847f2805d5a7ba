"""Where solutions are kept: those that ship with the package, and those of this user.

A file is written under another name and renamed when it is complete and on disk. A process that
computes a solution holds a lock, so that another one waits and then finds it done. Layers of a long
job are appended to its file one by one, each with a check sum; after a crash the intact ones are
used.
"""

import os
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.resources import files
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

import numpy as np

from hotdice.rules import Rules
from hotdice.rules.files import reason, write_over
from hotdice.rules.folders import cache_folder
from hotdice.rules.locks import open_locked
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.n_player.layer import Layer
from hotdice.solver.solo.solution import SoloSolution
from hotdice.solver.storage import explicit_codec, solo_codec, two_player_codec
from hotdice.solver.storage.sealed import Damaged
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.texts import HotDiceError

SHIPPED = files("hotdice.solver") / "solutions"
BLOCK = struct.Struct("<4sIddQQ")  # mark, check sum, gap, error, mixed, size
MARK = b"HDL2"  # a new number for every change of the layers' format
T = TypeVar("T")


def folder() -> str:
    """The folder of solutions, below the user's cache folder."""
    return cache_folder("solutions")


class SolutionKind(NamedTuple, Generic[T]):
    """A kind of solution that is stored as one file each; `name` is the end of its file names.

    In the user's folder the names end with the number of players, or with `kept_as`.
    """

    name: str
    players: int
    pack: Callable[[T], bytes]
    unpack: Callable[[bytes, Rules], T]
    kept_as: str | None = None

    def file(self, rules: Rules) -> str:
        """The name of these rules' file in the package."""
        return f"{rules.digest}.{self.name}"


# these names are in file names and headers of existing solutions, so they must not change
SOLO: SolutionKind[SoloSolution] = SolutionKind("alone", 1, solo_codec.pack, solo_codec.unpack)
TWO_PLAYER: SolutionKind[TwoPlayerSolution] = SolutionKind(
    "duel", 2, two_player_codec.pack, two_player_codec.unpack
)


def explicit_kind(players: int) -> SolutionKind[ExplicitSolution]:
    """The kind of solutions of so many players under options."""

    def unpack(data: bytes, rules: Rules) -> ExplicitSolution:
        return explicit_codec.unpack(data, rules, players)

    name = f"explicit-{players}"
    return SolutionKind(name, players, explicit_codec.pack, unpack, kept_as=name)


def shipped(kind: SolutionKind[T], rules: Rules) -> T | None:
    """The solution that ships with the package."""
    try:
        return kind.unpack((SHIPPED / kind.file(rules)).read_bytes(), rules)
    except (OSError, Damaged):
        return None


def kept(kind: SolutionKind[T], rules: Rules) -> T | None:
    """The solution in the user's folder."""
    try:
        with open(_place(kind, rules), "rb") as file:
            return kind.unpack(file.read(), rules)
    except (OSError, Damaged):
        return None


def keep(kind: SolutionKind[T], rules: Rules, found: T) -> None:
    """Put a solution into the user's folder, if that is writable."""
    with suppress(HotDiceError):
        write(_place(kind, rules), kind.pack(found))


def write(path: str, data: bytes) -> None:
    """Write a file completely, replacing whatever was there."""
    try:
        write_over(path, data)
    except OSError as error:
        raise HotDiceError("solve/unwritable", path=path, reason=reason(error)) from None


@contextmanager
def only_one(rules: Rules, players: int) -> Iterator[None]:
    """Hold the lock on a solution while it is computed, if locking is possible."""
    with ExitStack() as held:
        with suppress(OSError):
            os.makedirs(folder(), exist_ok=True)
            path = _path(rules, players) + ".lock"
            held.callback(os.close, open_locked(path, os.O_RDWR | os.O_CREAT, 0o644, wait=True))
        yield


class LayerJournal:
    """The layers of one solution of many players, in an append-only file.

    If the cache is not writable the work goes on, and nothing is stored.
    """

    def __init__(self, rules: Rules, players: int, fresh: bool = False) -> None:
        self._place = _path(rules, players)
        self._path = f"{self._place}.fresh" if fresh else self._place
        self._rows = players if rules.terms.has_penalty else players - 1
        self._writable = True
        if fresh:
            self.cut([])

    def read(self) -> list[Layer]:
        """The intact layers from the beginning; everything after a damaged one is dropped."""
        layers: list[Layer] = []
        with suppress(OSError), open(self._path, "rb") as file:
            while (head := self._head(file)) is not None:
                layer = self._layer(head, file.read(head[-1]))
                if layer is None:
                    break
                layers.append(layer)
        return layers

    def count(self) -> int:
        """How many layers there seem to be, judging by their headers."""
        found = 0
        with suppress(OSError), open(self._path, "rb") as file:
            while (head := self._head(file)) is not None:
                file.seek(head[-1], os.SEEK_CUR)
                found += 1
        return found

    def cut(self, layers: list[Layer]) -> None:
        """Keep only these layers in the file."""
        size = sum(BLOCK.size + layer.chances.nbytes for layer in layers)
        try:
            with open(self._path, "ab") as file:
                if file.tell() != size:
                    file.truncate(size)
        except OSError:
            self._writable = False

    def add(self, layer: Layer) -> None:
        """Append a layer; it is on disk when this returns, unless it cannot be written."""
        if not self._writable:
            return
        body = np.ascontiguousarray(layer.chances).tobytes()
        numbers = (layer.gap, layer.error, layer.mixed, len(body))
        head = BLOCK.pack(MARK, _sum(body, numbers), *numbers)
        try:
            with open(self._path, "ab") as file:
                file.write(head + body)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            self._writable = False

    def done(self) -> None:
        """A fresh solution is complete: it replaces the earlier one."""
        if self._writable and self._path != self._place:
            with suppress(OSError):
                os.replace(self._path, self._place)

    def _head(self, file: BinaryIO) -> tuple[Any, ...] | None:
        """The next header, if its whole layer is there."""
        data = file.read(BLOCK.size)
        if len(data) < BLOCK.size or not data.startswith(MARK):
            return None
        head = BLOCK.unpack(data)
        left = os.fstat(file.fileno()).st_size - file.tell()
        return head if head[-1] <= left and head[-1] % (8 * self._rows) == 0 else None

    def _layer(self, head: tuple[Any, ...], body: bytes) -> Layer | None:
        _, check, gap, error, mixed, size = head
        if check != _sum(body, (gap, error, mixed, size)):
            return None
        return Layer(np.frombuffer(body).reshape(self._rows, -1), gap, error, mixed)


def _sum(body: bytes, numbers: tuple[float, float, int, int]) -> int:
    return zlib.crc32(repr(numbers).encode(), zlib.crc32(body))


def _place(kind: SolutionKind[T], rules: Rules) -> str:
    return _path(rules, kind.kept_as or kind.players)


def _path(rules: Rules, ending: int | str) -> str:
    return os.path.join(folder(), f"{rules.digest}-{ending}")
