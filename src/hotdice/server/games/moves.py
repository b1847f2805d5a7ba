"""Moves of people, bots and the clock: all are made here."""

from typing import Any

from msgspec import UNSET

from hotdice.game import Action, Bank, Roll
from hotdice.game.actions import Pass, Take
from hotdice.game.driver import Step, pass_turn, take
from hotdice.game.record import points_of
from hotdice.rules import Keep
from hotdice.server.deadlines import AT_ONCE, SAME_JUMP
from hotdice.server.games.day_secret import is_counted
from hotdice.server.games.events import By, GameEvent, Row
from hotdice.server.games.game import EventSourcedGame, changes_play
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.payloads import (
    MOVES,
    Banked,
    ClockSet,
    Closed,
    Deadline,
    Kept,
    Late,
    Over,
    Passed,
    Payload,
    Rolled,
    Took,
)
from hotdice.server.games.registry import Draft, Registry, conflict_error, exclusive, now
from hotdice.server.games.seat import GameSeat
from hotdice.server.games.state_view import state_view
from hotdice.server.limits import Limits
from hotdice.texts import HotDiceError

LOOKUP_PAGE = 10  # events that are read at once to find the next move
CLOSED = {"status": "closed", "deadline": None}  # the columns of a closed game


@exclusive
async def act(
    registry: Registry, live: LiveGame, seat: int, action: Action, expected: int, key: str
) -> tuple[Row, bool]:
    """Make the move of a seat, or find it; True if the same request was handled before."""
    game = live.game
    if not game.last_move <= expected <= game.seq:
        earlier = await _first_move(registry, live, expected)
        if earlier is not None and (earlier.event.seat, earlier.event.key) == (seat, key):
            if not _came_from(action, earlier.event):
                raise HotDiceError("key/other")
            return earlier, True
    if game.has_used(seat, key):  # for another move
        raise HotDiceError("key/other")
    if not game.last_move <= expected <= game.seq:
        raise conflict_error(live)
    _check_turn(game, seat)
    registry.check_budget(live.payer)
    rows = await make_move(registry, live, action, "person", key)
    return rows[0], False


async def make_move(
    registry: Registry, live: LiveGame, action: Action, by: By, key: str | None = None
) -> tuple[Row, ...]:
    """Make a move of the seat that is to move; the game must be locked."""
    game = live.game
    assert game.state is not None
    if isinstance(action, Roll) and game.rolls >= registry.limits.turn_rolls:
        return await commit(registry, live, pass_turn(game.state), "server", key)
    return await commit(registry, live, take(game.state, action, live.dice(), game.turns), by, key)


async def commit(
    registry: Registry, live: LiveGame, step: Step, by: By, key: str | None
) -> tuple[Row, ...]:
    """Write the events of a step; the game must be locked."""
    counts = step.after.over and await is_counted(registry, live.game)
    drafts, fields = draft_step(registry.limits, live, step, by, key, counts)
    points = step.after.totals[0] if counts else None
    return await registry.commit(live, *drafts, fields=fields, day_points=points)


async def time_out(registry: Registry, live: LiveGame) -> None:
    """Handle an expired turn; the game must be locked."""
    game = live.game
    clock, state = game.info.clock, game.state
    assert clock is not None
    assert state is not None
    draft = Draft(state.player, Late(clock.then), "clock")
    if clock.then == "bot":
        await registry.commit(live, draft, fields={"deadline": AT_ONCE})
        return
    drafts, fields = draft_step(registry.limits, live, pass_turn(state), "clock", None)
    await registry.commit(live, draft, *drafts, fields=fields)


async def move_deadline(registry: Registry, live: LiveGame, jump: int) -> None:
    """Shift the deadlines by a jump of the system clock; the game must be locked."""
    game = live.game
    if abs(now() - game.clock_set) < SAME_JUMP:  # another process has done it
        return
    deadline, reveal_until = game.deadline, game.reveal_until
    if deadline is not None:
        deadline = Deadline(deadline.at + jump, deadline.until + jump)
    if reveal_until is not None:
        reveal_until += jump
    until = reveal_until if deadline is None else deadline.until
    if until is not None:
        draft = Draft(None, ClockSet(deadline, reveal_until))
        await registry.commit(live, draft, fields={"deadline": until})


async def _first_move(registry: Registry, live: LiveGame, after: int) -> Row | None:
    """The first move after an event; reactions and renames can come in between."""
    while rows := await registry.rows(live, after, LOOKUP_PAGE):
        found = next((row for row in rows if changes_play(row.event)), None)
        if found is not None:
            return found
        after = rows[-1].event.seq
    return None


def _came_from(action: Action, event: GameEvent) -> bool:
    """Whether an event is the result of an action."""
    if isinstance(action, Roll) and isinstance(event.data, Passed):
        return True  # over the limit of rolls the turn is passed
    return isinstance(event.data, MOVES) and event.data.played.move == action


def _check_turn(game: EventSourcedGame, seat: int) -> None:
    if game.status == "closed":
        raise HotDiceError("game/closed")
    if game.status == "over":
        raise HotDiceError("game/over")
    if game.mover is None:
        raise HotDiceError("game/not-playing", status=game.status)
    if game.mover != seat:
        raise HotDiceError("turn/other", seat=game.mover)
    if game.automatic:
        raise HotDiceError("turn/late")


def draft_step(
    limits: Limits, live: LiveGame, step: Step, by: By, key: str | None, counts: bool = False
) -> tuple[list[Draft], dict[str, Any] | None]:
    """The events of a step, and the changed columns of the game."""
    game, after = live.game, step.after
    deadline, due = game.deadline, game.due
    if after.over:
        deadline = due = None
    elif after.fresh:
        deadline, due = turn_deadline(game, game.seats[after.player])
    drafts = [Draft(step.before.player, _payload(game, step, deadline), by, key)]
    if after.over:
        counted = UNSET if game.info.day is UNSET else counts
        end = Over(live.final_seed, after.winners, after.totals, counted)
        drafts.append(Draft(None, end))
        return drafts, {"status": "over", "deadline": None}
    if game.is_last_move(limits):
        drafts.append(Draft(None, Closed("long", live.final_seed)))
        return drafts, CLOSED
    return drafts, None if due == game.due else {"deadline": due}


def turn_deadline(game: EventSourcedGame, seat: GameSeat) -> tuple[Deadline | None, int | None]:
    """The deadline of a seat's new turn, for clients and for the database."""
    clock = game.info.clock
    if not seat.plays:
        return None, AT_ONCE
    if clock is None:
        return None, None
    at = now() + 1000 * clock.seconds
    until = at + 1000 * clock.grace
    return Deadline(at, until), until


def _payload(game: EventSourcedGame, step: Step, deadline: Deadline | None) -> Payload:
    happened, before = step.events, step.before
    state = state_view(step.after, step.dice, game.info.rules.farkle)
    points = points_of(step.action, before)
    match step.action:
        case Roll():
            return Rolled(step.dice, happened=happened, state=state, deadline=deadline)
        case Keep(dice=dice):
            worth = before.rules.rolls[before.rolled].by_dice[dice].points
            return Kept(dice, worth, happened=happened, state=state, deadline=deadline)
        case Bank():
            return Banked(points, happened=happened, state=state, deadline=deadline)
        case Take():
            return Took(points, happened=happened, state=state, deadline=deadline)
        case Pass():
            return Passed(points, happened=happened, state=state, deadline=deadline)
