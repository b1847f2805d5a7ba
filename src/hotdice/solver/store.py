"""Where solutions are kept: those that ship with the package, and those of this user.

A file is written beside its place and moved there when it is whole and on disk. Whoever works on a
solution holds a lock, so that another process waits and then finds it done. Layers of a long job
are added to its file one by one, each with a check sum; after a crash the whole ones are taken up.
"""

import fcntl
import os
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files

import numpy as np

from hotdice.rules import Rules
from hotdice.rules.files import reason
from hotdice.solver.duel import Duel
from hotdice.solver.layer import Layer
from hotdice.solver.packing import Damaged, pack, unpack
from hotdice.texts import HotDiceError

SHIPPED = files("hotdice.solver") / "solutions"
BLOCK = struct.Struct("<4sIddQQ")  # mark, check sum, gap, error, mixed, size
MARK = b"HDL1"


def folder() -> str:
    """The folder of solutions, below the user's cache folder."""
    home = os.path.expanduser("~")
    usual = os.path.join(home, ".cache")
    if sys.platform == "darwin":
        usual = os.path.join(home, "Library", "Caches")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or usual, "hotdice", "solutions")


def shipped(rules: Rules) -> Duel | None:
    """The solution of two players that ships with the package."""
    place = SHIPPED / f"{rules.digest}.duel"
    try:
        return unpack(place.read_bytes(), rules)
    except (OSError, Damaged):
        return None


def kept(rules: Rules) -> Duel | None:
    """The solution of two players that this user has."""
    try:
        with open(_path(rules, 2), "rb") as file:
            return unpack(file.read(), rules)
    except (OSError, Damaged):
        return None


def keep(duel: Duel) -> None:
    """Put a solution of two players into the user's folder."""
    write(_path(duel.rules, 2), pack(duel))


def write(path: str, data: bytes) -> None:
    """A file, complete and on disk, in the place of whatever was there."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        if os.path.exists(part):
            os.unlink(part)


@contextmanager
def only_one(rules: Rules, players: int) -> Iterator[None]:
    """Hold the lock on a solution while it is worked on."""
    path = _path(rules, players) + ".lock"
    try:
        os.makedirs(folder(), exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


class Journal:
    """The layers of one solution of many players, in a file that only grows."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.path = _path(rules, players)
        self._players = players

    def read(self) -> list[Layer]:
        """The whole layers from the beginning; what follows on a damaged one is dropped."""
        layers: list[Layer] = []
        try:
            with open(self.path, "rb") as file:
                while True:
                    layer = self._next(file.read(BLOCK.size), file.read)
                    if layer is None:
                        break
                    layers.append(layer)
        except OSError:
            return []
        return layers

    def count(self) -> int:
        """How many layers there seem to be, by their heads alone."""
        found = 0
        try:
            with open(self.path, "rb") as file:
                end = os.fstat(file.fileno()).st_size
                while len(head := file.read(BLOCK.size)) == BLOCK.size:
                    file.seek(BLOCK.unpack(head)[-1], os.SEEK_CUR)
                    found += file.tell() <= end
        except OSError:
            return 0
        return found

    def cut(self, layers: list[Layer]) -> None:
        """Leave these layers and nothing else in the file."""
        size = sum(BLOCK.size + layer.chances.nbytes for layer in layers)
        try:
            with open(self.path, "ab") as file:
                file.truncate(size)
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def add(self, layer: Layer) -> None:
        """One more layer, on disk when this returns."""
        body = np.ascontiguousarray(layer.chances).tobytes()
        numbers = (layer.gap, layer.error, layer.mixed, len(body))
        head = BLOCK.pack(MARK, _sum(body, numbers), *numbers)
        try:
            with open(self.path, "ab") as file:
                file.write(head + body)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def _next(self, head: bytes, read: Callable[[int], bytes]) -> Layer | None:
        if len(head) < BLOCK.size:
            return None
        mark, check, gap, error, mixed, size = BLOCK.unpack(head)
        if mark != MARK:
            return None
        body = read(size)
        if len(body) != size or check != _sum(body, (gap, error, mixed, size)):
            return None
        chances = np.frombuffer(body).reshape(self._players - 1, -1)
        return Layer(chances, gap, error, mixed)


def _sum(body: bytes, numbers: tuple[float, float, int, int]) -> int:
    return zlib.crc32(repr(numbers).encode(), zlib.crc32(body))


def _path(rules: Rules, players: int) -> str:
    return os.path.join(folder(), f"{rules.digest}-{players}")


def _unwritable(path: str, error: OSError) -> HotDiceError:
    return HotDiceError("solve/unwritable", path=path, reason=reason(error))
