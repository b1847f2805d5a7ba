"""The games of one process: loads them, commits their events and sends these to clients."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct

from hotdice.server import log
from hotdice.server.games.events import By, Row, read, row_of
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame, frame
from hotdice.server.games.outbox import EndReason, Outbox, Page
from hotdice.server.games.payloads import NextGame, Payload
from hotdice.server.limits import MAX_CONNECTIONS_PER_SEAT, Buckets, KnownTokens, check_wait
from hotdice.server.metrics import Metrics
from hotdice.server.settings import Settings
from hotdice.server.storage.group_commit import GroupCommit
from hotdice.server.storage.store import DELETED_SEQ, GameWrite, Store, StoredEvent, TransferOffer
from hotdice.server.storage.tokens import new
from hotdice.texts import HotDiceError

ID = re.compile(r"[A-Za-z0-9_-]{22}")
IDLE_SECONDS = 300.0  # after which an unused game is evicted from memory
MAX_ATTEMPTS = 5  # when other processes change the game at the same time
BYE = {"retry": 1}  # seconds until clients reconnect
PAGE = 100  # events that are read from the database at once
TIME_SLICE = 0.005  # seconds of work on one game before the event loop runs other tasks
Listener = Callable[[LiveGame], None]
P = ParamSpec("P")
T = TypeVar("T")


class WriteConflict(HotDiceError):
    """Another process has changed the game first."""


class Draft(Struct, frozen=True):
    """An event before it has its number."""

    seat: int | None
    data: Payload
    by: By = "server"
    key: str | None = None


class Registry:
    """All games in memory; every change of a game goes through `commit`."""

    def __init__(self, store: Store, metrics: Metrics, settings: Settings) -> None:
        self.store = store
        self.metrics = metrics
        self.reveal_seconds = settings.reveal_seconds
        self.limits = settings.limits
        self.keep_finished = settings.keep_finished
        self._bytes = Buckets(settings.rates.bytes)
        self.known_tokens = KnownTokens()
        self.instance = new()
        self.closing = False
        self._change_listeners: list[Listener] = []
        self._presence_listeners: list[Listener] = []
        self._writer = GroupCommit(store, self.instance, metrics)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Future[LiveGame]] = {}

    def on_change(self, listener: Listener) -> None:
        """Call a listener with every game that has changed."""
        self._change_listeners.append(listener)

    def on_presence(self, listener: Listener) -> None:
        """Call a listener with every game to which somebody connects, or from which they go."""
        self._presence_listeners.append(listener)

    def _tell_change(self, live: LiveGame) -> None:
        for listener in self._change_listeners:
            listener(live)

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Call a method of the store in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *args)

    async def rows(self, live: LiveGame, after: int, limit: int) -> list[Row]:
        """The events in the database above a number, in order."""
        return await self.read(_read_rows, self.store, live.id, after, limit)

    def in_memory(self, game: str) -> LiveGame | None:
        """A game, if it is in memory."""
        return self._games.get(game)

    def games_in_memory(self) -> list[LiveGame]:
        """All games that are in memory."""
        return list(self._games.values())

    async def game(self, game: str) -> LiveGame:
        """A game by its id, loaded if necessary."""
        live = self._games.get(game)
        if live is None:
            if not ID.fullmatch(game):
                raise HotDiceError("game/unknown")
            loading = self._loading.get(game)
            if loading is None:
                loading = self._loading[game] = asyncio.ensure_future(self._load(game))
            live = await asyncio.shield(loading)
        live.used = time.monotonic()
        return live

    async def latest(self, game: str) -> LiveGame:
        """A game by its id, with the events of other processes."""
        live = await self.game(game)
        if self.store.has_notify:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def _load(self, game: str) -> LiveGame:
        try:
            stored = await self.read(self.store.load, game)
            if stored is None:
                raise HotDiceError("game/unknown")
            live = LiveGame(
                game, stored.server_seed, stored.tokens, EventSourcedGame(read(stored.created))
            )
            async for row in self._newer(live):
                live.game.apply(row)
            self._add(live)
            return live
        finally:
            del self._loading[game]

    def _add(self, live: LiveGame) -> None:
        self._games[live.id] = live
        self.metrics.games.set(len(self._games))

    async def create(
        self,
        fields: dict[str, Any],
        tokens: dict[int, str | None],
        *drafts: Draft,
        key: str | None = None,
        before: LiveGame | None = None,
        payer: str,
        day_game: dict[str, Any] | None = None,
    ) -> LiveGame:
        """Create a game with its first events; `before` is the game that it is a rematch of."""
        game = fields["id"]
        rows = _rows(0, drafts)
        change = GameWrite(
            game, _stored(rows), new=fields, tokens=tokens, key=key, day_game=day_game
        )
        if before is None:
            if self.closing:
                raise closing_error()
            if not await self._writer.write(change):
                raise WriteConflict("server/not-ready")
        else:
            follow = Draft(None, NextGame(game))
            await self.commit(before, follow, fields={"next": game}, others=(change,))
        live = LiveGame(game, fields["server_seed"], {}, EventSourcedGame(rows[0]))
        live.payer = payer
        self._bytes.spend(payer, sum(len(row.body) for row in rows))
        self._set_tokens(live, tokens)
        self._add(live)
        self.metrics.count_event("created")
        self._publish(live, rows[1:])
        return live

    async def commit(
        self,
        live: LiveGame,
        *drafts: Draft,
        fields: dict[str, Any] | None = None,
        tokens: dict[int, str | None] | None = None,
        key: str | None = None,
        code: str | None = None,
        others: tuple[GameWrite, ...] = (),
        day_points: int | None = None,
    ) -> tuple[Row, ...]:
        """Append events to a locked game; they are on disk when this returns.

        If another process was first, its events are loaded and `WriteConflict` is raised.
        """
        if self.closing:
            raise closing_error()
        rows = _rows(live.game.seq, drafts, live.game.time)
        change = GameWrite(
            live.id,
            _stored(rows),
            fields=fields,
            tokens=tokens,
            key=key,
            code=code,
            day_points=day_points,
        )
        await self._write(live, change, *others)
        self._set_tokens(live, tokens or {})
        self._bytes.spend(live.payer, sum(len(row.body) for row in rows))
        self._publish(live, rows)
        return rows

    async def offer_transfer(self, live: LiveGame, offer: TransferOffer, token_hash: str) -> None:
        """Store a code for a seat of a locked game, in place of an older one."""
        if self.closing:
            raise closing_error()
        await self._write(live, GameWrite(live.id, (), offer=offer, offered_by=token_hash))

    async def _write(self, live: LiveGame, *changes: GameWrite) -> None:
        if not await self._writer.write(*changes):
            await self._sync(live)
            await self._load_tokens(live)
            raise WriteConflict("game/conflict", **_conflict_data(live))

    def check_budget(self, payer: str) -> None:
        """Refuse to write for an address that has used up its bytes."""
        check_wait(self._bytes.seconds_until_free(payer))

    def _set_tokens(self, live: LiveGame, tokens: dict[int, str | None]) -> None:
        for seat, token_hash in tokens.items():
            live.tokens.pop(seat, None)
            if token_hash is not None:
                live.tokens[seat] = token_hash
                self.known_tokens.add(token_hash)
        self._end_replaced(live)

    async def _load_tokens(self, live: LiveGame) -> None:
        """Read the tokens, which another process may have changed."""
        live.tokens = await self.read(self.store.tokens, live.id)
        self._end_replaced(live)

    def _end_replaced(self, live: LiveGame) -> None:
        """Close the connections of tokens in whose place there is another one."""
        replaced = [
            outbox
            for outbox in live.outboxes
            if outbox.seat is not None
            and live.tokens.get(outbox.seat, outbox.token) != outbox.token
        ]
        for outbox in replaced:
            self._remove(live, outbox, "replaced")
        if replaced:
            self.presence(live)

    async def catch_up(self, live: LiveGame) -> None:
        """Apply the events of other processes to a locked game."""
        if self.store.has_notify:
            await self._sync(live)

    async def _sync(self, live: LiveGame) -> None:
        """Apply the events in the database that the game in memory does not have."""
        seq = live.game.seq
        async for row in self._newer(live):
            self._apply(live, row)
        if live.game.seq > seq:
            await self._load_tokens(live)
            self._tell_change(live)

    async def _newer(self, live: LiveGame) -> AsyncIterator[Row]:
        """The events in the database after the newest one in memory.

        Other tasks run every few milliseconds, however many there are.
        """
        while rows := await self.rows(live, live.game.seq, PAGE):
            pause = time.monotonic() + TIME_SLICE
            for row in rows:
                yield row
                if time.monotonic() > pause:
                    await asyncio.sleep(0)
                    pause = time.monotonic() + TIME_SLICE

    def _publish(self, live: LiveGame, rows: tuple[Row, ...]) -> None:
        for row in rows:
            self._apply(live, row)
            self.metrics.count_event(row.event.kind)  # counted only by the process that made it
        self._tell_change(live)

    def _apply(self, live: LiveGame, row: Row) -> None:
        live.game.apply(row)
        live.send_event(row)
        live.used = time.monotonic()

    async def on_notice(self, game: str, seq: int) -> None:
        """Another process has changed a game (`seq` 0: only its tokens) or deleted it."""
        if seq == DELETED_SEQ:
            self._deleted(game)
        elif game in self._games or game in self._loading:
            await self._changed(game, seq)

    def _deleted(self, game: str) -> None:
        live = self._games.get(game)
        if live is not None:
            for outbox in live.outboxes:
                outbox.end()
            self.evict(live)

    async def _changed(self, game: str, seq: int) -> None:
        live = await self.game(game)
        async with live.lock:
            if not seq:
                await self._load_tokens(live)
            elif live.game.seq < seq:
                await self.catch_up(live)

    async def seat_of(self, live: LiveGame, token: str) -> int:
        """The seat of a token."""
        seat = live.seat_of(token)
        if seat is None and self.store.has_notify:  # it may have been issued by another process
            await self._load_tokens(live)
            seat = live.seat_of(token)
        if seat is None:
            raise HotDiceError("token/wrong")
        self.known_tokens.add(live.tokens[seat])
        return seat

    async def subscribe(
        self,
        live: LiveGame,
        seat: int | None,
        after: int,
        welcome: str | None = None,
        token: str | None = None,
    ) -> Outbox:
        """An outbox for all events after one, and for each new one; `token` is a hash."""
        async with live.lock:
            await self.catch_up(live)

        async def read_page(above: int) -> Page:
            return await self.read(self.store.page, live.id, above, PAGE)

        if seat is not None:
            self._make_room(live, seat)
        outbox = Outbox(seat, after, live.game.seq, read_page, welcome, token)
        live.outboxes.append(outbox)
        self.metrics.connections.inc()
        if self.closing:  # too late for `disconnect_all`
            outbox.put(frame(bye=BYE))
            outbox.end()
        self.presence(live)
        self._end_replaced(live)  # while this one was opened
        self._tell_change(live)
        return outbox

    def _make_room(self, live: LiveGame, seat: int) -> None:
        """Close the oldest connections of a seat that has too many."""
        own = [outbox for outbox in live.outboxes if outbox.seat == seat]
        for outbox in own[: max(0, len(own) + 1 - MAX_CONNECTIONS_PER_SEAT)]:
            self._remove(live, outbox, "elsewhere")

    def _remove(self, live: LiveGame, outbox: Outbox, reason: EndReason) -> None:
        live.outboxes.remove(outbox)
        self.metrics.connections.dec()
        outbox.end(reason)

    def unsubscribe(self, live: LiveGame, outbox: Outbox) -> None:
        """Remove an outbox whose client has gone."""
        if outbox in live.outboxes:
            live.outboxes.remove(outbox)
            self.metrics.connections.dec()
            self.presence(live)
            live.used = time.monotonic()

    def presence(self, live: LiveGame) -> None:
        """Send who is connected to all clients of a game."""
        live.send(frame(presence=live.presence()))
        for listener in self._presence_listeners:
            listener(live)

    def connections(self) -> int:
        """The number of open WebSockets and streams."""
        return sum(len(live.outboxes) for live in self._games.values())

    def evict_idle(self) -> None:
        """Remove unused games from memory."""
        idle_since = time.monotonic() - IDLE_SECONDS
        for live in self.games_in_memory():
            if live.used < idle_since and not live.busy:
                self.evict(live)

    def evict(self, live: LiveGame) -> None:
        """Remove a game from memory."""
        self._games.pop(live.id, None)
        self.metrics.games.set(len(self._games))

    def disconnect_all(self) -> None:
        """Ask all clients to reconnect, and accept nothing more."""
        self.closing = True
        for live in self.games_in_memory():
            live.send(frame(bye=BYE))
            for outbox in live.outboxes:
                outbox.end()

    async def close(self) -> None:
        """Finish writing and close the database."""
        self.closing = True
        for live in self.games_in_memory():
            if live.task is not None:
                live.task.cancel()
        await self._writer.close()
        self._readers.shutdown()
        self.store.close()
        log.info("closed", games=len(self._games))


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def closing_error() -> HotDiceError:
    """The error of requests while the server stops."""
    return HotDiceError("server/closing", retry_after=BYE["retry"])


def conflict_error(live: LiveGame) -> HotDiceError:
    """The error of a request that is based on an old state."""
    return HotDiceError("game/conflict", **_conflict_data(live))


def exclusive(
    work: Callable[Concatenate[Registry, LiveGame, P], Awaitable[T]],
) -> Callable[Concatenate[Registry, LiveGame, P], Coroutine[Any, Any, T]]:
    """Run a function with the game locked; again if another process changed the game meanwhile.

    Errors count only for the newest state: a notice of a change may still be on its way.
    """

    @wraps(work)
    async def locked(registry: Registry, live: LiveGame, /, *args: P.args, **kwargs: P.kwargs) -> T:
        async with live.lock:
            for _ in range(MAX_ATTEMPTS):
                seq = live.game.seq
                try:
                    return await work(registry, live, *args, **kwargs)
                except WriteConflict:
                    continue
                except HotDiceError:
                    await registry.catch_up(live)
                    if live.game.seq == seq:
                        raise
            raise conflict_error(live)

    return locked


def _conflict_data(live: LiveGame) -> dict[str, Any]:
    return {"seq": live.game.seq, "state": live.game.view()}


def _rows(seq: int, drafts: tuple[Draft, ...], after: int = 0) -> tuple[Row, ...]:
    """Drafts with numbers and a time, which never goes backwards in a game."""
    at = max(now(), after)
    return tuple(
        row_of(draft.data, seq=number, time=at, seat=draft.seat, by=draft.by, key=draft.key)
        for number, draft in enumerate(drafts, seq + 1)
    )


def _stored(rows: tuple[Row, ...]) -> tuple[StoredEvent, ...]:
    return tuple(row.stored for row in rows)


def _read_rows(store: Store, game: str, after: int, limit: int) -> list[Row]:
    return [read(body) for body in store.bodies(game, after, limit)]
