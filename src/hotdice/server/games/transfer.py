"""Moves a seat to another device by a code that works once, for ten minutes.

The code is stored as a hash beside the token of the seat. Taking the seat is one transaction: the
row with this code is replaced by one with a new token, so if two try at once exactly one gets it,
at any process and after any crash. Whatever else replaces or revokes the token also removes the
code.
"""

from msgspec import Struct
from msgspec.structs import replace

from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import Draft, Registry, exclusive, now
from hotdice.server.games.seating import Seated, check_open, reissue_token
from hotdice.server.games.waiting_room import arranged
from hotdice.server.storage.store import TransferOffer
from hotdice.server.storage.tokens import hashed, new, transfer_code, typed_code
from hotdice.texts import HotDiceError

CODE_SECONDS = 600  # enough to walk over to the other device


class TransferCode(Struct, frozen=True):
    """The code of a seat, and when it expires."""

    code: str
    until: int


@exclusive
async def offer(registry: Registry, live: LiveGame, number: int, token_hash: str) -> TransferCode:
    """Make a code for the seat of this token; an older one becomes invalid."""
    check_open(live.game)
    if live.tokens.get(number) != token_hash:  # replaced in the meantime
        raise HotDiceError("token/wrong")
    code, until = transfer_code(), now() + 1000 * CODE_SECONDS
    await registry.offer_transfer(
        live, TransferOffer(live.id, number, hashed(code), until), token_hash
    )
    return TransferCode(code, until)


async def take(
    registry: Registry, typed: str, secret: str | None, seed_commitment: str | None
) -> Seated:
    """Take over the seat of a code; a repeated request with the same secret gets it again."""
    code = hashed(typed_code(typed))
    key = None if secret is None else hashed(f"{code} {secret}")
    seat = await _taken_before(registry, key) or await _offered(registry, code)
    live = await registry.game(seat[0])
    return await _take(registry, live, code, key, seed_commitment)


@exclusive
async def _take(
    registry: Registry, live: LiveGame, code: str, key: str | None, seed_commitment: str | None
) -> Seated:
    check_open(live.game)
    before = await _taken_before(registry, key)
    if before is not None:
        return await reissue_token(registry, live, before[1], key)
    _, number = await _offered(registry, code)
    drafts: list[Draft] = []
    if live.game.status == "waiting" and seed_commitment is not None:
        seats = list(live.game.seats)
        seats[number] = replace(seats[number], commitment=seed_commitment)
        info = replace(live.game.info, seats=tuple(seats))
        drafts.append(arranged(info, number, live.game.replaced_invites))
    token = new()
    await registry.commit(live, *drafts, tokens={number: hashed(token)}, key=key, code=code)
    return Seated(live.id, number, token, live.game.seq, live.invite)


async def _taken_before(registry: Registry, key: str | None) -> tuple[str, int] | None:
    return None if key is None else await registry.read(registry.store.seat_by_key, key)


async def _offered(registry: Registry, code: str) -> tuple[str, int]:
    """The game and seat of a valid code."""
    found = await registry.read(registry.store.transfer_offer, code)
    if found is None or found.until < now():
        raise HotDiceError("code/wrong")
    return found.game, found.seat
