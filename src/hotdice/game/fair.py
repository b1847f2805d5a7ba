"""Fair dice: every die follows from seeds that all sides committed to before anyone knew them.

The server publishes the SHA-256 of its seed, each person that of one of their own; then the people
reveal theirs, the game is played, and at the end the server reveals its seed. The dice of a throw
depend only on these seeds and on the place of the throw. `docs/fair-dice.md` has the exact bytes
and test vectors. Draws no randomness: whoever runs a game brings the seeds.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from typing import Literal

from msgspec import Struct

from hotdice.game.driver import Throw
from hotdice.texts import HotDiceError

SEED_BYTES = 32
ABSENT, PRESENT = b"\x00", b"\x01"
BYTES = 256
HEX = re.compile(r"[0-9a-f]{64}")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class FairSeat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one seat contributed to the dice; a fallback is a person who did not reveal in time."""

    kind: Literal["person", "bot", "fallback"]
    commitment: str | None = None
    seed: str | None = None


class Fair(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The seeds of a game, in hex; the server's is None until the game has ended.

    With the dice of a `day`, such as 2026-11-20, it is the day's secret, and None until the next.
    """

    commitment: str
    seats: tuple[FairSeat, ...]
    server_seed: str | None = None
    day: str | None = None

    @property
    def combined(self) -> bytes:
        """All players' seeds as one."""
        return combine([None if seat.seed is None else seed_of(seat.seed) for seat in self.seats])


class FairDice:
    """The dice of one game, each a function of the seeds and its place."""

    def __init__(self, server_seed: bytes, combined: bytes) -> None:
        self._key = _whole(server_seed)
        self._combined = _whole(combined)

    def roll(self, throw: Throw) -> tuple[int, ...]:
        """The dice of this throw; fewer dice are the first of more.

        >>> FairDice(bytes(32), combine([None])).roll(Throw(seat=0, turn=0, roll=0, count=6))
        (2, 3, 4, 5, 4, 1)
        """
        dice: list[int] = []
        sides = throw.sides
        skipped = BYTES - BYTES % len(sides)  # and what is larger, so all sides are equally likely
        for byte in self._bytes(throw):
            if len(dice) == throw.count:
                break
            if byte < skipped:
                dice.append(sides[byte % len(sides)])
        return tuple(dice)

    def _bytes(self, throw: Throw) -> Iterator[int]:
        """The bytes of a throw, without end, 32 from each block."""
        place = self._combined + b"".join(map(_number, (throw.seat, throw.turn, throw.roll)))
        block = 0
        while True:
            yield from digest(self._key, place + _number(block), "sha256")
            block += 1


def fair_dice(server_seed: str, seeds: Sequence[str | None]) -> FairDice:
    """The dice of seeds in hex, those of the players by seat."""
    players = [None if seed is None else seed_of(seed) for seed in seeds]
    return FairDice(seed_of(server_seed), combine(players))


def commitment(seed: bytes) -> str:
    """What is published of a seed before it is revealed."""
    return sha256(_whole(seed)).hexdigest()


def combine(seeds: Sequence[bytes | None]) -> bytes:
    """The players' seeds as one, by seat; None where a seat has none."""
    parts = [ABSENT if seed is None else PRESENT + _whole(seed) for seed in seeds]
    return sha256(_number(len(parts)) + b"".join(parts)).digest()


def seed_of(text: str) -> bytes:
    """The bytes of a seed or a commitment in hex."""
    if not HEX.fullmatch(text):
        raise HotDiceError("fair/hex", found=ascii(text))
    return bytes.fromhex(text)


def check(fair: Fair, bots: Sequence[bool]) -> None:
    """Refuse what cannot be in a record; `bots` says for each seat whether a bot sits there."""
    if len(fair.seats) != len(bots):
        raise HotDiceError("fair/seats", found=len(fair.seats), wanted=len(bots))
    for number, (seat, bot) in enumerate(zip(fair.seats, bots, strict=True), 1):
        has = (seat.commitment is not None, seat.seed is not None)
        fits = {"person": has == (True, True), "bot": not any(has), "fallback": not has[1]}
        if not fits[seat.kind]:
            raise HotDiceError(f"fair/{seat.kind}", seat=number)
        if seat.kind == "bot" and not bot:
            raise HotDiceError("fair/no-bot", seat=number)
    if fair.day is not None and not DAY.fullmatch(fair.day):
        raise HotDiceError("fair/day", found=ascii(fair.day))
    written = [fair.commitment, fair.server_seed]
    for text in written + [text for seat in fair.seats for text in (seat.commitment, seat.seed)]:
        if text is not None:
            seed_of(text)


def _whole(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise HotDiceError("fair/length", found=len(seed), wanted=SEED_BYTES)
    return seed


def _number(number: int) -> bytes:
    return number.to_bytes(4, "big")
