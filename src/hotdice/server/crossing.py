"""Events that cross from process to process, by PostgreSQL's LISTEN and NOTIFY.

A notice is the word of the process that speaks, then `game:seq` for each game that it has changed;
or that word, `@` and who is connected to it in one game.
"""

import asyncio
from collections.abc import Coroutine

import msgspec
import psycopg

from hotdice.server.held import Held, Presence, frame
from hotdice.server.host import Host
from hotdice.server.log import log

AGAIN = 1.0  # seconds before another try when the connection is lost


class Here(msgspec.Struct, frozen=True):
    """Who is connected to the process that speaks, in one game."""

    game: str
    presence: Presence


class Crossing:
    """Listens to the other processes, and tells them who is connected here."""

    def __init__(self, host: Host, url: str) -> None:
        self._host = host
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._task: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()
        host.noticed = self.say

    async def start(self) -> None:
        """Listen from now on."""
        connection = await self._connect()
        self._task = asyncio.create_task(self._run(connection))

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
        for task in self._work:
            task.cancel()

    def say(self, held: Held) -> None:
        """Tell the others who is connected to a game here."""
        body = msgspec.json.encode(Here(held.id, held.here())).decode()
        self._later(self._tell(f"{self._host.word} @{body}"))

    async def _tell(self, words: str) -> None:
        await self._host.read(self._host.store.tell, words)

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
                log("deaf", error=type(error).__name__)
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

    def _hear(self, words: str) -> None:
        speaker, *rest = words.split(" ", 1)
        if speaker == self._host.word or not rest:
            return
        if rest[0].startswith("@"):
            here = msgspec.json.decode(rest[0][1:], type=Here)
            held = self._host.known(here.game)
            if held is not None:
                held.elsewhere[speaker] = here.presence
                held.send(frame(presence=held.presence()))
            return
        for change in rest[0].split():
            game, _, seq = change.partition(":")
            self._later(self._host.heard(game, int(seq)))
