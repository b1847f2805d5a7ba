"""Solutions of rules with options as bytes: a header, then all numbers, compressed."""

import zlib

import msgspec
import numpy as np

from hotdice.rules import Rules
from hotdice.solver.explicit.axes import axes_of
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.storage.sealed import Damaged, opened, sealed
from hotdice.solver.turn.levels import Floats

EXPLICIT_FORMAT = 1


class ExplicitHeader(msgspec.Struct, frozen=True, tag="explicit", tag_field="hotdice-solution"):
    """The header of a solution's file; `error` is missing where every place has its own."""

    format: int
    digest: str
    rules: str
    players: int
    depth: int
    error: float | None
    gap: float
    seconds: float
    offers: tuple[int, ...]


def pack(solution: ExplicitSolution) -> bytes:
    """A solution as bytes."""
    errors = solution.errors
    header = ExplicitHeader(
        format=EXPLICIT_FORMAT,
        digest=solution.rules.digest,
        rules=solution.rules.name,
        players=solution.players,
        depth=solution.axes.depth,
        error=errors if isinstance(errors, float) else None,
        gap=solution.gap,
        seconds=round(solution.seconds, 3),
        offers=solution.offered.shape,
    )
    parts = [solution.values, solution.offered, *([] if isinstance(errors, float) else [errors])]
    body = b"".join(np.ascontiguousarray(part, "<f8").tobytes() for part in parts)
    return sealed(header, zlib.compress(body, 1))


def unpack(data: bytes, rules: Rules, players: int) -> ExplicitSolution:
    """The solution of these rules; raises `Damaged` if the bytes are anything else."""
    header, body = opened(data, ExplicitHeader)
    if (header.format, header.digest, header.players) != (EXPLICIT_FORMAT, rules.digest, players):
        raise Damaged
    axes = axes_of(rules, players, header.depth)
    numbers = np.frombuffer(zlib.decompress(body), "<f8")
    plain = (players - 1) * axes.places
    rest = plain + int(np.prod(header.offers))
    if len(numbers) != rest + (axes.places if header.error is None else 0):
        raise Damaged  # another version of the solver numbers turn starts in another way
    errors: Floats | float = numbers[rest:] if header.error is None else header.error
    return ExplicitSolution(
        axes=axes,
        values=numbers[:plain].reshape(players - 1, -1),
        offered=numbers[plain:rest].reshape(header.offers),
        errors=errors,
        gap=header.gap,
        seconds=header.seconds,
    )
