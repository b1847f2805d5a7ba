"""A game on the server, derived from its events: only `apply` changes it."""

from array import array
from collections import Counter
from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from hotdice.game import State
from hotdice.game.driver import Turns, repeat
from hotdice.game.roll_off import Round, beginner
from hotdice.rules import Rules
from hotdice.rules.form import trusted
from hotdice.rules.rules import REMEMBERED
from hotdice.server.deadlines import AT_ONCE
from hotdice.server.games import payloads
from hotdice.server.games.events import GameEvent, Row
from hotdice.server.games.state_view import StateView, state_view
from hotdice.server.limits import Limits

Status = Literal["waiting", "revealing", "playing", "over", "closed"]
MAX_RULES = 200
MAX_ROLLS = 300  # cached for rules with many dice

_rules: dict[str, Rules] = {}  # equal rules of many games share one object and its cached rolls


class EventSourcedGame:
    """One game: its settings, seats, state and clock."""

    __slots__ = (
        "clock_set",
        "counted",
        "created",
        "deadline",
        "fell",
        "info",
        "keys",
        "last_move",
        "late",
        "moves",
        "next",
        "replaced_invites",
        "reveal_until",
        "roll_off",
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
        assert isinstance(first.data, payloads.Created)
        self.info = first.data
        self.rules = _shared_rules(self.info.rules)
        self.created = first.time
        self.seats = self.info.seats
        self.status: Status = "waiting"
        self.state: State | None = None
        self.turns = Turns.start(len(self.seats))
        self.roll_off: tuple[Round, ...] = ()
        self.fell: tuple[int, ...] = ()
        self.late = False
        self.deadline: payloads.Deadline | None = None
        self.reveal_until: int | None = None
        self.next: str | None = None
        self.replaced_invites = 0
        self.server_seed: str | None = None
        self.counted = False  # as a result of its day
        self.seq = self.last_move = first.seq
        self.time = first.time
        self.clock_set = 0  # when deadlines were last moved by a clock jump
        self.moves = 0
        self.keys = array("q")  # hashes of (seat, key) of actions, eight bytes each
        self.size = len(row.body)
        self.rolls = 0  # of this turn
        self.talk: Counter[tuple[type[payloads.Payload], int | None]] = (
            Counter()
        )  # by kind and seat

    def apply(self, row: Row) -> None:
        """Apply the next event."""
        event = row.event
        assert event.seq == self.seq + 1, (event.seq, self.seq)
        _apply(self, event)
        if changes_play(event):
            self.last_move = event.seq
            self.moves += 1
            if event.key is not None:
                self.keys.append(hash((event.seat, event.key)))
        elif isinstance(event.data, payloads.TALK):
            self.talk[type(event.data), event.seat] += 1
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
    def beginning(self) -> State:
        """The state before the first move."""
        return begin(self.rules, len(self.seats), self.info.totals, self.roll_off)

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


def begin(
    rules: Rules,
    seats: int,
    totals: tuple[int, ...] | UnsetType,
    roll_off: tuple[Round, ...] = (),
) -> State:
    """The beginning of a game with a head start, if it has one; those of removed seats go."""
    ahead = None if totals is UNSET else totals[:seats]
    return State.start(rules, seats, ahead, beginner(roll_off))


def _shared_rules(found: payloads.GameRules) -> Rules:
    key = f"{found.digest} {found.name} {found.title}"
    known = _rules.get(key)
    if known is None:
        if len(_rules) >= MAX_RULES:
            del _rules[next(iter(_rules))]
        table = {name: value for name, value in found.table.items() if value is not None}
        known = _rules[key] = trusted(table)
    return known


def changes_play(event: GameEvent) -> bool:
    """Whether a move that was based on an earlier event comes too late."""
    return isinstance(
        event.data,
        (*payloads.MOVES, payloads.Late, payloads.Started, payloads.Over, payloads.Closed),
    )


def _apply(game: EventSourcedGame, event: GameEvent) -> None:  # noqa: C901 one case for each kind
    match event.data:
        case payloads.Arranged() as data:
            _arrange(game, data)
        case payloads.Joined() as data:
            game.update_seat(event.seat, name=data.name, commitment=data.commitment, taken=True)
            if data.was is not UNSET:
                game.update_seat(event.seat, was=data.was)
        case payloads.Full() as data:
            game.status = "revealing"
            game.reveal_until = data.reveal_until
        case payloads.Revealed() as data:
            game.update_seat(event.seat, seed=data.seed)
        case payloads.Started() as data:
            _start(game, data)
        case (
            payloads.Rolled()
            | payloads.Kept()
            | payloads.Banked()
            | payloads.Took()
            | payloads.Passed() as data
        ):
            _move(game, data)
        case payloads.Late():
            game.late = True
            game.deadline = None
        case payloads.ClockSet() as data:
            game.clock_set = event.time
            game.deadline = data.deadline
            game.reveal_until = data.reveal_until
        case payloads.Over() as data:
            game.status = "over"
            game.server_seed = data.server_seed
            game.counted = data.counted is True
            game.deadline = None
        case payloads.Closed() as data:
            game.status = "closed"
            game.server_seed = data.server_seed
            game.deadline = game.reveal_until = None
        case payloads.Renamed() as data:
            game.update_seat(event.seat, name=data.name)
        case payloads.Left():
            _leave(game, event.seat)
        case payloads.NextGame() as data:
            game.next = data.game
        case payloads.Reacted():
            pass  # it is only shown
        case payloads.Created():
            raise AssertionError("a game is created once")


def _arrange(game: EventSourcedGame, data: payloads.Arranged) -> None:
    totals = game.info.totals
    game.info = replace(
        game.info,
        seats=data.seats,
        rules=data.rules,
        public=data.public,
        by_invitation=data.by_invitation,
        open_to_all=data.open_to_all,
        totals=UNSET if totals is UNSET else totals[: len(data.seats)],
    )
    game.replaced_invites = data.replaced_invites or 0
    game.rules = _shared_rules(game.info.rules)
    game.seats = data.seats
    game.turns = Turns.start(len(game.seats))


def _start(game: EventSourcedGame, data: payloads.Started) -> None:
    game.status = "playing"
    game.reveal_until = None
    for seat, kind in enumerate(data.fair):
        game.update_seat(seat, fair=kind)
    if data.roll_off is not UNSET:
        game.roll_off = data.roll_off
    game.state = game.beginning
    game.deadline = data.deadline


def _move(game: EventSourcedGame, data: payloads.MovePayload) -> None:
    assert game.state is not None
    move, dice, _ = data.played
    step = repeat(game.state, move, dice)
    game.state = step.after
    game.turns = game.turns.after(step)
    game.rolls = 0 if step.after.fresh else game.rolls + bool(dice)
    game.fell = dice
    game.deadline = data.deadline
    if step.after.fresh:
        game.late = False
    rolls = game.rules.rolls
    if game.rules.dice > REMEMBERED and len(rolls) > MAX_ROLLS:
        rolls.clear()  # many dice have many keeps, so this cache is bounded


def _leave(game: EventSourcedGame, seat: int | None) -> None:
    if game.status == "waiting":
        game.update_seat(seat, name=None, commitment=None, taken=False, was=None)
    else:
        game.update_seat(seat, left=True)
    if game.mover == seat:
        game.deadline = None
