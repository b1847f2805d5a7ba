"""A game on the server, derived from its events: only `apply` changes it."""

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
from hotdice.server.games.seat import GameSeat
from hotdice.server.games.state_view import StateView, state_view
from hotdice.server.limits import Limits
from hotdice.server.storage.event import GameEvent, Row
from hotdice.server.storage.schema import AT_ONCE

Status = Literal["waiting", "revealing", "playing", "over", "closed"]
MOVES = ("rolled", "kept", "banked", "passed", "late", "started", "over", "closed")
TALK = ("reacted", "renamed")


MAX_RULES = 200
MAX_ROLLS = 300  # that are cached of rules with many dice


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
    """The rules of a game as stored in its first event."""

    name: str
    title: str
    digest: str
    table: dict[str, Any]
    farkle: dict[str, str]


class Created(Struct, frozen=True):
    """The data of a game's first event."""

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


class Arranged(Struct, frozen=True):
    """The table as its host has arranged it before the start; earlier settings are replaced."""

    seats: tuple[GameSeat, ...]
    rules: GameRules
    public: bool
    by_invitation: bool
    open_to_all: bool


_rules: dict[str, Rules] = {}  # equal rules of many games share one object and its cached rolls


class EventSourcedGame:
    """One game: its settings, seats, state and clock."""

    __slots__ = (
        "clock_set",
        "created",
        "deadline",
        "fell",
        "info",
        "keys",
        "last_move",
        "late",
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
        self.rules = _shared_rules(self.info.rules)
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
        self.seq = self.last_move = first.seq
        self.time = first.time
        self.clock_set = 0  # when deadlines were last moved by a clock jump
        self.moves = 0
        self.keys = array("q")  # hashes of (seat, key) of actions, eight bytes each
        self.size = len(row.body)
        self.rolls = 0  # of this turn
        self.talk: Counter[tuple[str, int | None]] = Counter()  # by kind and seat

    def apply(self, row: Row) -> None:
        """Apply the next event."""
        event = row.event
        assert event.seq == self.seq + 1, (event.seq, self.seq)
        data = event.data if isinstance(event.data, dict) else msgspec.structs.asdict(event.data)
        _APPLY[event.kind](self, event, data)
        if event.kind in MOVES:
            self.last_move = event.seq
            self.moves += 1
            if event.key is not None:
                self.keys.append(hash((event.seat, event.key)))
        elif event.kind in TALK:
            self.talk[event.kind, event.seat] += 1
        self.size += len(row.body)
        self.seq = event.seq
        self.time = event.time

    def has_used(self, seat: int, key: str) -> bool:
        """Whether a seat has used this key for an action."""
        return hash((seat, key)) in self.keys

    def update_seat(self, seat: int | None, **changes: Any) -> None:
        """Change fields of a seat."""
        assert seat is not None
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], **changes)
        self.seats = tuple(seats)

    def view(self) -> StateView | None:
        """The state as clients see it; None before the game starts."""
        return (
            None
            if self.state is None
            else state_view(self.state, self.fell, self.info.rules.farkle)
        )

    @property
    def free(self) -> list[int]:
        """The seats that anybody may take."""
        if self.status != "waiting":
            return []
        return [at for at, seat in enumerate(self.seats) if seat.is_open]

    @property
    def mover(self) -> int | None:
        """The seat that is to move, if the game is being played."""
        return self.state.player if self.state and self.status == "playing" else None

    @property
    def automatic(self) -> bool:
        """Whether the next move is made without a person."""
        mover = self.mover
        return mover is not None and (self.late or not self.seats[mover].plays)

    @property
    def due(self) -> int | None:
        """The deadline in the database: when the server has to act by itself."""
        if self.automatic:
            return AT_ONCE
        return None if self.deadline is None else self.deadline.until

    @property
    def bots_alone(self) -> bool:
        """Whether there is no seat for a person."""
        return all(seat.kind == "bot" for seat in self.seats)

    def is_last_move(self, limits: Limits) -> bool:
        """Whether the game reaches its maximal length with the next move."""
        most = limits.bots_alone if self.bots_alone else limits.with_people
        return self.moves + 1 >= most.moves or self.size >= most.bytes

    @property
    def passes(self) -> bool:
        """Whether the turn of an absent person is passed instead of played by a bot."""
        clock, mover = self.info.clock, self.mover
        person = mover is not None and self.seats[mover].kind == "person"
        return person and self.automatic and clock is not None and clock.then == "pass"


def _shared_rules(found: GameRules) -> Rules:
    key = f"{found.digest} {found.name} {found.title}"
    known = _rules.get(key)
    if known is None:
        if len(_rules) >= MAX_RULES:
            del _rules[next(iter(_rules))]
        table = {name: value for name, value in found.table.items() if value is not None}
        known = _rules[key] = trusted(table)
    return known


def _joined(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.update_seat(event.seat, name=data["name"], commitment=data["commitment"], taken=True)
    if "was" in data:  # missing in events of old versions
        game.update_seat(event.seat, was=data["was"])


def _arranged(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    changed = msgspec.convert(data, Arranged)
    game.info = replace(
        game.info,
        seats=changed.seats,
        rules=changed.rules,
        public=changed.public,
        by_invitation=changed.by_invitation,
        open_to_all=changed.open_to_all,
    )
    game.rules = _shared_rules(game.info.rules)
    game.seats = changed.seats
    game.turns = Turns.start(len(game.seats))


def _full(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.status = "revealing"
    game.reveal_until = data["reveal_until"]


def _revealed(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.update_seat(event.seat, seed=data["seed"])


def _started(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.status = "playing"
    game.reveal_until = None
    for seat, kind in enumerate(data["fair"]):
        game.update_seat(seat, fair=kind)
    game.state = State.start(game.rules, len(game.seats))
    game.deadline = _deadline(data)


def _rolled(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    before = _state(game)
    dice = tuple(data["dice"])
    _step(game, Step(before, ROLL, dice, before.roll(dice)), data)
    game.fell = dice


def _kept(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    before = _state(game)
    dice = tuple(data["dice"])
    _step(game, Step(before, Keep(dice), (), before.keep(dice)), data)


def _banked(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    before = _state(game)
    _step(game, Step(before, BANK, (), before.bank()), data)


def _passed(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    _step(game, pass_turn(_state(game)), data)


def _step(game: EventSourcedGame, step: Step, data: dict[str, Any]) -> None:
    game.state = step.after
    game.turns = game.turns.after(step)
    game.rolls = 0 if step.after.fresh else game.rolls + bool(step.dice)
    game.fell = ()
    game.deadline = _deadline(data)
    if step.after.fresh:
        game.late = False
    rolls = game.rules.rolls
    if game.rules.dice > REMEMBERED and len(rolls) > MAX_ROLLS:
        rolls.clear()  # many dice have many keeps, so this cache is bounded


def _late(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.late = True
    game.deadline = None


def _clock(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.clock_set = event.time
    game.deadline = _deadline(data)
    game.reveal_until = data["reveal_until"]


def _over(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.status = "over"
    game.server_seed = data["server_seed"]
    game.deadline = None


def _renamed(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.update_seat(event.seat, name=data["name"])


def _reacted(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    """A reaction changes nothing."""


def _left(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    if game.status == "waiting":
        game.update_seat(event.seat, name=None, commitment=None, taken=False, was=None)
    else:
        game.update_seat(event.seat, left=True)
    if game.mover == event.seat:
        game.deadline = None


def _rematch(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.next = data["game"]


def _closed(game: EventSourcedGame, event: GameEvent, data: dict[str, Any]) -> None:
    game.status = "closed"
    game.server_seed = data["server_seed"]
    game.deadline = game.reveal_until = None


def _state(game: EventSourcedGame) -> State:
    assert game.state is not None
    return game.state


def _deadline(data: dict[str, Any]) -> Deadline | None:
    found = data["deadline"]
    return Deadline(**found) if isinstance(found, dict) else found


_APPLY = {
    "arranged": _arranged,
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
