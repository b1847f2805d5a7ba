"""The turns to come of one player as bytes: a line of JSON that tells what it is, then numbers."""

import msgspec
import numpy as np

from hotdice.rules import Rules
from hotdice.solver.alone import Alone
from hotdice.solver.packing import Damaged, opened, sealed

FORMAT = 1


class Header(msgspec.Struct, frozen=True, tag="alone", tag_field="hotdice-solution"):
    """What a file begins with."""

    format: int
    digest: str
    rules: str
    step: int
    lowest: int
    counts: int
    bound: float


def pack(alone: Alone) -> bytes:
    """All of it as bytes."""
    rules, counts = alone.rules, len(alone.turns)
    header = Header(FORMAT, rules.digest, rules.name, alone.step, alone.lowest, counts, alone.bound)
    return sealed(header, alone.turns.astype("<f8").tobytes())


def unpack(data: bytes, rules: Rules) -> Alone:
    """What these rules bring; raises `Damaged` if the bytes are not just that."""
    header, body = opened(data, Header)
    if header.format != FORMAT or header.digest != rules.digest:
        raise Damaged
    turns = np.frombuffer(body, "<f8").reshape(header.counts, -1)
    return Alone(rules, header.step, header.lowest, turns, header.bound)
