"""Joining, revealing seeds, renaming, reacting and leaving; starts and closes games."""

from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from hotdice.game.fair import commitment, fair_dice, seed_of
from hotdice.game.roll_off import Round, roll_off
from hotdice.server.deadlines import AT_ONCE
from hotdice.server.games import payloads
from hotdice.server.games.game import EventSourcedGame, begin
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.moves import CLOSED, turn_deadline
from hotdice.server.games.registry import Draft, Registry, exclusive, now
from hotdice.server.games.seat import FairKind, GameSeat, clean_name
from hotdice.server.games.state_view import state_view
from hotdice.server.storage.tokens import hashed, new, same
from hotdice.texts import HotDiceError


class Seated(Struct, frozen=True):
    """The seat of a client; the token is returned here and never again.

    `invite` is the secret that others need to join a public game.
    """

    game: str
    seat: int | None
    token: str | None
    seq: int
    invite: str | None = None


@exclusive
async def join(
    registry: Registry,
    live: LiveGame,
    name: str,
    preferred: int | None,
    seed_commitment: str | None,
    secret: str | None = None,
    invite: str | None = None,
) -> Seated:
    """Take a free seat; a repeated request with the same secret gets the same seat."""
    game = live.game
    check_open(game)
    key = None if secret is None else hashed(f"{live.id} {secret}")
    existing = None if key is None else await registry.read(registry.store.seat_by_key, key)
    if existing is not None:
        return await reissue_token(registry, live, existing[1], key)
    if live.invite is not None and not same(invite or "", live.invite):
        raise HotDiceError("game/by-invitation")
    free = open_seats(game)
    if preferred is not None and preferred not in free:
        raise HotDiceError("game/taken", seat=preferred)
    return await take_seat(
        registry, live, free[0] if preferred is None else preferred, name, seed_commitment, key
    )


def open_seats(game: EventSourcedGame) -> list[int]:
    """The seats that anybody may take; raises an error if there are none."""
    if not game.free:
        raise HotDiceError("game/full")
    return game.free


async def reissue_token(
    registry: Registry, live: LiveGame, number: int, key: str | None = None
) -> Seated:
    """Issue a new token for a seat; the game must be locked."""
    token = new()
    await registry.commit(live, tokens={number: hashed(token)}, key=key)
    return Seated(live.id, number, token, live.game.seq, live.invite)


async def take_seat(
    registry: Registry,
    live: LiveGame,
    number: int,
    name: str,
    seed_commitment: str | None,
    key: str | None = None,
    was: int | None = None,
) -> Seated:
    """Give a seat to a player, who had seat `was` in the last game; the game must be locked."""
    game = live.game
    others = (seat.name for at, seat in enumerate(game.seats) if at != number)
    name = clean_name(name, others)
    seats = list(game.seats)
    seats[number] = replace(seats[number], name=name, commitment=seed_commitment, taken=True)
    token = new()
    drafts, fields = start_if_full(registry, game, seats, live.server_seed)
    rows = await registry.commit(
        live,
        Draft(number, payloads.Joined(name, seed_commitment, was), "person"),
        *drafts,
        fields=fields,
        tokens={number: hashed(token)},
        key=key,
    )
    return Seated(live.id, number, token, rows[-1].event.seq, live.invite)


def start_if_full(
    registry: Registry, game: EventSourcedGame, seats: list[GameSeat], server_seed: str
) -> tuple[list[Draft], dict[str, Any]]:
    """The next events if all seats are taken: seeds are to be revealed, or the game starts."""
    if any(seat.kind == "person" and not seat.taken for seat in seats):
        return [], {}
    if any(seat.commitment for seat in seats):
        until = now() + round(1000 * registry.reveal_seconds)
        return [Draft(None, payloads.Full(until))], {"status": "revealing", "deadline": until}
    draft, fields = _start(game, seats, server_seed)
    return [draft], fields


@exclusive
async def reveal(registry: Registry, live: LiveGame, number: int, seed: str) -> int:
    """Reveal the seed of a commitment; with the last one the game starts."""
    game = live.game
    check_open(game)
    seat = game.seats[number]
    if seat.seed == seed:  # revealed before
        return game.seq
    if game.status != "revealing":
        raise HotDiceError("game/not-revealing", status=game.status)
    if seat.commitment is None or commitment(seed_of(seed)) != seat.commitment:
        raise HotDiceError("fair/other-seed")
    seats = list(game.seats)
    seats[number] = replace(seat, seed=seed)
    drafts = [Draft(number, payloads.Revealed(seed), "person")]
    fields: dict[str, Any] | None = None
    if all(each.seed or not each.commitment or each.left for each in seats):
        started, fields = _start(game, seats, live.server_seed)
        drafts.append(started)
    rows = await registry.commit(live, *drafts, fields=fields)
    return rows[0].event.seq


async def start(registry: Registry, live: LiveGame) -> None:
    """Start with the seeds that were revealed; the game must be locked."""
    draft, fields = _start(live.game, list(live.game.seats), live.server_seed)
    await registry.commit(live, draft, fields=fields)


def _start(
    game: EventSourcedGame, seats: list[GameSeat], server_seed: str
) -> tuple[Draft, dict[str, Any]]:
    fair: list[FairKind] = [
        "bot" if seat.kind == "bot" else "person" if seat.seed else "fallback" for seat in seats
    ]
    rounds: tuple[Round, ...] = ()
    if game.info.roll_off is not UNSET:
        seeds = [
            seat.seed if kind == "person" else None for seat, kind in zip(seats, fair, strict=True)
        ]
        rounds = roll_off(len(seats), fair_dice(server_seed, seeds), game.rules.sides)
    state = begin(game.rules, len(seats), game.info.totals, rounds)
    deadline, due = turn_deadline(game, seats[state.player])
    view = state_view(state, (), game.info.rules.farkle)
    fields = {"status": "playing", "deadline": due}
    return Draft(None, payloads.Started(fair, view, deadline, rounds or UNSET)), fields


@exclusive
async def rename(registry: Registry, live: LiveGame, number: int, name: str) -> int:
    """Change the name of a seat."""
    check_open(live.game)
    _check_talk(live.game, payloads.Renamed, number, registry.limits.renames, "seat/renames")
    others = (seat.name for at, seat in enumerate(live.game.seats) if at != number)
    draft = Draft(number, payloads.Renamed(clean_name(name, others)), "person")
    return (await registry.commit(live, draft))[0].event.seq


@exclusive
async def react(registry: Registry, live: LiveGame, number: int, reaction: str) -> int:
    """Send a reaction to everybody."""
    check_open(live.game)
    _check_talk(live.game, payloads.Reacted, number, registry.limits.reactions, "seat/reactions")
    rows = await registry.commit(live, Draft(number, payloads.Reacted(reaction), "person"))
    return rows[0].event.seq


@exclusive
async def leave(registry: Registry, live: LiveGame, number: int) -> int:
    """Leave for good."""
    game = live.game
    check_open(game)
    if game.status == "over":
        raise HotDiceError("game/over")
    drafts = [Draft(number, payloads.Left(game.status), "person")]
    fields: dict[str, Any] = {}
    if game.mover == number:
        fields["deadline"] = AT_ONCE
    people = [at for at, seat in enumerate(game.seats) if seat.plays]
    if people == [number]:
        drafts.append(Draft(None, payloads.Closed("left", live.final_seed)))
        fields = {**CLOSED}
    rows = await registry.commit(live, *drafts, fields=fields, tokens={number: None})
    return rows[0].event.seq


async def close(registry: Registry, live: LiveGame, reason: str) -> None:
    """Close a game that is not played any more; the game must be locked."""
    draft = Draft(None, payloads.Closed(reason, live.final_seed))
    await registry.commit(live, draft, fields=CLOSED)


def _check_talk(
    game: EventSourcedGame, kind: type[payloads.Payload], seat: int, most: int, code: str
) -> None:
    if game.talk[kind, seat] >= most:
        raise HotDiceError(code, most=most)


def check_open(game: EventSourcedGame) -> None:
    """Refuse what a closed game does not allow any more."""
    if game.status == "closed":
        raise HotDiceError("game/closed")
