"""One thing that happened in a game, as it is kept and sent."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

By = Literal["person", "bot", "clock", "server"]


class Event(Struct, frozen=True):
    """An event; `data` depends on its kind."""

    seq: int
    time: int
    kind: str
    seat: int | None
    by: By
    key: str | None
    data: Any


class Row(Struct, frozen=True):
    """An event with the text that is kept of it, made once."""

    event: Event
    body: str


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def row_of(event: Event) -> Row:
    """The event ready to be kept and sent."""
    return Row(event, _encoder.encode(event).decode())


def read(body: str) -> Row:
    """The event that was kept."""
    return Row(_decoder.decode(body), body)
