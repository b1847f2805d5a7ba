"""A game as its record: the same lines as everywhere, with the seeds of its dice."""

from typing import Any

import msgspec

from hotdice.game import State
from hotdice.game.fair import Fair, FairSeat
from hotdice.game.record import Record
from hotdice.server.games.game import Game
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import PAGE, Registry
from hotdice.server.storage.event import Event

MOVES = {
    "rolled": ("roll", "dice"),
    "kept": ("keep", "dice"),
    "banked": ("bank", "points"),
    "passed": ("pass", "points"),
}  # what an event is called in a record, and what is written of it


async def record_text(registry: Registry, live: LiveGame) -> str:
    """The record so far; the server's seed is in it once the game has ended."""
    newest, lines = live.game.seq, [_header(live.game)]
    seq = 0
    while seq < newest:
        rows = await registry.read(registry.store.rows, live.id, seq, min(PAGE, newest - seq))
        lines += [_line(row.event) for row in rows if row.event.kind in MOVES]
        seq = rows[-1].event.seq
    return "".join(lines)


def _header(game: Game) -> str:
    seats = tuple(
        FairSeat(seat.fair or ("person" if seat.seed else "fallback"), seat.commitment, seat.seed)
        if seat.kind == "person"
        else FairSeat("bot")
        for seat in game.seats
    )
    fair = Fair(game.info.commitment, seats, game.server_seed)
    begin = State.start(game.rules, len(game.seats))
    return Record(begin, tuple(seat.recorded for seat in game.seats), fair=fair).text()


def _line(event: Event) -> str:
    move, what = MOVES[event.kind]
    found: dict[str, Any] = {move: event.data[what]}
    return msgspec.json.encode(found).decode() + "\n"
