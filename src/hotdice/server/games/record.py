"""A game as a record file, with the seeds of its dice."""

from typing import Any

import msgspec

from hotdice.game import State
from hotdice.game.fair import Fair, FairSeat
from hotdice.game.record import Record
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import PAGE, Registry
from hotdice.server.storage.event import GameEvent

MOVES = {
    "rolled": ("roll", "dice"),
    "kept": ("keep", "dice"),
    "banked": ("bank", "points"),
    "passed": ("pass", "points"),
}  # the key of a line in the record, and the field of the event that is its value


async def record_text(registry: Registry, live: LiveGame) -> str:
    """The record so far; it has the server seed once the game has ended."""
    newest, lines = live.game.seq, [_header(live.game)]
    seq = 0
    while seq < newest:
        rows = await registry.read(registry.store.rows, live.id, seq, min(PAGE, newest - seq))
        lines += [_line(row.event) for row in rows if row.event.kind in MOVES]
        seq = rows[-1].event.seq
    return "".join(lines)


def _header(game: EventSourcedGame) -> str:
    seats = tuple(
        FairSeat(seat.fair or ("person" if seat.seed else "fallback"), seat.commitment, seat.seed)
        if seat.kind == "person"
        else FairSeat("bot")
        for seat in game.seats
    )
    fair = Fair(game.info.commitment, seats, game.server_seed)
    begin = State.start(game.rules, len(game.seats))
    return Record(begin, tuple(seat.recorded for seat in game.seats), fair=fair).text()


def _line(event: GameEvent) -> str:
    move, what = MOVES[event.kind]
    found: dict[str, Any] = {move: event.data[what]}
    return msgspec.json.encode(found).decode() + "\n"
