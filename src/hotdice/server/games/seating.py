"""People come and go: join, reveal seeds, change names, leave; then the game starts, or closes."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hotdice.game import State
from hotdice.game.fair import commitment, seed_of
from hotdice.server.games.game import Deadline, Table
from hotdice.server.games.live_game import Held
from hotdice.server.games.moves import CLOSED, Closed, turn_deadline
from hotdice.server.games.registry import Draft, Host, alone, now
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


@alone
async def join(
    host: Host,
    held: Held,
    name: str,
    wish: int | None,
    commits: str | None,
    secret: str | None = None,
    invite: str | None = None,
) -> Seated:
    """Take a free seat; the same one again for whoever brings the same secret."""
    table = held.table
    _still_open(table)
    key = None if secret is None else hashed(f"{held.id} {secret}")
    mine = None if key is None else await host.read(host.store.seat_by, key)
    if mine is not None:
        return await sit_again(host, held, mine[1], key)
    if held.invite is not None and not same(invite or "", held.invite):
        raise HotDiceError("game/by-invitation")
    free = open_seats(table)
    if wish is not None and wish not in free:
        raise HotDiceError("game/taken", seat=wish)
    return await sit(host, held, free[0] if wish is None else wish, name, commits, key)


def open_seats(table: Table) -> list[int]:
    """The seats that anybody may take; there is one, or the game is full."""
    if not table.free:
        raise HotDiceError("game/full")
    return table.free


async def sit_again(host: Host, held: Held, number: int, key: str | None = None) -> Seated:
    """Another token for a seat whose first one was lost, in a game whose lock is held."""
    token = new()
    await host.commit(held, tokens={number: hashed(token)}, key=key)
    return Seated(held.id, number, token, held.table.seq, held.invite)


async def sit(
    host: Host,
    held: Held,
    number: int,
    name: str,
    commits: str | None,
    key: str | None = None,
    was: int | None = None,
) -> Seated:
    """Give a seat to somebody, who sat at `was` before, in a game whose lock is held."""
    table = held.table
    others = (seat.name for at, seat in enumerate(table.seats) if at != number)
    name = clean_name(name, others)
    seats = list(table.seats)
    seats[number] = replace(seats[number], name=name, commitment=commits, taken=True)
    token = new()
    drafts, fields = filled(host, table, seats)
    rows = await host.commit(
        held,
        Draft("joined", number, Joined(name, commits, was), "person"),
        *drafts,
        fields=fields,
        tokens={number: hashed(token)},
        key=key,
    )
    return Seated(held.id, number, token, rows[-1].event.seq, held.invite)


def filled(host: Host, table: Table, seats: list[Seat]) -> tuple[list[Draft], dict[str, Any]]:
    """What follows if nobody is missing any more: seeds are revealed, or the game starts."""
    if any(seat.kind == "person" and not seat.taken for seat in seats):
        return [], {}
    if any(seat.commitment for seat in seats):
        until = now() + round(1000 * host.to_reveal)
        return [Draft("full", None, Full(until))], {"status": "revealing", "deadline": until}
    draft, fields = _start(table, seats)
    return [draft], fields


@alone
async def reveal(host: Host, held: Held, number: int, seed: str) -> int:
    """Open a commitment."""
    table = held.table
    _still_open(table)
    seat = table.seats[number]
    if seat.seed == seed:  # it was told before
        return table.seq
    if table.status != "revealing":
        raise HotDiceError("game/not-revealing", status=table.status)
    if seat.commitment is None or commitment(seed_of(seed)) != seat.commitment:
        raise HotDiceError("fair/other-seed")
    seats = list(table.seats)
    seats[number] = replace(seat, seed=seed)
    drafts = [Draft("revealed", number, Revealed(seed), "person")]
    fields: dict[str, Any] | None = None
    if all(each.seed or not each.commitment or each.left for each in seats):
        started, fields = _start(table, seats)
        drafts.append(started)
    rows = await host.commit(held, *drafts, fields=fields)
    return rows[0].event.seq


async def start(host: Host, held: Held) -> None:
    """Begin with the seeds there are, in a game whose lock is held."""
    draft, fields = _start(held.table, list(held.table.seats))
    await host.commit(held, draft, fields=fields)


def _start(table: Table, seats: list[Seat]) -> tuple[Draft, dict[str, Any]]:
    fair: list[FairKind] = [
        "bot" if seat.kind == "bot" else "person" if seat.seed else "fallback" for seat in seats
    ]
    state = State.start(table.rules, len(seats))
    deadline, due = turn_deadline(table, seats[0])
    view = shown(state, (), table.info.rules.farkle)
    fields = {"status": "playing", "deadline": due}
    return Draft("started", None, Started(fair, view, deadline)), fields


@alone
async def rename(host: Host, held: Held, number: int, name: str) -> int:
    """Another name for a seat."""
    _still_open(held.table)
    _may_talk(held.table, "renamed", number, host.limits.renames, "seat/renames")
    others = (seat.name for at, seat in enumerate(held.table.seats) if at != number)
    draft = Draft("renamed", number, Renamed(clean_name(name, others)), "person")
    return (await host.commit(held, draft))[0].event.seq


@alone
async def react(host: Host, held: Held, number: int, reaction: str) -> int:
    """A reaction, for all to see."""
    _still_open(held.table)
    _may_talk(held.table, "reacted", number, host.limits.reactions, "seat/reactions")
    rows = await host.commit(held, Draft("reacted", number, Reacted(reaction), "person"))
    return rows[0].event.seq


@alone
async def leave(host: Host, held: Held, number: int) -> int:
    """Leave for good."""
    table = held.table
    _still_open(table)
    if table.status == "over":
        raise HotDiceError("game/over")
    drafts = [Draft("left", number, Left(table.status), "person")]
    fields: dict[str, Any] = {}
    if table.mover == number:
        fields["deadline"] = AT_ONCE
    people = [at for at, seat in enumerate(table.seats) if seat.plays]
    if people == [number]:
        drafts.append(Draft("closed", None, Closed("left", held.server_seed)))
        fields = {**CLOSED}
    rows = await host.commit(held, *drafts, fields=fields, tokens={number: None})
    return rows[0].event.seq


async def close(host: Host, held: Held, reason: str) -> None:
    """End a game that is not played any more, whose lock is held."""
    draft = Draft("closed", None, Closed(reason, held.server_seed))
    await host.commit(held, draft, fields=CLOSED)


def _may_talk(table: Table, kind: str, seat: int, most: int, code: str) -> None:
    if table.talk[kind, seat] >= most:
        raise HotDiceError(code, most=most)


def _still_open(table: Table) -> None:
    if table.status == "closed":
        raise HotDiceError("game/closed")
