"""Events that cross from process to process, by PostgreSQL's LISTEN and NOTIFY.

A notice is the word of the process that speaks, then `game:seq` for each game that it has changed
(0 where only a token is another); or that word, `@` and who is connected to it in one game.
"""

import asyncio
import time
from collections.abc import Coroutine

import msgspec
import psycopg

from hotdice.server import log
from hotdice.server.games.live_game import LiveGame, Presence, frame
from hotdice.server.games.registry import Registry

AGAIN = 1.0  # seconds before another try when the connection is lost
REMIND = 10.0  # seconds after which who is connected is said again: a process may have died


class PresenceNotice(msgspec.Struct, frozen=True):
    """Who is connected to the process that speaks, in one game."""

    game: str
    presence: Presence


class PgNotify:
    """Listens to the other processes, and tells them who is connected here."""

    def __init__(self, registry: Registry, url: str) -> None:
        self._registry = registry
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._tasks: list[asyncio.Task[None]] = []
        self._unsaid: dict[str, LiveGame] = {}
        self._wanted = asyncio.Event()
        self._work: set[asyncio.Task[None]] = set()
        registry.noticed = self.say

    async def start(self) -> None:
        """Listen from now on."""
        connection = await self._connect()
        self._tasks = [
            asyncio.create_task(self._run(connection)),
            asyncio.create_task(self._speak()),
            asyncio.create_task(self._remind()),
        ]

    async def close(self) -> None:
        """Stop listening."""
        for task in [*self._tasks, *self._work]:
            task.cancel()

    def say(self, live: LiveGame) -> None:
        """Tell the others who is connected to a game here, as soon as they can be told."""
        self._unsaid[live.id] = live
        self._wanted.set()

    async def _speak(self) -> None:
        """Say one thing after the other, so that the newest is heard last."""
        registry = self._registry
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._unsaid:
                game, live = self._unsaid.popitem()
                body = msgspec.json.encode(PresenceNotice(game, live.here())).decode()
                try:
                    await registry.read(registry.store.tell, f"{registry.word} @{body}")
                except Exception as error:
                    log.warning("notify-failed", error=type(error).__name__)

    async def _remind(self) -> None:
        """Say who is connected now and then, and forget what nobody says any more."""
        while True:
            await asyncio.sleep(REMIND)
            for live in self._registry.every():
                if live.outboxes:
                    self.say(live)
                if live.forget_elsewhere(2.5 * REMIND):
                    live.send(frame(presence=live.presence()))

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _connect(self) -> "psycopg.AsyncConnection[tuple[str]]":
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        await connection.execute("LISTEN hotdice")
        return connection

    async def _run(self, connection: "psycopg.AsyncConnection[tuple[str]]") -> None:
        while True:
            try:
                async for notice in connection.notifies():
                    self._hear(notice.payload)
            except psycopg.Error as error:
                log.warning("listen-lost", error=type(error).__name__)
            connection = await self._back()

    async def _back(self) -> "psycopg.AsyncConnection[tuple[str]]":
        """Listen again, and take over what was missed."""
        while True:
            await asyncio.sleep(AGAIN)
            try:
                connection = await self._connect()
            except psycopg.Error:
                continue
            for live in self._registry.every():
                self._later(self._registry.heard(live.id, live.game.seq + 1))
            return connection

    def _heard_of(self, live: LiveGame, speaker: str, presence: Presence) -> None:
        before = live.presence()
        stranger = speaker not in live.elsewhere
        live.elsewhere[speaker] = presence, time.monotonic()
        if live.presence() != before:
            live.send(frame(presence=live.presence()))
        if stranger and live.outboxes:
            self.say(live)

    def _hear(self, words: str) -> None:
        speaker, *rest = words.split(" ", 1)
        if speaker == self._registry.word or not rest:
            return
        if rest[0].startswith("@"):
            here = msgspec.json.decode(rest[0][1:], type=PresenceNotice)
            live = self._registry.known(here.game)
            if live is not None:
                self._heard_of(live, speaker, here.presence)
            return
        for change in rest[0].split():
            game, _, seq = change.partition(":")
            self._later(self._registry.heard(game, int(seq)))
