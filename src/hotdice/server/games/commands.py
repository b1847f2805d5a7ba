"""What a game is asked for, as clients write it: how it is made, and moves; msgspec checks it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hotdice.game import Action
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep
from hotdice.server.games.game import Clock
from hotdice.server.limits import LONGEST_RULES, LONGEST_TITLE, MOST_SEATS

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


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """What all requests have in common: a field that nobody knows is a mistake."""


class RulesText(Asked, frozen=True):
    """Rules of somebody's own, as the text of a rules file."""

    toml: Annotated[str, Meta(max_length=LONGEST_RULES, examples=['name = "x"\n[score]\n1 = 100'])]


class WantedSeat(Asked, frozen=True):
    """A seat of a game to be made: for a person, or for a bot of that name."""

    kind: Literal["person", "bot"]
    name: Name | None = None
    bot: Annotated[str, Meta(max_length=40, examples=["human:5"])] | None = None


class WantedClock(Asked, frozen=True):
    """How long a turn may take, and what happens after the grace time."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    grace: Annotated[int, Meta(ge=0, le=3_600)] = 0
    then: Literal["bot", "pass"] = "bot"

    def clock(self) -> Clock:
        """The clock of the game."""
        return Clock(self.seconds, self.grace, self.then)


class NewGame(Asked, frozen=True):
    """A game to be made."""

    rules: Annotated[str, Meta(min_length=1, max_length=200, examples=["basic"])] | RulesText
    seats: Annotated[list[WantedSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    name: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    public: bool = False
    advice: bool = False
    clock: WantedClock | None = None
    commitment: Hex | None = None
    key: Secret | None = None


class DoRoll(Asked, frozen=True, tag_field="do", tag="roll"):
    """Throw the dice that are not kept."""

    def action(self) -> Action:
        """The same in the game's words."""
        return ROLL


class DoKeep(Asked, frozen=True, tag_field="do", tag="keep"):
    """Set scoring dice aside."""

    dice: Annotated[list[Die], Meta(min_length=1, max_length=10)]

    def action(self) -> Action:
        """The same in the game's words."""
        return Keep(tuple(self.dice))


class DoBank(Asked, frozen=True, tag_field="do", tag="bank"):
    """Stop and make the turn points safe."""

    def action(self) -> Action:
        """The same in the game's words."""
        return BANK
