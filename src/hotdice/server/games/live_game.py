"""A game in memory: a copy of the database, and the connections to it."""

import asyncio
import time
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from hotdice.game import Chooser
from hotdice.game.fair import FairDice, fair_dice
from hotdice.server.games.events import Row
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.outbox import Outbox
from hotdice.server.storage.tokens import invite, matches


class Presence(Struct, frozen=True):
    """Who is connected."""

    connected: list[bool]
    spectators: int


class LiveGame:
    """One game with its secrets, the lock for changes, and its connections."""

    __slots__ = (
        "choosers",
        "game",
        "id",
        "lock",
        "outboxes",
        "payer",
        "remote",
        "server_seed",
        "task",
        "tokens",
        "used",
    )

    def __init__(
        self, id: str, server_seed: str, tokens: dict[int, str], game: EventSourcedGame
    ) -> None:
        self.id = id
        self.server_seed = server_seed
        self.tokens = tokens
        self.game = game
        self.lock = asyncio.Lock()
        self.outboxes: list[Outbox] = []
        self.choosers: dict[int, Chooser] = {}
        self.remote: dict[
            str, tuple[Presence, float]
        ] = {}  # by process, with the time of its last notice
        self.task: asyncio.Task[None] | None = None
        self.payer = "?"  # the address that its bytes are charged to: who acted last
        self.used = time.monotonic()

    def seat_of(self, token: str) -> int | None:
        """The seat of a token; all are compared, against timing attacks."""
        found = [seat for seat, token_hash in self.tokens.items() if matches(token, token_hash)]
        return found[0] if found else None

    @property
    def invite(self) -> str | None:
        """The secret that is needed to join; None if the id is enough."""
        game = self.game
        return invite(self.server_seed, game.replaced_invites) if game.info.by_invitation else None

    @property
    def findable(self) -> bool:
        """Whether the game may be listed: nobody can join with the id alone, unless all may."""
        return self.invite is not None or self.game.info.open_to_all or not self.game.free

    @property
    def final_seed(self) -> str | None:
        """What the end of the game reveals; the secret of a day stays one until the day is over."""
        return self.server_seed if self.game.info.day is UNSET else None

    def dice(self) -> FairDice:
        """The dice of this game, once all seeds are known."""
        seeds = [seat.seed if seat.fair == "person" else None for seat in self.game.seats]
        return fair_dice(self.server_seed, seeds)

    def send(self, frame: str) -> None:
        """Send a frame other than an event to every connection."""
        for outbox in self.outboxes:
            outbox.put(frame)

    def send_event(self, row: Row) -> None:
        """Send an event to every connection."""
        for outbox in self.outboxes:
            outbox.put_event(row.event.seq, row.body)

    def local_presence(self) -> Presence:
        """Who is connected to this process."""
        seats = {outbox.seat for outbox in self.outboxes}
        count = sum(outbox.seat is None for outbox in self.outboxes)
        return Presence([seat in seats for seat in range(len(self.game.seats))], count)

    def presence(self) -> Presence:
        """Who is connected to any process."""
        every = [self.local_presence(), *(found for found, _ in self.remote.values())]
        seats = zip(*(found.connected for found in every), strict=False)  # free ones may be removed
        return Presence([any(seat) for seat in seats], sum(found.spectators for found in every))

    def forget_silent(self, seconds: float) -> bool:
        """Forget processes without a notice for so long; True if there were any."""
        since = time.monotonic() - seconds
        silent = [process for process, (_, said) in self.remote.items() if said < since]
        for process in silent:
            del self.remote[process]
        return bool(silent)

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return bool(self.outboxes) or self.task is not None or self.lock.locked()


def frame(**content: Any) -> str:
    """Encode a frame other than an event."""
    return msgspec.json.encode(content).decode()
