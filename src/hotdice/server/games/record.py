"""A game as a record file, with the seeds of its dice."""

from msgspec import UNSET

from hotdice.game.fair import Fair, FairSeat
from hotdice.game.record import Record, line
from hotdice.server.games.day_secret import revealed
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.payloads import MOVES
from hotdice.server.games.registry import PAGE, Registry


async def record_text(registry: Registry, live: LiveGame) -> str:
    """The record so far; it has the server seed once the game, and its day, has ended."""
    seed = live.game.server_seed or await revealed(registry, live)
    newest, lines = live.game.seq, [_header(live.game, seed)]
    seq = 0
    while seq < newest:
        rows = await registry.rows(live, seq, min(PAGE, newest - seq))
        moves = [row.event.data for row in rows if isinstance(row.event.data, MOVES)]
        lines += [line(*move.played) for move in moves]
        seq = rows[-1].event.seq
    return "".join(lines)


def _header(game: EventSourcedGame, server_seed: str | None) -> str:
    seats = tuple(
        FairSeat(seat.fair or ("person" if seat.seed else "fallback"), seat.commitment, seat.seed)
        if seat.kind == "person"
        else FairSeat("bot")
        for seat in game.seats
    )
    day = None if game.info.day is UNSET else game.info.day.date
    fair = Fair(game.info.commitment, seats, server_seed, day)
    called = tuple(seat.recorded for seat in game.seats)
    return Record(game.beginning, called, fair=fair, roll_off=game.roll_off).text()
