"""Files that know when they are damaged: a check sum, one line of JSON, then bytes."""

from hashlib import sha256
from typing import TypeVar

import msgspec

CHECK_SUM = 32  # bytes of the check sum over all the others
H = TypeVar("H", bound=msgspec.Struct)


class Damaged(Exception):
    """These bytes are no solution of the rules in question."""


def sealed(header: msgspec.Struct, body: bytes) -> bytes:
    """A header and what follows on it, after a check sum over both."""
    data = msgspec.json.encode(header) + b"\n" + body
    return sha256(data).digest() + data


def opened(data: bytes, kind: type[H]) -> tuple[H, bytes]:
    """The two again; raises `Damaged` if they are not whole."""
    check, whole = data[:CHECK_SUM], data[CHECK_SUM:]
    if sha256(whole).digest() != check:
        raise Damaged
    line, _, body = whole.partition(b"\n")
    try:
        return msgspec.json.decode(line, type=kind), body
    except msgspec.DecodeError:
        raise Damaged from None
