"""Files that detect damage: a check sum, one line of JSON, then bytes."""

from hashlib import sha256
from typing import TypeVar

import msgspec

CHECK_SUM = 32  # bytes of the check sum over all the others
H = TypeVar("H", bound=msgspec.Struct)


class Damaged(Exception):
    """These bytes are not a solution of the rules in question."""


def sealed(header: msgspec.Struct, body: bytes) -> bytes:
    """A header and data, with a check sum over both in front."""
    data = msgspec.json.encode(header) + b"\n" + body
    return sha256(data).digest() + data


def opened(data: bytes, kind: type[H]) -> tuple[H, bytes]:
    """The header and the data; raises `Damaged` if they are not intact."""
    check, whole = data[:CHECK_SUM], data[CHECK_SUM:]
    if sha256(whole).digest() != check:
        raise Damaged
    line, _, body = whole.partition(b"\n")
    try:
        return msgspec.json.decode(line, type=kind), body
    except msgspec.DecodeError:
        raise Damaged from None
