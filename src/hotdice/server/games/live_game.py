"""A game in memory: a copy of what the database has, and who is watching."""

import asyncio
import time
from typing import Any

import msgspec
from msgspec import Struct

from hotdice.game import Chooser
from hotdice.game.fair import FairDice, combine
from hotdice.server.games.game import Game
from hotdice.server.games.outbox import Outbox
from hotdice.server.storage.event import Row
from hotdice.server.storage.tokens import invite, matches


class Presence(Struct, frozen=True):
    """Who is connected."""

    connected: list[bool]
    spectators: int


class LiveGame:
    """One game with its secrets, a lock for whoever changes it, and its listeners."""

    __slots__ = (
        "choosers",
        "elsewhere",
        "game",
        "id",
        "lock",
        "outboxes",
        "payer",
        "server_seed",
        "task",
        "tokens",
        "used",
    )

    def __init__(self, id: str, server_seed: str, tokens: dict[int, str], game: Game) -> None:
        self.id = id
        self.server_seed = server_seed
        self.tokens = tokens
        self.game = game
        self.lock = asyncio.Lock()
        self.outboxes: list[Outbox] = []
        self.choosers: dict[int, Chooser] = {}
        self.elsewhere: dict[str, tuple[Presence, float]] = {}  # by process, with the time
        self.task: asyncio.Task[None] | None = None
        self.payer = "?"  # the address on whose account the game grows: who acted last
        self.used = time.monotonic()

    def seat_of(self, token: str) -> int | None:
        """The seat of a token; every one is compared, so that time tells nothing."""
        found = [seat for seat, kept in self.tokens.items() if matches(token, kept)]
        return found[0] if found else None

    @property
    def invite(self) -> str | None:
        """What somebody needs to sit down beside the id, which everybody knows if it is public."""
        return invite(self.server_seed) if self.game.info.by_invitation else None

    @property
    def findable(self) -> bool:
        """Whether everybody may learn the id, as nobody can sit down by it alone."""
        return self.invite is not None or not self.game.free

    def dice(self) -> FairDice:
        """The dice of this game, once all seeds are known."""
        seeds = [
            bytes.fromhex(seat.seed) if seat.fair == "person" and seat.seed else None
            for seat in self.game.seats
        ]
        return FairDice(bytes.fromhex(self.server_seed), combine(seeds))

    def send(self, frame: str) -> None:
        """Send a frame that is no event to everybody who is watching."""
        for outbox in self.outboxes:
            outbox.put(frame)

    def send_event(self, row: Row) -> None:
        """Send an event to everybody who is watching."""
        for outbox in self.outboxes:
            outbox.event(row.event.seq, row.body)

    def here(self) -> Presence:
        """Who is connected to this process."""
        seats = {outbox.seat for outbox in self.outboxes}
        count = sum(outbox.seat is None for outbox in self.outboxes)
        return Presence([seat in seats for seat in range(len(self.game.seats))], count)

    def presence(self) -> Presence:
        """Who is connected, to whichever process."""
        every = [self.here(), *(found for found, _ in self.elsewhere.values())]
        seats = zip(*(found.connected for found in every), strict=True)
        return Presence([any(seat) for seat in seats], sum(found.spectators for found in every))

    def forget_elsewhere(self, seconds: float) -> bool:
        """Forget processes that have said nothing for so long; whether there were some."""
        since = time.monotonic() - seconds
        silent = [word for word, (_, said) in self.elsewhere.items() if said < since]
        for word in silent:
            del self.elsewhere[word]
        return bool(silent)

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return bool(self.outboxes) or self.task is not None or self.lock.locked()


def frame(**content: Any) -> str:
    """A frame that is no event."""
    return msgspec.json.encode(content).decode()
