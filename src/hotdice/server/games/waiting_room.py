"""The host arranges a table before the game starts: bots, people, rules, who may watch or sit down.

The host is the person on the first taken seat.
"""

from msgspec import UNSET
from msgspec.structs import replace

from hotdice.rules import Rules
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.new_game import bot_seat, head_start
from hotdice.server.games.payloads import Arranged, Created, GameRules
from hotdice.server.games.registry import Draft, Registry, exclusive
from hotdice.server.games.seat import GameSeat
from hotdice.server.games.seating import start_if_full
from hotdice.texts import HotDiceError


@exclusive
async def put_bot(registry: Registry, live: LiveGame, number: int, seat: int, bot: str) -> int:
    """Put a bot on a free seat; with the last one the game starts."""
    game = _arrangeable(live, number)
    if not 0 <= seat < len(game.seats) or game.seats[seat].taken:
        raise HotDiceError("game/taken", seat=seat)
    seats = list(game.seats)
    seats[seat] = bot_seat(bot, seats)
    return await _commit(registry, live, number, seats)


@exclusive
async def free_seat(registry: Registry, live: LiveGame, number: int, seat: int) -> int:
    """Remove a bot or another person from their seat, which anybody with an invitation may take.

    Whoever was removed has the invitation of before, so another one takes its place.
    """
    game = _arrangeable(live, number)
    if seat == number:
        raise HotDiceError("game/own-seat")
    if not 0 <= seat < len(game.seats):
        raise HotDiceError("game/taken", seat=seat)
    replaced = game.replaced_invites + game.seats[seat].plays
    seats = list(game.seats)
    seats[seat] = GameSeat("person", None)
    info = game.info
    info = replace(
        info,
        seats=tuple(seats),
        by_invitation=_by_invitation(info.public, info.open_to_all, replaced),
    )
    draft = arranged(info, number, replaced)
    rows = await registry.commit(live, draft, tokens={seat: None})
    return rows[0].event.seq


@exclusive
async def start_now(registry: Registry, live: LiveGame, number: int) -> int:
    """Start with those who are there; the free seats after them are removed."""
    game = _arrangeable(live, number)
    last = max(at for at, seat in enumerate(game.seats) if seat.taken)
    seats = list(game.seats[: last + 1])
    free = [at for at, seat in enumerate(seats) if not seat.taken]
    if free:
        raise HotDiceError("game/gap", seat=free[0] + 1)
    return await _commit(registry, live, number, seats)


@exclusive
async def change(
    registry: Registry,
    live: LiveGame,
    number: int,
    rules: tuple[Rules, dict[str, str]] | None,
    public: bool | None,
    open_to_all: bool | None,
) -> int:
    """Change rules (with their farkle chances), who may watch, or who may sit down."""
    game = _arrangeable(live, number)
    info = game.info
    public = info.public if public is None else public
    open_to_all = public and (info.open_to_all if open_to_all is None else open_to_all)
    info = replace(
        info,
        public=public,
        open_to_all=open_to_all,
        by_invitation=_by_invitation(public, open_to_all, game.replaced_invites),
    )
    if rules is not None:
        found, farkle = rules
        if info.totals is not UNSET:
            head_start(found, len(game.seats), info.totals[: len(game.seats)])
        about = GameRules(found.name, found.title, found.digest, found.table(), farkle)
        info = replace(info, rules=about)
    draft = arranged(replace(info, seats=game.seats), number, game.replaced_invites)
    rows = await registry.commit(live, draft, fields={"public": public})
    return rows[0].event.seq


def _arrangeable(live: LiveGame, number: int) -> EventSourcedGame:
    game = live.game
    if game.status != "waiting":
        raise HotDiceError("game/not-waiting", status=game.status)
    if number != next(at for at, seat in enumerate(game.seats) if seat.plays):
        raise HotDiceError("game/not-host")
    return game


async def _commit(registry: Registry, live: LiveGame, number: int, seats: list[GameSeat]) -> int:
    game = live.game
    drafts, fields = start_if_full(registry, game, seats, live.server_seed)
    draft = arranged(replace(game.info, seats=tuple(seats)), number, game.replaced_invites)
    rows = await registry.commit(live, draft, *drafts, fields=fields)
    return rows[0].event.seq


def _by_invitation(public: bool, open_to_all: bool, replaced_invites: int) -> bool:
    """Whether the id of a game is not enough to sit down."""
    return not open_to_all and (public or replaced_invites > 0)


def arranged(info: Created, number: int, replaced_invites: int) -> Draft:
    """The event with which the host replaces settings and seats."""
    data = Arranged(
        seats=info.seats,
        rules=info.rules,
        public=info.public,
        by_invitation=info.by_invitation,
        open_to_all=info.open_to_all,
        replaced_invites=replaced_invites or UNSET,
    )
    return Draft(number, data, "person")
