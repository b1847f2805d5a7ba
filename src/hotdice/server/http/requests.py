"""What clients ask for, as they write it; msgspec checks every field."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hotdice.server.games.commands import Asked, DoBank, DoKeep, DoRoll, Hex, Name, Secret
from hotdice.server.limits import MOST_SEATS

Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$", examples=["b7e2"])]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Reaction = Literal["clap", "laugh", "wow", "ouch", "luck", "thanks", "hurry", "heart"]


class Join(Asked, frozen=True):
    """Somebody who sits down."""

    name: Name
    commitment: Hex | None = None
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None
    key: Secret | None = None
    invite: (
        Annotated[str, Meta(max_length=100, description="what the link of a public game carries")]
        | None
    ) = None


class Reveal(Asked, frozen=True):
    """The seed of which the commitment was made."""

    seed: Hex


class Rename(Asked, frozen=True):
    """Another name."""

    name: Name


class React(Asked, frozen=True):
    """One of the reactions there are."""

    reaction: Reaction


class Rematch(Asked, frozen=True):
    """Another game with the same seats."""

    commitment: Hex | None = None


class Act(Asked, frozen=True):
    """An action, after the event of that number."""

    action: DoRoll | DoKeep | DoBank
    expected: Number
    key: Key


class Hello(Asked, frozen=True, rename={"since": "from"}):
    """The first frame of a WebSocket."""

    token: Annotated[str, Meta(max_length=100)] | None = None
    since: Number = 0
    language: Annotated[str, Meta(max_length=20)] | None = None


class Ping(Asked, frozen=True):
    """Whether anybody is there."""


class First(Asked, frozen=True):
    """The first frame, whole."""

    hello: Hello


class Frame(Struct, frozen=True, forbid_unknown_fields=True):
    """Any other frame: an action, or one of the rest."""

    action: DoRoll | DoKeep | DoBank | None = None
    expected: Number = 0
    key: Key | None = None
    reveal: Reveal | None = None
    rename: Rename | None = None
    react: React | None = None
    ping: Ping | None = None
