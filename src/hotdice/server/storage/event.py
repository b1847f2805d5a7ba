"""An event of a game, as it is stored and sent."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

By = Literal["person", "bot", "clock", "server"]


class GameEvent(Struct, frozen=True):
    """An event; `data` depends on its kind."""

    seq: int
    time: int
    kind: str
    seat: int | None
    by: By
    key: str | None
    data: Any


class Row(Struct, frozen=True):
    """An event with its JSON, encoded once."""

    event: GameEvent
    body: str


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(GameEvent)


def row_of(event: GameEvent) -> Row:
    """The event with its JSON."""
    return Row(event, _encoder.encode(event).decode())


def read(body: str) -> Row:
    """Decode a stored event."""
    return Row(_decoder.decode(body), body)
