"""Solutions of two players as bytes, small enough to ship: numbers of 40 bits, rounding known.

After a check sum one line of JSON tells what it is, then follow the chances and the widths,
compressed. Chances are whole multiples of `UNIT`; neighbours differ little, so differences are
kept, by bytes of equal weight. A width is the next power of two above it.
"""

import zlib
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.duel import Duel, Floats

FORMAT = 2
CHECK = 32  # bytes of the check sum over all the others
BITS = 40
UNIT = 1.0 / (2**BITS - 1)
ROUNDING = UNIT / 2 + 2.0**-53
H = TypeVar("H", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, tag="duel", tag_field="hotdice-solution"):
    """What a file of a solution begins with."""

    format: int
    digest: str
    rules: str
    step: int
    lowest: int
    target: int
    counts: int
    width: float
    method: str
    states: int
    seconds: float
    sizes: tuple[int, int]


class Damaged(Exception):
    """These bytes are no solution of the rules in question."""


def pack(duel: Duel) -> bytes:
    """A solution as bytes."""
    target = duel.values.shape[3]
    counts = len(duel.values)
    chances = _squeeze(_square(duel.values, target))
    widths, width = b"", 0.0
    if isinstance(duel.widths, float):
        width = duel.widths
    else:
        least = 2.0**-255
        powers = np.floor(-np.log2(_square(duel.widths, target).clip(least, 1.0)))
        widths = zlib.compress(powers.astype(np.uint8).tobytes(), 9)
    header = Header(
        FORMAT,
        duel.rules.digest,
        duel.rules.name,
        duel.step,
        duel.lowest,
        target,
        counts,
        width,
        duel.method,
        duel.states,
        round(duel.seconds, 3),
        (len(chances), len(widths)),
    )
    return sealed(header, chances + widths)


def unpack(data: bytes, rules: Rules) -> Duel:
    """The solution of these rules; raises `Damaged` if the bytes are not just that."""
    header, body = opened(data, Header)
    if header.format != FORMAT or header.digest != rules.digest:
        raise Damaged
    shape = (header.counts, header.counts, header.target, header.target)
    chances, widths = body[: header.sizes[0]], body[header.sizes[0] :]
    width: Floats | float = header.width + ROUNDING
    if widths:
        powers = np.frombuffer(zlib.decompress(widths), dtype=np.uint8).reshape(shape)
        width = _by_sum(np.exp2(-powers.astype(np.float64)) + ROUNDING)
    return Duel(
        rules,
        header.step,
        header.lowest,
        _by_sum(_unsqueeze(chances, shape)),
        width,
        header.method,
        header.states,
        header.seconds,
        0.0,
    )


def sealed(header: msgspec.Struct, body: bytes) -> bytes:
    """A header and what follows on it, after a check sum over both."""
    data = msgspec.json.encode(header) + b"\n" + body
    return sha256(data).digest() + data


def opened(data: bytes, kind: type[H]) -> tuple[H, bytes]:
    """The two again; raises `Damaged` if they are not whole."""
    check, whole = data[:CHECK], data[CHECK:]
    if sha256(whole).digest() != check:
        raise Damaged
    line, _, body = whole.partition(b"\n")
    try:
        return msgspec.json.decode(line, type=kind), body
    except msgspec.DecodeError:
        raise Damaged from None


def _square(values: Floats, target: int) -> Floats:
    """Values by sum and the other's total as values by both totals."""
    own, other = np.indices((target, target))
    return np.asarray(values[:, :, own + other, other])


def _by_sum(square: Floats) -> Floats:
    """The other way round."""
    counts, _, target, _ = square.shape
    values = np.zeros((counts, counts, 2 * target + 1, target))
    own, other = np.indices((target, target))
    values[:, :, own + other, other] = square
    return values


def _squeeze(square: Floats) -> bytes:
    numbers = np.rint(square / UNIT).astype(np.int64)
    changes = np.diff(numbers, axis=3, prepend=0)
    changes = (changes << 1) ^ (changes >> 63)  # small ones of either sign have high bytes of zero
    planes = changes.astype("<i8").reshape(-1, 1).view(np.uint8)[:, : BITS // 8 + 1]
    return zlib.compress(np.ascontiguousarray(planes.T).tobytes(), 9)


def _unsqueeze(data: bytes, shape: tuple[int, ...]) -> Floats:
    planes = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(BITS // 8 + 1, -1)
    changes = _join(planes).reshape(shape)
    changes = (changes >> 1) ^ -(changes & 1)
    return np.asarray(changes.cumsum(axis=3) * UNIT)


def _join(planes: NDArray[np.uint8]) -> NDArray[np.int64]:
    whole: NDArray[Any] = np.zeros((planes.shape[1], 8), dtype=np.uint8)
    whole[:, : len(planes)] = planes.T
    return np.asarray(whole.view("<i8").ravel().astype(np.int64))
