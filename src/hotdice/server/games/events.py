"""The events of a game as they are stored and sent: a union, of which `kind` is the tag."""

from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from hotdice.server.games.payloads import (
    Arranged,
    Banked,
    ClockSet,
    Closed,
    Created,
    Full,
    Joined,
    Kept,
    Late,
    Left,
    NextGame,
    Over,
    Passed,
    Payload,
    Reacted,
    Renamed,
    Revealed,
    Rolled,
    Started,
    Took,
)
from hotdice.server.storage.store import StoredEvent

By = Literal["person", "bot", "clock", "server"]


class _Event(Struct, frozen=True, tag_field="kind"):
    """An event: who did it (`seat`, `by`), and under which idempotency key."""

    seq: int
    time: int
    seat: int | None
    by: By
    key: str | None

    @property
    def kind(self) -> str:
        """The tag, which stands beside the payload."""
        return str(self.__struct_config__.tag)


class CreatedEvent(_Event, frozen=True, tag="created"):
    data: Created


class ArrangedEvent(_Event, frozen=True, tag="arranged"):
    data: Arranged


class JoinedEvent(_Event, frozen=True, tag="joined"):
    data: Joined


class FullEvent(_Event, frozen=True, tag="full"):
    data: Full


class RevealedEvent(_Event, frozen=True, tag="revealed"):
    data: Revealed


class StartedEvent(_Event, frozen=True, tag="started"):
    data: Started


class RolledEvent(_Event, frozen=True, tag="rolled"):
    data: Rolled


class KeptEvent(_Event, frozen=True, tag="kept"):
    data: Kept


class BankedEvent(_Event, frozen=True, tag="banked"):
    data: Banked


class TookEvent(_Event, frozen=True, tag="took"):
    data: Took


class PassedEvent(_Event, frozen=True, tag="passed"):
    data: Passed


class LateEvent(_Event, frozen=True, tag="late"):
    data: Late


class ClockSetEvent(_Event, frozen=True, tag="clock"):
    data: ClockSet


class OverEvent(_Event, frozen=True, tag="over"):
    data: Over


class ClosedEvent(_Event, frozen=True, tag="closed"):
    data: Closed


class RenamedEvent(_Event, frozen=True, tag="renamed"):
    data: Renamed


class ReactedEvent(_Event, frozen=True, tag="reacted"):
    data: Reacted


class LeftEvent(_Event, frozen=True, tag="left"):
    data: Left


class RematchEvent(_Event, frozen=True, tag="rematch"):
    data: NextGame


GameEvent: TypeAlias = (
    CreatedEvent
    | ArrangedEvent
    | JoinedEvent
    | FullEvent
    | RevealedEvent
    | StartedEvent
    | RolledEvent
    | KeptEvent
    | BankedEvent
    | TookEvent
    | PassedEvent
    | LateEvent
    | ClockSetEvent
    | OverEvent
    | ClosedEvent
    | RenamedEvent
    | ReactedEvent
    | LeftEvent
    | RematchEvent
)
EVENT_TYPES: dict[type[Payload], type[GameEvent]] = {
    each.__annotations__["data"]: each for each in get_args(GameEvent)
}


class Row(Struct, frozen=True):
    """An event with its JSON, encoded once."""

    event: GameEvent
    body: str

    @property
    def stored(self) -> StoredEvent:
        """What the database has of it."""
        return StoredEvent(self.event.seq, self.event.time, self.event.key, self.body)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[GameEvent] = msgspec.json.Decoder(GameEvent)


def row_of(
    data: Payload, *, seq: int, time: int, seat: int | None, by: By, key: str | None = None
) -> Row:
    """An event with its JSON."""
    make: Any = EVENT_TYPES[type(data)]
    event: GameEvent = make(seq=seq, time=time, seat=seat, by=by, key=key, data=data)
    return Row(event, _encoder.encode(event).decode())


def read(body: str) -> Row:
    """Decode a stored event."""
    return Row(_decoder.decode(body), body)
