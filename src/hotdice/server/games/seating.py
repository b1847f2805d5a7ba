"""People come and go: join, reveal seeds, change names, leave; then the game starts, or closes."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hotdice.game import State
from hotdice.game.fair import commitment, seed_of
from hotdice.server.games.game import Deadline, Game
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.moves import CLOSED, Closed, turn_deadline
from hotdice.server.games.registry import Draft, Registry, exclusive, now
from hotdice.server.games.seat import FairKind, Seat, clean_name
from hotdice.server.games.state_view import Shown, shown
from hotdice.server.storage.schema import AT_ONCE
from hotdice.server.storage.tokens import hashed, new, same
from hotdice.texts import HotDiceError


class Seated(Struct, frozen=True):
    """Whoever has got a seat; the token is told here and never again.

    `invite` is what others need to sit down, in a game that everybody may find.
    """

    game: str
    seat: int | None
    token: str | None
    seq: int
    invite: str | None = None


class Joined(Struct, frozen=True):
    """Somebody who sat down; `was` is their seat in the game before, if they come from there."""

    name: str
    commitment: str | None
    was: int | None


class Full(Struct, frozen=True):
    """Nobody is missing; seeds are revealed until then."""

    reveal_until: int


class Revealed(Struct, frozen=True):
    """Somebody's seed."""

    seed: str


class Started(Struct, frozen=True):
    """The game begins."""

    fair: list[FairKind]
    state: Shown
    deadline: Deadline | None


class Renamed(Struct, frozen=True):
    """Another name."""

    name: str


class Reacted(Struct, frozen=True):
    """Somebody's reaction."""

    reaction: str


class Left(Struct, frozen=True):
    """Somebody has left for good, while the game was in this status."""

    status: str


@exclusive
async def join(
    registry: Registry,
    live: LiveGame,
    name: str,
    wish: int | None,
    commits: str | None,
    secret: str | None = None,
    invite: str | None = None,
) -> Seated:
    """Take a free seat; the same one again for whoever brings the same secret."""
    game = live.game
    _still_open(game)
    key = None if secret is None else hashed(f"{live.id} {secret}")
    mine = None if key is None else await registry.read(registry.store.seat_by, key)
    if mine is not None:
        return await sit_again(registry, live, mine[1], key)
    if live.invite is not None and not same(invite or "", live.invite):
        raise HotDiceError("game/by-invitation")
    free = open_seats(game)
    if wish is not None and wish not in free:
        raise HotDiceError("game/taken", seat=wish)
    return await sit(registry, live, free[0] if wish is None else wish, name, commits, key)


def open_seats(game: Game) -> list[int]:
    """The seats that anybody may take; there is one, or the game is full."""
    if not game.free:
        raise HotDiceError("game/full")
    return game.free


async def sit_again(
    registry: Registry, live: LiveGame, number: int, key: str | None = None
) -> Seated:
    """Another token for a seat whose first one was lost, in a game whose lock is held."""
    token = new()
    await registry.commit(live, tokens={number: hashed(token)}, key=key)
    return Seated(live.id, number, token, live.game.seq, live.invite)


async def sit(
    registry: Registry,
    live: LiveGame,
    number: int,
    name: str,
    commits: str | None,
    key: str | None = None,
    was: int | None = None,
) -> Seated:
    """Give a seat to somebody, who sat at `was` before, in a game whose lock is held."""
    game = live.game
    others = (seat.name for at, seat in enumerate(game.seats) if at != number)
    name = clean_name(name, others)
    seats = list(game.seats)
    seats[number] = replace(seats[number], name=name, commitment=commits, taken=True)
    token = new()
    drafts, fields = filled(registry, game, seats)
    rows = await registry.commit(
        live,
        Draft("joined", number, Joined(name, commits, was), "person"),
        *drafts,
        fields=fields,
        tokens={number: hashed(token)},
        key=key,
    )
    return Seated(live.id, number, token, rows[-1].event.seq, live.invite)


def filled(registry: Registry, game: Game, seats: list[Seat]) -> tuple[list[Draft], dict[str, Any]]:
    """What follows if nobody is missing any more: seeds are revealed, or the game starts."""
    if any(seat.kind == "person" and not seat.taken for seat in seats):
        return [], {}
    if any(seat.commitment for seat in seats):
        until = now() + round(1000 * registry.to_reveal)
        return [Draft("full", None, Full(until))], {"status": "revealing", "deadline": until}
    draft, fields = _start(game, seats)
    return [draft], fields


@exclusive
async def reveal(registry: Registry, live: LiveGame, number: int, seed: str) -> int:
    """Open a commitment."""
    game = live.game
    _still_open(game)
    seat = game.seats[number]
    if seat.seed == seed:  # it was told before
        return game.seq
    if game.status != "revealing":
        raise HotDiceError("game/not-revealing", status=game.status)
    if seat.commitment is None or commitment(seed_of(seed)) != seat.commitment:
        raise HotDiceError("fair/other-seed")
    seats = list(game.seats)
    seats[number] = replace(seat, seed=seed)
    drafts = [Draft("revealed", number, Revealed(seed), "person")]
    fields: dict[str, Any] | None = None
    if all(each.seed or not each.commitment or each.left for each in seats):
        started, fields = _start(game, seats)
        drafts.append(started)
    rows = await registry.commit(live, *drafts, fields=fields)
    return rows[0].event.seq


async def start(registry: Registry, live: LiveGame) -> None:
    """Begin with the seeds there are, in a game whose lock is held."""
    draft, fields = _start(live.game, list(live.game.seats))
    await registry.commit(live, draft, fields=fields)


def _start(game: Game, seats: list[Seat]) -> tuple[Draft, dict[str, Any]]:
    fair: list[FairKind] = [
        "bot" if seat.kind == "bot" else "person" if seat.seed else "fallback" for seat in seats
    ]
    state = State.start(game.rules, len(seats))
    deadline, due = turn_deadline(game, seats[0])
    view = shown(state, (), game.info.rules.farkle)
    fields = {"status": "playing", "deadline": due}
    return Draft("started", None, Started(fair, view, deadline)), fields


@exclusive
async def rename(registry: Registry, live: LiveGame, number: int, name: str) -> int:
    """Another name for a seat."""
    _still_open(live.game)
    _may_talk(live.game, "renamed", number, registry.limits.renames, "seat/renames")
    others = (seat.name for at, seat in enumerate(live.game.seats) if at != number)
    draft = Draft("renamed", number, Renamed(clean_name(name, others)), "person")
    return (await registry.commit(live, draft))[0].event.seq


@exclusive
async def react(registry: Registry, live: LiveGame, number: int, reaction: str) -> int:
    """A reaction, for all to see."""
    _still_open(live.game)
    _may_talk(live.game, "reacted", number, registry.limits.reactions, "seat/reactions")
    rows = await registry.commit(live, Draft("reacted", number, Reacted(reaction), "person"))
    return rows[0].event.seq


@exclusive
async def leave(registry: Registry, live: LiveGame, number: int) -> int:
    """Leave for good."""
    game = live.game
    _still_open(game)
    if game.status == "over":
        raise HotDiceError("game/over")
    drafts = [Draft("left", number, Left(game.status), "person")]
    fields: dict[str, Any] = {}
    if game.mover == number:
        fields["deadline"] = AT_ONCE
    people = [at for at, seat in enumerate(game.seats) if seat.plays]
    if people == [number]:
        drafts.append(Draft("closed", None, Closed("left", live.server_seed)))
        fields = {**CLOSED}
    rows = await registry.commit(live, *drafts, fields=fields, tokens={number: None})
    return rows[0].event.seq


async def close(registry: Registry, live: LiveGame, reason: str) -> None:
    """End a game that is not played any more, whose lock is held."""
    draft = Draft("closed", None, Closed(reason, live.server_seed))
    await registry.commit(live, draft, fields=CLOSED)


def _may_talk(game: Game, kind: str, seat: int, most: int, code: str) -> None:
    if game.talk[kind, seat] >= most:
        raise HotDiceError(code, most=most)


def _still_open(game: Game) -> None:
    if game.status == "closed":
        raise HotDiceError("game/closed")
