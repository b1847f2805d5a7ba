"""Solutions of a single player as bytes: a header, then the turns to come."""

import msgspec
import numpy as np

from hotdice.rules import Rules
from hotdice.solver.solo.solution import SoloSolution
from hotdice.solver.storage.sealed import Damaged, opened, sealed

SOLO_FORMAT = 1


class SoloHeader(msgspec.Struct, frozen=True, tag="alone", tag_field="hotdice-solution"):
    """The header of a file."""

    format: int
    digest: str
    rules: str
    step: int
    lowest: int
    counts: int
    bound: float


def pack(solution: SoloSolution) -> bytes:
    """A solution as bytes."""
    rules = solution.rules
    header = SoloHeader(
        format=SOLO_FORMAT,
        digest=rules.digest,
        rules=rules.name,
        step=solution.step,
        lowest=solution.lowest,
        counts=len(solution.turns),
        bound=solution.error,
    )
    return sealed(header, solution.turns.astype("<f8").tobytes())


def unpack(data: bytes, rules: Rules) -> SoloSolution:
    """The solution of these rules; raises `Damaged` if the bytes are anything else."""
    header, body = opened(data, SoloHeader)
    if header.format != SOLO_FORMAT or header.digest != rules.digest:
        raise Damaged
    turns = np.frombuffer(body, "<f8").reshape(header.counts, -1)
    return SoloSolution(rules, header.step, header.lowest, turns, header.bound)
