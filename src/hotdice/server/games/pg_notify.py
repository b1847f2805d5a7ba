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
from hotdice.server.games.live_game import Held, Presence, frame
from hotdice.server.games.registry import Host

AGAIN = 1.0  # seconds before another try when the connection is lost
REMIND = 10.0  # seconds after which who is connected is said again: a process may have died


class Here(msgspec.Struct, frozen=True):
    """Who is connected to the process that speaks, in one game."""

    game: str
    presence: Presence


class Crossing:
    """Listens to the other processes, and tells them who is connected here."""

    def __init__(self, host: Host, url: str) -> None:
        self._host = host
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._tasks: list[asyncio.Task[None]] = []
        self._unsaid: dict[str, Held] = {}
        self._wanted = asyncio.Event()
        self._work: set[asyncio.Task[None]] = set()
        host.noticed = self.say

    async def start(self) -> None:
        """Listen from now on."""
        connection = await self._connect()
        self._tasks = [
            asyncio.create_task(self._run(connection)),
            asyncio.create_task(self._speak()),
            asyncio.create_task(self._remind()),
        ]

    async def close(self) -> None:
        """Listen no more."""
        for task in [*self._tasks, *self._work]:
            task.cancel()

    def say(self, held: Held) -> None:
        """Tell the others who is connected to a game here, as soon as they can be told."""
        self._unsaid[held.id] = held
        self._wanted.set()

    async def _speak(self) -> None:
        """Say one thing after the other, so that the newest is heard last."""
        host = self._host
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._unsaid:
                game, held = self._unsaid.popitem()
                body = msgspec.json.encode(Here(game, held.here())).decode()
                try:
                    await host.read(host.store.tell, f"{host.word} @{body}")
                except Exception as error:
                    log.warning("mute", error=type(error).__name__)

    async def _remind(self) -> None:
        """Say who is connected now and then, and forget what nobody says any more."""
        while True:
            await asyncio.sleep(REMIND)
            for held in self._host.every():
                if held.outboxes:
                    self.say(held)
                if held.forget_elsewhere(2.5 * REMIND):
                    held.send(frame(presence=held.presence()))

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
                log.warning("deaf", error=type(error).__name__)
            connection = await self._back()

    async def _back(self) -> "psycopg.AsyncConnection[tuple[str]]":
        """Listen again, and take over what was missed."""
        while True:
            await asyncio.sleep(AGAIN)
            try:
                connection = await self._connect()
            except psycopg.Error:
                continue
            for held in self._host.every():
                self._later(self._host.heard(held.id, held.table.seq + 1))
            return connection

    def _heard_of(self, held: Held, speaker: str, presence: Presence) -> None:
        before = held.presence()
        stranger = speaker not in held.elsewhere
        held.elsewhere[speaker] = presence, time.monotonic()
        if held.presence() != before:
            held.send(frame(presence=held.presence()))
        if stranger and held.outboxes:
            self.say(held)

    def _hear(self, words: str) -> None:
        speaker, *rest = words.split(" ", 1)
        if speaker == self._host.word or not rest:
            return
        if rest[0].startswith("@"):
            here = msgspec.json.decode(rest[0][1:], type=Here)
            held = self._host.known(here.game)
            if held is not None:
                self._heard_of(held, speaker, here.presence)
            return
        for change in rest[0].split():
            game, _, seq = change.partition(":")
            self._later(self._host.heard(game, int(seq)))
