"""Request bodies and WebSocket frames of clients; msgspec checks every field."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hotdice.server.games.request_bodies import (
    DoAction,
    Hex,
    Name,
    RequestBody,
    RulesText,
    Secret,
)
from hotdice.server.limits import MAX_QR_BYTES, MAX_SEATS

Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$", examples=["b7e2"])]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Reaction = Literal["clap", "laugh", "wow", "ouch", "luck", "thanks", "hurry", "heart"]


class Join(RequestBody, frozen=True):
    """Take a seat."""

    name: Name
    commitment: Hex | None = None
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None
    key: Secret | None = None
    invite: (
        Annotated[str, Meta(max_length=100, description="what the link of a public game carries")]
        | None
    ) = None


Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


class PutBot(RequestBody, frozen=True):
    """Put a bot on a free seat."""

    seat: Seat
    bot: Annotated[str, Meta(max_length=40, examples=["human:5"])]


class FreeSeat(RequestBody, frozen=True):
    """Remove whoever sits there."""

    seat: Seat


class TableSettings(RequestBody, frozen=True):
    """New settings of a game that is waiting; what is left out stays as it is."""

    rules: Annotated[str, Meta(min_length=1, max_length=200)] | RulesText | None = None
    public: bool | None = None
    open: Annotated[bool, Meta(description="anybody may sit down; only where public")] | None = None


class Reveal(RequestBody, frozen=True):
    """Reveal the seed of one's commitment."""

    seed: Hex


class Rename(RequestBody, frozen=True):
    """Change one's name."""

    name: Name


class React(RequestBody, frozen=True):
    """Send a reaction."""

    reaction: Reaction


class Rematch(RequestBody, frozen=True):
    """Start or join the next game with the same seats."""

    commitment: Hex | None = None


class TakeSeat(RequestBody, frozen=True):
    """Take over the seat of a code; in a waiting game `commitment` replaces the old one."""

    code: Annotated[
        str, Meta(min_length=1, max_length=40, description="case, blanks and dashes do not matter")
    ]
    commitment: Hex | None = None
    key: Secret | None = None


class PlayDay(RequestBody, frozen=True):
    """Play the dice of a day; one game for each key and day counts."""

    name: Name
    key: Secret


class QrText(RequestBody, frozen=True):
    """What a QR code says: a link."""

    text: Annotated[str, Meta(pattern=f"^[!-~]{{1,{MAX_QR_BYTES}}}$")]


class Act(RequestBody, frozen=True):
    """An action; `expected` is the number of the newest event that the client has seen."""

    action: DoAction
    expected: Number
    key: Key


class Hello(RequestBody, frozen=True, rename={"since": "from"}):
    """Who connects, and the newest event that they have."""

    token: Annotated[str, Meta(max_length=100)] | None = None
    since: Number = 0
    language: Annotated[str, Meta(max_length=20)] | None = None


class Ping(RequestBody, frozen=True):
    """Ask for a pong."""


class HelloFrame(RequestBody, frozen=True):
    """The first frame of a WebSocket."""

    hello: Hello


class ClientFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """Any later frame: an action, or one of reveal, rename, react and ping."""

    action: DoAction | None = None
    expected: Number = 0
    key: Key | None = None
    reveal: Reveal | None = None
    rename: Rename | None = None
    react: React | None = None
    ping: Ping | None = None
