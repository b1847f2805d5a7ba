"""A game on the server, as it follows from its events: `apply` is the only way it changes."""

from array import array
from collections import Counter
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL
from hotdice.game.driver import Step, Turns, pass_turn
from hotdice.rules import Keep, Rules
from hotdice.rules.form import trusted
from hotdice.rules.rules import REMEMBERED
from hotdice.server.games.seat import Seat
from hotdice.server.games.state_view import Shown, shown
from hotdice.server.limits import Limits
from hotdice.server.storage.event import Event, Row
from hotdice.server.storage.schema import AT_ONCE

Status = Literal["waiting", "revealing", "playing", "over", "closed"]
MOVES = ("rolled", "kept", "banked", "passed", "late", "started", "over", "closed")
TALK = ("reacted", "renamed")


MOST_RULES = 200
MOST_ROLLS = 300  # of rules with many dice


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a turn may take, and what happens after the grace time."""

    seconds: int
    grace: int
    then: Literal["bot", "pass"]


class Deadline(Struct, frozen=True):
    """When the time of a turn is over, and when its grace time is."""

    at: int
    until: int


class RulesOf(Struct, frozen=True):
    """The rules of a game as its first event has them."""

    name: str
    title: str
    digest: str
    table: dict[str, Any]
    farkle: dict[str, str]


class Created(Struct, frozen=True):
    """What is settled when a game is made."""

    rules: RulesOf
    seats: tuple[Seat, ...]
    name: str
    public: bool
    advice: bool
    clock: Clock | None
    commitment: str
    before: str | None = None
    by_invitation: bool = False  # games of earlier servers: whoever knows the id may sit down


_rules: dict[str, Rules] = {}  # equal rules of many games are one object, which knows its rolls


class Game:
    """One game: who sits there, where it stands, what was said when it was made."""

    __slots__ = (
        "clock_set",
        "created",
        "deadline",
        "fell",
        "info",
        "keys",
        "late",
        "moved",
        "moves",
        "next",
        "reveal_until",
        "rolls",
        "rules",
        "seats",
        "seq",
        "server_seed",
        "size",
        "state",
        "status",
        "talk",
        "time",
        "turns",
    )

    def __init__(self, row: Row) -> None:
        first = row.event
        self.info = (
            msgspec.convert(first.data, Created) if isinstance(first.data, dict) else first.data
        )
        self.rules = _known_rules(self.info.rules)
        self.created = first.time
        self.seats = self.info.seats
        self.status: Status = "waiting"
        self.state: State | None = None
        self.turns = Turns.start(len(self.seats))
        self.fell: tuple[int, ...] = ()
        self.late = False
        self.deadline: Deadline | None = None
        self.reveal_until: int | None = None
        self.next: str | None = None
        self.server_seed: str | None = None
        self.seq = self.moved = first.seq
        self.time = first.time
        self.clock_set = 0  # when the deadlines were moved last
        self.moves = 0
        self.keys = array("q")  # hashes of the seats and keys of actions, eight bytes for each
        self.size = len(row.body)
        self.rolls = 0  # of this turn
        self.talk: Counter[tuple[str, int | None]] = Counter()  # by kind and seat

    def apply(self, row: Row) -> None:
        """Change the game by its next event."""
        event = row.event
        assert event.seq == self.seq + 1, (event.seq, self.seq)
        data = event.data if isinstance(event.data, dict) else msgspec.structs.asdict(event.data)
        _APPLY[event.kind](self, event, data)
        if event.kind in MOVES:
            self.moved = event.seq
            self.moves += 1
            if event.key is not None:
                self.keys.append(hash((event.seat, event.key)))
        elif event.kind in TALK:
            self.talk[event.kind, event.seat] += 1
        self.size += len(row.body)
        self.seq = event.seq
        self.time = event.time

    def has_used(self, seat: int, key: str) -> bool:
        """Whether an action of this key was done at a seat."""
        return hash((seat, key)) in self.keys

    def sit(self, seat: int | None, **changes: Any) -> None:
        """Change what is known of a seat."""
        assert seat is not None
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], **changes)
        self.seats = tuple(seats)

    def shown(self) -> Shown | None:
        """What clients see of where it stands."""
        return None if self.state is None else shown(self.state, self.fell, self.info.rules.farkle)

    @property
    def free(self) -> list[int]:
        """The seats that are open to others than those they are kept for."""
        if self.status != "waiting":
            return []
        return [at for at, seat in enumerate(self.seats) if seat.is_open]

    @property
    def mover(self) -> int | None:
        """The seat that is to move, if the game is being played."""
        return self.state.player if self.state and self.status == "playing" else None

    @property
    def automatic(self) -> bool:
        """Whether whoever is to move is not waited for."""
        mover = self.mover
        return mover is not None and (self.late or not self.seats[mover].plays)

    @property
    def due(self) -> int | None:
        """When the turn has to be looked at, though nobody asks."""
        if self.automatic:
            return AT_ONCE
        return None if self.deadline is None else self.deadline.until

    @property
    def bots_alone(self) -> bool:
        """Whether nobody was ever meant to decide here."""
        return all(seat.kind == "bot" for seat in self.seats)

    def is_last_move(self, limits: Limits) -> bool:
        """Whether the game is as long as it may be after the next move."""
        most = limits.bots_alone if self.bots_alone else limits.with_people
        return self.moves + 1 >= most.moves or self.size >= most.bytes

    @property
    def passes(self) -> bool:
        """Whether the turn of somebody who is not there is passed."""
        clock, mover = self.info.clock, self.mover
        person = mover is not None and self.seats[mover].kind == "person"
        return person and self.automatic and clock is not None and clock.then == "pass"


def _known_rules(found: RulesOf) -> Rules:
    key = f"{found.digest} {found.name} {found.title}"
    known = _rules.get(key)
    if known is None:
        if len(_rules) >= MOST_RULES:
            del _rules[next(iter(_rules))]
        table = {name: value for name, value in found.table.items() if value is not None}
        known = _rules[key] = trusted(table)
    return known


def _joined(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.sit(event.seat, name=data["name"], commitment=data["commitment"], taken=True)
    if "was" in data:  # events of earlier servers do not tell
        game.sit(event.seat, was=data["was"])


def _full(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.status = "revealing"
    game.reveal_until = data["reveal_until"]


def _revealed(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.sit(event.seat, seed=data["seed"])


def _started(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.status = "playing"
    game.reveal_until = None
    for seat, kind in enumerate(data["fair"]):
        game.sit(seat, fair=kind)
    game.state = State.start(game.rules, len(game.seats))
    game.deadline = _deadline(data)


def _rolled(game: Game, event: Event, data: dict[str, Any]) -> None:
    before = _state(game)
    dice = tuple(data["dice"])
    _step(game, Step(before, ROLL, dice, before.roll(dice)), data)
    game.fell = dice


def _kept(game: Game, event: Event, data: dict[str, Any]) -> None:
    before = _state(game)
    dice = tuple(data["dice"])
    _step(game, Step(before, Keep(dice), (), before.keep(dice)), data)


def _banked(game: Game, event: Event, data: dict[str, Any]) -> None:
    before = _state(game)
    _step(game, Step(before, BANK, (), before.bank()), data)


def _passed(game: Game, event: Event, data: dict[str, Any]) -> None:
    _step(game, pass_turn(_state(game)), data)


def _step(game: Game, step: Step, data: dict[str, Any]) -> None:
    game.state = step.after
    game.turns = game.turns.after(step)
    game.rolls = 0 if step.after.fresh else game.rolls + bool(step.dice)
    game.fell = ()
    game.deadline = _deadline(data)
    if step.after.fresh:
        game.late = False
    rolls = game.rules.rolls
    if game.rules.dice > REMEMBERED and len(rolls) > MOST_ROLLS:
        rolls.clear()  # many dice have many keeps: they are worked out again


def _late(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.late = True
    game.deadline = None


def _clock(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.clock_set = event.time
    game.deadline = _deadline(data)
    game.reveal_until = data["reveal_until"]


def _over(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.status = "over"
    game.server_seed = data["server_seed"]
    game.deadline = None


def _renamed(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.sit(event.seat, name=data["name"])


def _reacted(game: Game, event: Event, data: dict[str, Any]) -> None:
    """A reaction changes nothing."""


def _left(game: Game, event: Event, data: dict[str, Any]) -> None:
    if game.status == "waiting":
        game.sit(event.seat, name=None, commitment=None, taken=False, was=None)
    else:
        game.sit(event.seat, left=True)
    if game.mover == event.seat:
        game.deadline = None


def _rematch(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.next = data["game"]


def _closed(game: Game, event: Event, data: dict[str, Any]) -> None:
    game.status = "closed"
    game.server_seed = data["server_seed"]
    game.deadline = game.reveal_until = None


def _state(game: Game) -> State:
    assert game.state is not None
    return game.state


def _deadline(data: dict[str, Any]) -> Deadline | None:
    found = data["deadline"]
    return Deadline(**found) if isinstance(found, dict) else found


_APPLY = {
    "joined": _joined,
    "full": _full,
    "revealed": _revealed,
    "started": _started,
    "rolled": _rolled,
    "kept": _kept,
    "banked": _banked,
    "passed": _passed,
    "late": _late,
    "clock": _clock,
    "over": _over,
    "renamed": _renamed,
    "reacted": _reacted,
    "left": _left,
    "rematch": _rematch,
    "closed": _closed,
}
