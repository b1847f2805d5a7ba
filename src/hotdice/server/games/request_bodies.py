"""Request bodies that create games, and moves; msgspec checks them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from hotdice.game import Action
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.rules import Keep
from hotdice.server.games.payloads import Clock
from hotdice.server.limits import MAX_RULES_LENGTH, MAX_SEATS, MAX_TITLE_LENGTH

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes as hex digits")]
Name = Annotated[str, Meta(min_length=1, max_length=100, examples=["Ann"])]
Secret = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{16,64}$",
        description="a secret of yours; the same request with it again gives the same seat",
    ),
]
Die = Annotated[int, Meta(ge=1, le=6)]


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all request bodies: unknown fields are errors."""


class RulesText(RequestBody, frozen=True):
    """Custom rules, as the text of a rules file."""

    toml: Annotated[
        str, Meta(max_length=MAX_RULES_LENGTH, examples=['name = "x"\n[score]\n1 = 100'])
    ]


class NewSeat(RequestBody, frozen=True):
    """A seat of a new game: for a person, or for the bot of that name."""

    kind: Literal["person", "bot"]
    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40, examples=["human:5"])] | None = None


class NewClock(RequestBody, frozen=True):
    """How long a turn may take, and what happens after the grace time."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    grace: Annotated[int, Meta(ge=0, le=3_600)] = 0
    then: Literal["bot", "pass"] = "bot"

    def clock(self) -> Clock:
        """The clock of the game."""
        return Clock(self.seconds, self.grace, self.then)


class NewGame(RequestBody, frozen=True):
    """The settings of a new game."""

    rules: Annotated[str, Meta(min_length=1, max_length=200, examples=["basic"])] | RulesText
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MAX_SEATS)]
    name: Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)] = ""
    public: bool = False
    advice: bool = False
    clock: NewClock | None = None
    commitment: Hex | None = None
    key: Secret | None = None
    totals: Annotated[list[int], Meta(min_length=1, max_length=MAX_SEATS)] | None = None
    roll_off: bool = False


class DoRoll(RequestBody, frozen=True, tag_field="do", tag="roll"):
    """Throw the dice that are not kept."""

    def action(self) -> Action:
        """The action of the game engine."""
        return ROLL


class DoKeep(RequestBody, frozen=True, tag_field="do", tag="keep"):
    """Set scoring dice aside."""

    dice: Annotated[list[Die], Meta(min_length=1, max_length=10)]

    def action(self) -> Action:
        """The action of the game engine."""
        return Keep(tuple(self.dice))


class DoBank(RequestBody, frozen=True, tag_field="do", tag="bank"):
    """Stop and make the turn points safe."""

    def action(self) -> Action:
        """The action of the game engine."""
        return BANK


class DoTake(RequestBody, frozen=True, tag_field="do", tag="take"):
    """Take over what the player before has banked, where the rules allow it."""

    def action(self) -> Action:
        """The action of the game engine."""
        return TAKE


DoAction: TypeAlias = DoRoll | DoKeep | DoBank | DoTake
