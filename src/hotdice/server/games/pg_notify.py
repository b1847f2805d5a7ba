"""Notices between processes, through PostgreSQL's LISTEN and NOTIFY.

A notice is the id of the sending process, then `game:seq` for each game that it has changed (0 if
only a token has changed); or that id, `@` and who is connected to that process in one game.
"""

import asyncio
import time
from collections.abc import Coroutine

import msgspec
import psycopg

from hotdice.server import log
from hotdice.server.games.live_game import LiveGame, Presence, frame
from hotdice.server.games.registry import Registry
from hotdice.server.retry import pauses
from hotdice.texts import HotDiceError

RECONNECT_DELAY = 1.0  # seconds
ANNOUNCE_INTERVAL = 10.0  # seconds between announcements; without them a process counts as dead


class PresenceNotice(msgspec.Struct, frozen=True):
    """Who is connected to the sending process in one game."""

    game: str
    presence: Presence


class PgNotify:
    """Handles notices of other processes, and tells them who is connected here."""

    def __init__(self, registry: Registry, url: str) -> None:
        self._registry = registry
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._tasks: list[asyncio.Task[None]] = []
        self._pending: dict[str, LiveGame] = {}
        self._wake = asyncio.Event()
        self._background: set[asyncio.Task[None]] = set()
        registry.on_presence(self.announce)

    async def start(self) -> None:
        """Listen from now on."""
        connection = await self._connect()
        self._tasks = [
            asyncio.create_task(self._listen(connection)),
            asyncio.create_task(self._send_pending()),
            asyncio.create_task(self._announce_all()),
        ]

    async def close(self) -> None:
        """Stop listening."""
        for task in [*self._tasks, *self._background]:
            task.cancel()

    def announce(self, live: LiveGame) -> None:
        """Tell other processes who is connected to a game here, in the background."""
        self._pending[live.id] = live
        self._wake.set()

    async def _send_pending(self) -> None:
        """Send announcements one at a time, so that the newest arrives last."""
        registry = self._registry
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._pending:
                game, live = self._pending.popitem()
                body = msgspec.json.encode(PresenceNotice(game, live.local_presence())).decode()
                try:
                    await registry.read(registry.store.notify, f"{registry.instance} @{body}")
                except Exception as error:
                    log.warning("notify-failed", error=type(error).__name__)

    async def _announce_all(self) -> None:
        """Announce all games regularly, and forget processes that have stopped doing so."""
        while True:
            await asyncio.sleep(ANNOUNCE_INTERVAL)
            for live in self._registry.games_in_memory():
                if live.outboxes:
                    self.announce(live)
                if live.forget_silent(2.5 * ANNOUNCE_INTERVAL):
                    live.send(frame(presence=live.presence()))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _connect(self) -> "psycopg.AsyncConnection[tuple[str]]":
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        await connection.execute("LISTEN hotdice")
        return connection

    async def _listen(self, connection: "psycopg.AsyncConnection[tuple[str]]") -> None:
        while True:
            try:
                async for notice in connection.notifies():
                    self._handle(notice.payload)
            except psycopg.Error as error:
                log.warning("listen-lost", error=type(error).__name__)
            connection = await self._reconnect()

    async def _reconnect(self) -> "psycopg.AsyncConnection[tuple[str]]":
        """Connect again, and load what was missed."""
        while True:
            await asyncio.sleep(RECONNECT_DELAY)
            try:
                connection = await self._connect()
            except psycopg.Error:
                continue
            for live in self._registry.games_in_memory():
                for seq in (live.game.seq + 1, 0):  # events, and tokens without an event
                    self._spawn(self._apply(live.id, seq))
            return connection

    def _update_presence(self, live: LiveGame, sender: str, presence: Presence) -> None:
        before = live.presence()
        is_new = sender not in live.remote
        live.remote[sender] = presence, time.monotonic()
        if live.presence() != before:
            live.send(frame(presence=live.presence()))
        if is_new and live.outboxes:
            self.announce(live)

    def _handle(self, payload: str) -> None:
        sender, *rest = payload.split(" ", 1)
        if sender == self._registry.instance or not rest:
            return
        if rest[0].startswith("@"):
            notice = msgspec.json.decode(rest[0][1:], type=PresenceNotice)
            live = self._registry.in_memory(notice.game)
            if live is not None:
                self._update_presence(live, sender, notice.presence)
            return
        for change in rest[0].split():
            game, _, seq = change.partition(":")
            self._spawn(self._apply(game, int(seq)))

    async def _apply(self, game: str, seq: int) -> None:
        """Take over a change; without the database it is tried again, with growing delays."""
        for pause in pauses():
            try:
                return await self._registry.on_notice(game, seq)
            except HotDiceError:  # the game no longer exists
                return None
            except Exception as error:
                if self._registry.closing:
                    return None
                log.failure("notice-failed", error, game=log.short(game), again=pause)
                await asyncio.sleep(pause)
        return None
