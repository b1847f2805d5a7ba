"""What the events of a game have to say: one type for each kind.

Each move says how it was `played`: so the live game plays it, and the record writes it.
"""

from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from msgspec import UNSET, Struct, UnsetType

from hotdice.game.actions import BANK, PASS, ROLL, TAKE, Move
from hotdice.game.events import Event as RulesEvent
from hotdice.game.roll_off import Round
from hotdice.rules import Keep
from hotdice.server.games.seat import FairKind, GameSeat
from hotdice.server.games.state_view import StateView


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a turn may take, and what happens after the grace time."""

    seconds: int
    grace: int
    then: Literal["bot", "pass"]


class Deadline(Struct, frozen=True):
    """When the time of a turn ends, and when its grace time does."""

    at: int
    until: int


class GameRules(Struct, frozen=True):
    """The rules of a game, with the farkle chances of each number of dice."""

    name: str
    title: str
    digest: str
    table: dict[str, Any]
    farkle: dict[str, str]


class GameOfDay(Struct, frozen=True):
    """The day whose dice are played, and whether the result counts if it comes on that day."""

    date: str
    counts: bool


class Created(Struct, frozen=True):
    """A new game."""

    rules: GameRules
    seats: tuple[GameSeat, ...]
    name: str
    public: bool
    advice: bool
    clock: Clock | None
    commitment: str
    before: str | None = None
    by_invitation: bool = False  # False in old games: the id is enough to join
    open_to_all: bool = False  # public, and anybody who finds it may sit down
    totals: tuple[int, ...] | UnsetType = UNSET  # a head start, by seat; mostly there is none
    roll_off: Literal[True] | UnsetType = UNSET  # a roll of one die each decides who begins
    day: GameOfDay | UnsetType = UNSET  # the day whose dice are played


class Arranged(Struct, frozen=True):
    """The table as its host has arranged it before the start; earlier settings are replaced."""

    seats: tuple[GameSeat, ...]
    rules: GameRules
    public: bool
    by_invitation: bool
    open_to_all: bool
    replaced_invites: int | UnsetType = UNSET  # missing while the first one is valid


class Joined(Struct, frozen=True):
    """A player has joined; `was` is their seat in the last game if this is a rematch."""

    name: str
    commitment: str | None
    was: int | UnsetType | None = UNSET  # missing in events of old versions


class Full(Struct, frozen=True):
    """All seats are taken; seeds can be revealed until then."""

    reveal_until: int


class Revealed(Struct, frozen=True):
    """A player has revealed their seed."""

    seed: str


class Started(Struct, frozen=True):
    """The game has started; `roll_off` has the dice that decided who begins, if any did."""

    fair: list[FairKind]
    state: StateView
    deadline: Deadline | None
    roll_off: tuple[Round, ...] | UnsetType = UNSET


class PlayedMove(NamedTuple):
    """A move as a record has it: the dice of a roll, the points that it is about."""

    move: Move
    dice: tuple[int, ...] = ()
    points: int = 0


class _AfterMove(Struct, frozen=True, kw_only=True):
    """What every move leads to."""

    happened: list[RulesEvent]
    state: StateView
    deadline: Deadline | None


class Rolled(_AfterMove, frozen=True):
    """A roll, in the order in which the dice fell."""

    dice: tuple[int, ...]

    @property
    def played(self) -> PlayedMove:
        """The move."""
        return PlayedMove(ROLL, dice=self.dice)


class Kept(_AfterMove, frozen=True):
    """Dice that were kept."""

    dice: tuple[int, ...]
    points: int

    @property
    def played(self) -> PlayedMove:
        """The move."""
        return PlayedMove(Keep(self.dice))


class Banked(_AfterMove, frozen=True):
    """A turn that was banked; `points` is what the total gained."""

    points: int

    @property
    def played(self) -> PlayedMove:
        """The move."""
        return PlayedMove(BANK, points=self.points)


class Took(_AfterMove, frozen=True):
    """Points that were taken over from the player before, with the dice left."""

    points: int

    @property
    def played(self) -> PlayedMove:
        """The move."""
        return PlayedMove(TAKE, points=self.points)


class Passed(_AfterMove, frozen=True):
    """A turn that was passed; `points` were lost."""

    points: int

    @property
    def played(self) -> PlayedMove:
        """The move."""
        return PlayedMove(PASS, points=self.points)


class Late(Struct, frozen=True):
    """The clock has run out."""

    then: str


class ClockSet(Struct, frozen=True):
    """New deadlines, because the system clock was set."""

    deadline: Deadline | None
    reveal_until: int | None


class Over(Struct, frozen=True):
    """The end of a game; with the day's dice it tells no seed, but whether the result counts."""

    server_seed: str | None
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    counted: bool | UnsetType = UNSET


class Closed(Struct, frozen=True):
    """The end of a game without a winner; with the day's dice it tells no seed."""

    reason: str
    server_seed: str | None


class Renamed(Struct, frozen=True):
    """A player has a new name."""

    name: str


class Reacted(Struct, frozen=True):
    """A player has sent a reaction."""

    reaction: str


class Left(Struct, frozen=True):
    """A player has left for good, while the game was in this status."""

    status: str


class NextGame(Struct, frozen=True):
    """The same people play again, in another game."""

    game: str


Payload: TypeAlias = (
    Created
    | Arranged
    | Joined
    | Full
    | Revealed
    | Started
    | Rolled
    | Kept
    | Banked
    | Took
    | Passed
    | Late
    | ClockSet
    | Over
    | Closed
    | Renamed
    | Reacted
    | Left
    | NextGame
)
MovePayload: TypeAlias = Rolled | Kept | Banked | Took | Passed
MOVES = get_args(MovePayload)  # what a record has a line for
TALK = (Reacted, Renamed)
