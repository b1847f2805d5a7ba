"""Solutions of two players as bytes, small enough to ship: numbers of 40 bits, with known rounding.

After a header come the chances and the widths, compressed. Chances are whole multiples of `UNIT`;
neighbours differ little, so differences are stored, grouped by byte position. A width is rounded up
to a power of two.
"""

import zlib
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.storage.sealed import Damaged, opened, sealed
from hotdice.solver.turn.rounding import ROUNDING
from hotdice.solver.two_player.solution import Floats, TwoPlayerSolution

TWO_PLAYER_FORMAT = 2
BITS = 40
UNIT = 1.0 / (2**BITS - 1)
STORED_ROUNDING = UNIT / 2 + ROUNDING  # of a chance that was packed and unpacked


class TwoPlayerHeader(msgspec.Struct, frozen=True, tag="duel", tag_field="hotdice-solution"):
    """The header of a solution's file."""

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


def pack(solution: TwoPlayerSolution) -> bytes:
    """A solution as bytes."""
    target = solution.values.shape[3]
    counts = len(solution.values)
    chances = _squeeze(_square(solution.values, target))
    widths, width = b"", 0.0
    if isinstance(solution.widths, float):
        width = solution.widths
    else:
        least = 2.0**-255
        powers = np.floor(-np.log2(_square(solution.widths, target).clip(least, 1.0)))
        widths = zlib.compress(powers.astype(np.uint8).tobytes(), 9)
    header = TwoPlayerHeader(
        format=TWO_PLAYER_FORMAT,
        digest=solution.rules.digest,
        rules=solution.rules.name,
        step=solution.step,
        lowest=solution.lowest,
        target=target,
        counts=counts,
        width=width,
        method=solution.method,
        states=solution.states,
        seconds=round(solution.seconds, 3),
        sizes=(len(chances), len(widths)),
    )
    return sealed(header, chances + widths)


def unpack(data: bytes, rules: Rules) -> TwoPlayerSolution:
    """The solution of these rules; raises `Damaged` if the bytes are anything else."""
    header, body = opened(data, TwoPlayerHeader)
    if header.format != TWO_PLAYER_FORMAT or header.digest != rules.digest:
        raise Damaged
    shape = (header.counts, header.counts, header.target, header.target)
    chances, widths = body[: header.sizes[0]], body[header.sizes[0] :]
    width: Floats | float = header.width + STORED_ROUNDING
    if widths:
        powers = np.frombuffer(zlib.decompress(widths), dtype=np.uint8).reshape(shape)
        width = _by_sum(np.exp2(-powers.astype(np.float64)) + STORED_ROUNDING)
    return TwoPlayerSolution(
        rules=rules,
        step=header.step,
        lowest=header.lowest,
        values=_by_sum(_unsqueeze(chances, shape)),
        widths=width,
        method=header.method,
        states=header.states,
        seconds=header.seconds,
        compile_seconds=0.0,
    )


def _square(values: Floats, target: int) -> Floats:
    """Values by sum and the other's total as values by both totals."""
    own, other = np.indices((target, target))
    return np.asarray(values[:, :, own + other, other])


def _by_sum(square: Floats) -> Floats:
    """The inverse of `_square`."""
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
