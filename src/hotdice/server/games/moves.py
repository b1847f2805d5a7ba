"""Moves: everybody's go through one door, whether a person, a bot or the clock makes them."""

from typing import Any

from msgspec import Struct

from hotdice.game import Action, Bank, Roll
from hotdice.game.actions import Pass
from hotdice.game.driver import Step, pass_turn, take
from hotdice.game.events import Event as Happened
from hotdice.rules import Keep
from hotdice.server.games.game import MOVES, Deadline, Table
from hotdice.server.games.live_game import Held
from hotdice.server.games.registry import Draft, Host, alone, conflict, now
from hotdice.server.games.seat import Seat
from hotdice.server.games.state_view import Shown, shown
from hotdice.server.limits import Limits
from hotdice.server.storage.event import By, Event, Row
from hotdice.server.storage.schema import AT_ONCE
from hotdice.server.storage.store import SAME_JUMP
from hotdice.texts import HotDiceError

NEAR = 10  # events in which the next move is looked for at once
CLOSED = {"status": "closed", "deadline": None}  # the row of a game that has no winner


class Rolled(Struct, frozen=True):
    """A roll, as it fell."""

    dice: tuple[int, ...]
    happened: list[Happened]
    state: Shown
    deadline: Deadline | None


class Kept(Struct, frozen=True):
    """Dice that were kept."""

    dice: tuple[int, ...]
    points: int
    happened: list[Happened]
    state: Shown
    deadline: Deadline | None


class Ended(Struct, frozen=True):
    """A turn that was banked or passed; `points` were gained or lost."""

    points: int
    happened: list[Happened]
    state: Shown
    deadline: Deadline | None


class Over(Struct, frozen=True):
    """The end of a game."""

    server_seed: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]


class Closed(Struct, frozen=True):
    """The end of a game that has no winner."""

    reason: str
    server_seed: str


class ClockSet(Struct, frozen=True):
    """Other deadlines, because the clock of the server was set."""

    deadline: Deadline | None
    reveal_until: int | None


class Late(Struct, frozen=True):
    """The clock has run out."""

    then: str


@alone
async def act(
    host: Host, held: Held, seat: int, action: Action, expected: int, key: str
) -> tuple[Row, bool]:
    """Do what somebody at a seat asks for; True if it was done before."""
    table = held.table
    if not table.moved <= expected <= table.seq:
        done = await _first_move(host, held, expected)
        if done is not None and (done.event.seat, done.event.key) == (seat, key):
            if not _made(action, done.event):
                raise HotDiceError("key/other")
            return done, True
    if table.has_used(seat, key):  # earlier, or later, than whoever asks thinks
        raise HotDiceError("key/other")
    if not table.moved <= expected <= table.seq:
        raise conflict(held)
    _refuse(table, seat)
    host.check_budget(held.payer)
    rows = await make(host, held, action, "person", key)
    return rows[0], False


async def make(
    host: Host, held: Held, action: Action, by: By, key: str | None = None
) -> tuple[Row, ...]:
    """Make the move of whoever is to move, in a game whose lock is held."""
    table = held.table
    assert table.state is not None
    if isinstance(action, Roll) and table.rolls >= host.limits.turn_rolls:
        return await commit(host, held, pass_turn(table.state), "server", key)
    return await commit(host, held, take(table.state, action, held.dice(), table.turns), by, key)


async def commit(host: Host, held: Held, step: Step, by: By, key: str | None) -> tuple[Row, ...]:
    """Make a step of a game whose lock is held."""
    drafts, fields = drafted(host.limits, held, step, by, key)
    return await host.commit(held, *drafts, fields=fields)


async def late(host: Host, held: Held) -> None:
    """The clock of the turn has run out, in a game whose lock is held."""
    table = held.table
    clock, state = table.info.clock, table.state
    assert clock is not None
    assert state is not None
    draft = Draft("late", state.player, Late(clock.then), "clock")
    if clock.then == "bot":
        await host.commit(held, draft, fields={"deadline": AT_ONCE})
        return
    drafts, fields = drafted(host.limits, held, pass_turn(state), "clock", None)
    await host.commit(held, draft, *drafts, fields=fields)


async def move_deadline(host: Host, held: Held, jump: int) -> None:
    """Give as much time as before the clock was set, in a game whose lock is held."""
    table = held.table
    if abs(now() - table.clock_set) < SAME_JUMP:  # another process has done it
        return
    deadline, reveal_until = table.deadline, table.reveal_until
    if deadline is not None:
        deadline = Deadline(deadline.at + jump, deadline.until + jump)
    if reveal_until is not None:
        reveal_until += jump
    until = reveal_until if deadline is None else deadline.until
    if until is not None:
        draft = Draft("clock", None, ClockSet(deadline, reveal_until))
        await host.commit(held, draft, fields={"deadline": until})


async def _first_move(host: Host, held: Held, after: int) -> Row | None:
    """The first move above a number; talk comes in between."""
    while rows := await host.read(host.store.rows, held.id, after, NEAR):
        found = next((row for row in rows if row.event.kind in MOVES), None)
        if found is not None:
            return found
        after = rows[-1].event.seq
    return None


def _made(action: Action, event: Event) -> bool:
    """Whether an event came of an action."""
    match action:
        case Roll():
            return event.kind in ("rolled", "passed")  # one roll too many passes the turn
        case Keep():
            return event.kind == "kept" and Keep(tuple(event.data["dice"])) == action
        case _:
            return event.kind == "banked"


def _refuse(table: Table, seat: int) -> None:
    if table.status == "closed":
        raise HotDiceError("game/closed")
    if table.status == "over":
        raise HotDiceError("game/over")
    if table.mover is None:
        raise HotDiceError("game/not-playing", status=table.status)
    if table.mover != seat:
        raise HotDiceError("turn/other", seat=table.mover)
    if table.automatic:
        raise HotDiceError("turn/late")


def drafted(
    limits: Limits, held: Held, step: Step, by: By, key: str | None
) -> tuple[list[Draft], dict[str, Any] | None]:
    """The events of a step, and what changes in the row of the game."""
    table, after = held.table, step.after
    deadline, due = table.deadline, table.due
    if after.over:
        deadline = due = None
    elif after.fresh:
        deadline, due = turn_deadline(table, table.seats[after.player])
    kind, data = _told(table, step, deadline)
    drafts = [Draft(kind, step.before.player, data, by, key)]
    if after.over:
        end = Over(held.server_seed, after.winners, after.totals)
        drafts.append(Draft("over", None, end))
        return drafts, {"status": "over", "deadline": None}
    if table.is_last_move(limits):
        drafts.append(Draft("closed", None, Closed("long", held.server_seed)))
        return drafts, CLOSED
    return drafts, None if due == table.due else {"deadline": due}


def turn_deadline(table: Table, seat: Seat) -> tuple[Deadline | None, int | None]:
    """When the turn that begins at a seat has to be over, for people and for the database."""
    clock = table.info.clock
    if not seat.plays:
        return None, AT_ONCE
    if clock is None:
        return None, None
    at = now() + 1000 * clock.seconds
    until = at + 1000 * clock.grace
    return Deadline(at, until), until


def _told(table: Table, step: Step, deadline: Deadline | None) -> tuple[str, Any]:
    fell = step.dice if step.dice else ()
    view = shown(step.after, fell, table.info.rules.farkle)
    happened = step.events
    before = step.before
    match step.action:
        case Roll():
            return "rolled", Rolled(step.dice, happened, view, deadline)
        case Keep(dice=dice):
            points = before.rules.rolls[before.rolled].by_dice[dice].points
            return "kept", Kept(dice, points, happened, view, deadline)
        case Bank():
            return "banked", Ended(before.gain, happened, view, deadline)
        case Pass():
            return "passed", Ended(before.turn_points, happened, view, deadline)
