"""Games are made here: new ones, and the next one at the same table."""

import secrets
from typing import Any

from msgspec.structs import replace

from hotdice.bots.catalogue import is_built_in, open_bot
from hotdice.bots.seats import names
from hotdice.game.fair import SEED_BYTES, commitment
from hotdice.rules import Rules
from hotdice.server.games.commands import NewGame, WantedSeat
from hotdice.server.games.game import Created, Game, RulesOf
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import Draft, Overtaken, Registry, exclusive, now
from hotdice.server.games.seat import Seat, clean_name, name_again
from hotdice.server.games.seating import Seated, filled, open_seats, sit, sit_again
from hotdice.server.limits import LONGEST_TITLE
from hotdice.server.storage.event import Event, row_of
from hotdice.server.storage.tokens import hashed, new
from hotdice.texts import HotDiceError
from hotdice.texts.signs import printable


async def create(
    registry: Registry, asked: NewGame, rules: Rules, farkle: dict[str, str], payer: str
) -> Seated:
    """A new game; whoever makes it has the first seat of a person.

    Whoever brings the same secret again gets that seat, and no other game is made.
    """
    key = None if asked.key is None else hashed(asked.key)
    made = None if key is None else await _made(registry, key)
    if made is not None:
        return made
    seats = _seats(asked.seats)
    mine = next((at for at, seat in enumerate(seats) if seat.kind == "person"), None)
    if mine is not None:
        name = clean_name(asked.seats[mine].name or "", [])
        seats[mine] = _taken(seats[mine], name, asked.commitment)
    called = " ".join(asked.name.split())
    if not printable(called):
        raise HotDiceError("game/name", most=LONGEST_TITLE)
    about = RulesOf(rules.name, rules.title, rules.digest, rules.table(), farkle)
    clock = None if asked.clock is None else asked.clock.clock()
    info = Created(
        about, tuple(seats), called, asked.public, asked.advice, clock, "", None, asked.public
    )
    try:
        return await _open(registry, info, mine, key, payer=payer)
    except Overtaken:  # the same request came twice at once
        made = None if key is None else await _made(registry, key)
        if made is None:
            raise
        return made


async def _made(registry: Registry, key: str) -> Seated | None:
    """The seat of whoever has made a game with a key."""
    found = await registry.read(registry.store.seat_by, key)
    if found is None:
        return None
    live = await registry.game(found[0])
    async with live.lock:
        return await sit_again(registry, live, found[1], key)


async def rematch(registry: Registry, live: LiveGame, number: int, commits: str | None) -> Seated:
    """The seat of whoever sat at `number` in the next game, which the first who asks makes."""
    seated = None
    while seated is None:  # until nobody closes the next game in between
        seated = await _make_next(registry, live, number, commits)
        if seated is None:
            assert live.game.next is not None
            then = await registry.fresh(live.game.next)
            seated = await _sit_again(registry, then, live.game.seats[number], number, commits)
    return seated


@exclusive
async def _make_next(
    registry: Registry, live: LiveGame, number: int, commits: str | None
) -> Seated | None:
    """Make the next game, unless there is one that is not closed."""
    made = live.game.next
    if made is not None and await _goes_on(registry, made):
        return None
    if live.game.status not in ("over", "closed"):
        raise HotDiceError("game/not-over")
    return await _follow(registry, live, number, commits)


async def _goes_on(registry: Registry, game: str) -> bool:
    """Whether a game was neither closed nor deleted."""
    try:
        return (await registry.fresh(game)).game.status != "closed"
    except HotDiceError as error:
        if error.code != "game/unknown":
            raise
        return False


@exclusive
async def _sit_again(
    registry: Registry, then: LiveGame, old: Seat, number: int, commits: str | None
) -> Seated | None:
    """Sit down at the seat that is kept for whoever sat at `number` before.

    It is kept no more for somebody who was there and left: they get one that anybody may take.
    """
    game = then.game
    if game.status == "closed":
        return None
    mine = next((at for at, seat in enumerate(game.seats) if seat.was == number), None)
    if mine is None:
        free = open_seats(game)
        usual = _order(len(game.seats)).index(number)
        mine = usual if usual in free else free[0]
    seat = game.seats[mine]
    if seat.left:
        raise HotDiceError("game/taken", seat=mine)
    if not seat.taken:
        others = (each.name for at, each in enumerate(game.seats) if at != mine)
        name = name_again(seat.name or old.name or "", others)
        return await sit(registry, then, mine, name, commits, was=number)
    return await sit_again(registry, then, mine)  # the answer was lost


def _order(seats: int) -> list[int]:
    """The seats of a game in the order of the next one: the second begins."""
    return [*range(1, seats), 0]


async def _follow(registry: Registry, live: LiveGame, number: int, commits: str | None) -> Seated:
    """Make the next game."""
    info = live.game.info
    old = live.game.seats
    order = _order(len(old))
    seats = [_next_seat(old[at], at) for at in order]
    mine = order.index(number)
    seats[mine] = _taken(seats[mine], seats[mine].name or "?", commits)
    next_info = replace(
        info, seats=tuple(seats), commitment="", before=live.id, by_invitation=info.public
    )
    return await _open(registry, next_info, mine, before=live, payer=live.payer)


def _next_seat(old: Seat, at: int) -> Seat:
    """The seat in the next game of what was seat `at`, kept for whoever still plays there."""
    if old.kind == "bot":
        return Seat("bot", old.name, old.bot, taken=True)
    return Seat("person", old.name, was=at) if old.plays else Seat("person", None)


async def _open(
    registry: Registry,
    info: Created,
    mine: int | None,
    key: str | None = None,
    before: LiveGame | None = None,
    *,
    payer: str,
) -> Seated:
    seed = secrets.token_bytes(SEED_BYTES)
    game_id, token = new(), new()
    info = replace(info, commitment=commitment(seed))
    created = Draft("created", mine, info, "person" if mine is not None else "server")
    game = Game(row_of(Event(1, now(), "created", mine, "server", None, info)))
    drafts, fields = filled(registry, game, list(info.seats))
    new_row: dict[str, Any] = {
        "id": game_id,
        "created": now(),
        "status": "waiting",
        "public": info.public,
        "server_seed": seed.hex(),
        "deadline": None,
        "next": None,
    } | fields
    tokens: dict[int, str | None] = {} if mine is None else {mine: hashed(token)}
    live = await registry.begin(
        new_row, tokens, created, *drafts, key=key, before=before, payer=payer
    )
    if mine is None:
        return Seated(game_id, None, None, live.game.seq)
    return Seated(game_id, mine, token, live.game.seq, live.invite)


def _taken(seat: Seat, name: str, commits: str | None) -> Seat:
    return Seat("person", name, taken=True, commitment=commits, was=seat.was)


def _seats(wanted: list[WantedSeat]) -> list[Seat]:
    """The seats as asked for; only bots of this package are ever opened."""
    bots = [_bot(seat) for seat in wanted if seat.kind == "bot"]
    called = iter(names([f"bot:{bot}" for bot in bots]))
    opened = iter(bots)
    return [
        Seat("bot", next(called), next(opened), taken=True)
        if seat.kind == "bot"
        else Seat("person", None)
        for seat in wanted
    ]


def _bot(seat: WantedSeat) -> str:
    name = (seat.bot or "").lower()
    if not is_built_in(name):
        raise HotDiceError("bot/not-here", name=ascii(name))
    return open_bot(name).name
