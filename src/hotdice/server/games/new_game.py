"""Creates games, and rematches with the same seats."""

import secrets
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from hotdice.bots.catalogue import is_built_in, open_bot
from hotdice.bots.seats import names
from hotdice.game import State
from hotdice.game.fair import SEED_BYTES, commitment
from hotdice.rules import Rules
from hotdice.server.games.events import row_of
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.payloads import Created, GameRules
from hotdice.server.games.registry import Draft, Registry, WriteConflict, exclusive, now
from hotdice.server.games.request_bodies import NewGame, NewSeat
from hotdice.server.games.seat import GameSeat, clean_name, numbered_name
from hotdice.server.games.seating import Seated, open_seats, reissue_token, start_if_full, take_seat
from hotdice.server.limits import MAX_TITLE_LENGTH
from hotdice.server.storage.tokens import hashed, new
from hotdice.texts import HotDiceError
from hotdice.texts.signs import printable


async def create(
    registry: Registry, request: NewGame, rules: Rules, farkle: dict[str, str], payer: str
) -> Seated:
    """Create a game; the client gets the first seat of a person.

    A repeated request with the same key returns that seat again and creates nothing.
    """
    key = None if request.key is None else hashed(request.key)
    existing = None if key is None else await seat_of_key(registry, key)
    if existing is not None:
        return existing
    seats = _seats(request.seats)
    own = next((at for at, seat in enumerate(seats) if seat.kind == "person"), None)
    if own is not None:
        name = clean_name(request.seats[own].name or "", [])
        seats[own] = _taken(seats[own], name, request.commitment)
    title = " ".join(request.name.split())
    if not printable(title):
        raise HotDiceError("game/name", most=MAX_TITLE_LENGTH)
    about = GameRules(rules.name, rules.title, rules.digest, rules.table(), farkle)
    clock = None if request.clock is None else request.clock.clock()
    info = Created(
        rules=about,
        seats=tuple(seats),
        name=title,
        public=request.public,
        advice=request.advice,
        clock=clock,
        commitment="",
        before=None,
        by_invitation=request.public,
        totals=head_start(rules, len(seats), request.totals),
        roll_off=request.roll_off or UNSET,
    )
    try:
        return await commit_new(registry, new(), info, own, key, payer=payer)
    except WriteConflict:  # two requests with the same key at once
        existing = None if key is None else await seat_of_key(registry, key)
        if existing is None:
            raise
        return existing


def head_start(
    rules: Rules, seats: int, totals: Sequence[int] | UnsetType | None
) -> tuple[int, ...] | UnsetType:
    """The totals of a head start, if it is one that these rules allow."""
    if totals is UNSET or totals is None:
        return UNSET
    try:
        found = State.start(rules, seats, totals).totals
    except HotDiceError as error:
        raise HotDiceError("game/totals", reason=str(error)) from error
    return found if any(found) else UNSET


async def seat_of_key(registry: Registry, key: str) -> Seated | None:
    """The seat that was created with a key, with a new token."""
    found = await registry.read(registry.store.seat_by_key, key)
    if found is None:
        return None
    live = await registry.game(found[0])
    async with live.lock:
        return await reissue_token(registry, live, found[1], key)


async def rematch(
    registry: Registry, live: LiveGame, number: int, seed_commitment: str | None
) -> Seated:
    """A seat in the rematch for the player of seat `number`; the first request creates the game."""
    token_hash = live.tokens.get(number)
    if token_hash is None:  # left in the meantime
        raise HotDiceError("token/wrong")
    seated = None
    while seated is None:  # again if the rematch is closed in between
        seated = await _create_rematch_once(registry, live, number, seed_commitment, token_hash)
        if seated is None:
            assert live.game.next is not None
            rematch_game = await registry.latest(live.game.next)
            key = _rematch_key(rematch_game.id, token_hash)
            seated = await _rejoin(registry, rematch_game, live.game, number, seed_commitment, key)
    return seated


def _rematch_key(game: str, token_hash: str) -> str:
    """The key of a seat in a rematch that was given out for a token of the last game.

    It goes with the seat's token: once the seat was moved to another device, left or given to
    somebody else, the old token does not get it back.
    """
    return hashed(f"{game} {token_hash}")


@exclusive
async def _create_rematch_once(
    registry: Registry,
    live: LiveGame,
    number: int,
    seed_commitment: str | None,
    token_hash: str,
) -> Seated | None:
    """Create the rematch, unless there is one that is not closed."""
    existing = live.game.next
    if existing is not None and await _is_usable(registry, existing):
        return None
    if live.game.status not in ("over", "closed"):
        raise HotDiceError("game/not-over")
    return await _create_rematch(registry, live, number, seed_commitment, token_hash)


async def _is_usable(registry: Registry, game: str) -> bool:
    """Whether a game was neither closed nor deleted."""
    try:
        return (await registry.latest(game)).game.status != "closed"
    except HotDiceError as error:
        if error.code != "game/unknown":
            raise
        return False


@exclusive
async def _rejoin(
    registry: Registry,
    rematch_game: LiveGame,
    old: EventSourcedGame,
    number: int,
    seed_commitment: str | None,
    key: str,
) -> Seated | None:
    """Take the seat that is reserved for the player of seat `number` of the last game.

    It is not reserved any more for a player who has left the rematch: they get any free seat.
    A seat that was given out with this key before is given out again: the response was lost.
    """
    game = rematch_game.game
    if game.status == "closed":
        return None
    own = next((at for at, seat in enumerate(game.seats) if seat.was == number), None)
    if own is None:
        free = open_seats(game)
        usual = _order(old).index(number)
        own = usual if usual in free else free[0]
    seat = game.seats[own]
    if seat.left:
        raise HotDiceError("game/taken", seat=own)
    if not seat.taken:
        others = (each.name for at, each in enumerate(game.seats) if at != own)
        name = numbered_name(seat.name or old.seats[number].name or "", others)
        return await take_seat(registry, rematch_game, own, name, seed_commitment, key, number)
    if await registry.read(registry.store.seat_by_key, key) != (rematch_game.id, own):
        raise HotDiceError("game/taken", seat=own)  # by another device
    return await reissue_token(registry, rematch_game, own, key)


def _order(old: EventSourcedGame) -> list[int]:
    """The old seats in the order of the rematch: the one after whoever began begins."""
    first = old.beginning.player + 1
    seats = range(len(old.seats))
    return [*seats[first:], *seats[:first]]


async def _create_rematch(
    registry: Registry,
    live: LiveGame,
    number: int,
    seed_commitment: str | None,
    token_hash: str,
) -> Seated:
    """Create the rematch; the game must be locked."""
    info = live.game.info
    old = live.game.seats
    order = _order(live.game)
    seats = [_next_seat(old[at], at) for at in order]
    own = order.index(number)
    seats[own] = _taken(seats[own], seats[own].name or "?", seed_commitment)
    totals = info.totals
    next_info = replace(
        info,
        seats=tuple(seats),
        commitment="",
        before=live.id,
        by_invitation=info.public,
        totals=UNSET if totals is UNSET else tuple(totals[at] for at in order),
        roll_off=UNSET,
        day=UNSET,
    )
    game_id = new()
    key = _rematch_key(game_id, token_hash)
    return await commit_new(registry, game_id, next_info, own, key, before=live, payer=live.payer)


def _next_seat(old: GameSeat, at: int) -> GameSeat:
    """The seat of a rematch for the old seat `at`, reserved for its player unless they left."""
    if old.kind == "bot":
        return GameSeat("bot", old.name, old.bot, taken=True)
    return GameSeat("person", old.name, was=at) if old.plays else GameSeat("person", None)


async def commit_new(
    registry: Registry,
    game_id: str,
    info: Created,
    own: int | None,
    key: str | None = None,
    before: LiveGame | None = None,
    *,
    payer: str,
    seed: bytes | None = None,
    day_game: dict[str, Any] | None = None,
) -> Seated:
    """Write a new game, with a fresh seed of the server if it is not given one."""
    seed = seed or secrets.token_bytes(SEED_BYTES)
    token = new()
    info = replace(info, commitment=commitment(seed))
    created = Draft(own, info, "person" if own is not None else "server")
    game = EventSourcedGame(row_of(info, seq=1, time=now(), seat=own, by="server"))
    drafts, fields = start_if_full(registry, game, list(info.seats), seed.hex())
    new_row: dict[str, Any] = {
        "id": game_id,
        "created": now(),
        "status": "waiting",
        "public": info.public,
        "server_seed": seed.hex(),
        "deadline": None,
        "next": None,
    } | fields
    tokens: dict[int, str | None] = {} if own is None else {own: hashed(token)}
    live = await registry.create(
        new_row,
        tokens,
        created,
        *drafts,
        key=key,
        before=before,
        payer=payer,
        day_game=day_game,
    )
    if own is None:
        return Seated(game_id, None, None, live.game.seq)
    return Seated(game_id, own, token, live.game.seq, live.invite)


def person_seat(name: str) -> GameSeat:
    """The seat of a person who gives no seed for the dice."""
    return GameSeat("person", name, taken=True)


def _taken(seat: GameSeat, name: str, seed_commitment: str | None) -> GameSeat:
    return GameSeat("person", name, taken=True, commitment=seed_commitment, was=seat.was)


def _seats(wanted: list[NewSeat]) -> list[GameSeat]:
    """The seats of a new game; only built-in bots are allowed."""
    bots = [_bot(seat) for seat in wanted if seat.kind == "bot"]
    bot_names = iter(names([f"bot:{bot}" for bot in bots]))
    opened = iter(bots)
    return [
        GameSeat("bot", next(bot_names), next(opened), taken=True)
        if seat.kind == "bot"
        else GameSeat("person", None)
        for seat in wanted
    ]


def bot_seat(bot: str, others: list[GameSeat]) -> GameSeat:
    """A seat for a bot at a table where others sit already."""
    opened = _bot(NewSeat("bot", bot=bot))
    taken = [f"bot:{seat.bot}" for seat in others if seat.kind == "bot"]
    return GameSeat("bot", names([*taken, f"bot:{opened}"])[-1], opened, taken=True)


def _bot(seat: NewSeat) -> str:
    name = (seat.bot or "").lower()
    if not is_built_in(name):
        raise HotDiceError("bot/not-here", name=ascii(name))
    return open_bot(name).name
