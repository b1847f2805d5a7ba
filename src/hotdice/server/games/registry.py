"""The games of one process: found, changed through the database, and told to who is watching."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct

from hotdice.server import log
from hotdice.server.games.game import Table
from hotdice.server.games.live_game import Held, frame
from hotdice.server.games.outbox import Outbox, Page
from hotdice.server.limits import CONNECTED_OF_SEAT, Buckets, Known, too_many
from hotdice.server.metrics import Metrics
from hotdice.server.settings import Settings
from hotdice.server.storage.event import By, Event, Row, row_of
from hotdice.server.storage.group_commit import Writer
from hotdice.server.storage.store import GONE, Change, Store
from hotdice.server.storage.tokens import new
from hotdice.texts import HotDiceError

ID = re.compile(r"[A-Za-z0-9_-]{22}")
IDLE = 300.0  # seconds after which a game that nobody uses leaves the memory
TRIES = 5  # where other processes are quicker
BYE = {"retry": 1}  # seconds after which to come back
PAGE = 100  # events that are read from the database at once
SLICE = 0.005  # seconds of work on one game before others have their turn
P = ParamSpec("P")
T = TypeVar("T")


class Overtaken(HotDiceError):
    """Another process has changed the game first."""


class Draft(Struct, frozen=True):
    """An event before it has its number."""

    kind: str
    seat: int | None
    data: Any
    by: By = "server"
    key: str | None = None


class Host:
    """All games; what changes one goes through `commit`, and nothing else does."""

    def __init__(self, store: Store, metrics: Metrics, settings: Settings) -> None:
        self.store = store
        self.metrics = metrics
        self.to_reveal = settings.to_reveal
        self.limits = settings.limits
        self.keep_finished = settings.keep_finished
        self._bytes = Buckets(settings.rates.bytes)
        self.seated = Known()
        self.word = new()
        self.closing = False
        self.after: Callable[[Held], None] = lambda held: None  # whoever moves by itself
        self.noticed: Callable[[Held], None] = lambda held: None  # who is connected has changed
        self._writer = Writer(store, self.word, metrics)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._games: dict[str, Held] = {}
        self._loading: dict[str, asyncio.Future[Held]] = {}

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Have the database asked in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *args)

    def known(self, game: str) -> Held | None:
        """A game that is in memory."""
        return self._games.get(game)

    def every(self) -> list[Held]:
        """The games in memory."""
        return list(self._games.values())

    async def game(self, game: str) -> Held:
        """A game by its id."""
        held = self._games.get(game)
        if held is None:
            if not ID.fullmatch(game):
                raise HotDiceError("game/unknown")
            loading = self._loading.get(game)
            if loading is None:
                loading = self._loading[game] = asyncio.ensure_future(self._load(game))
            held = await asyncio.shield(loading)
        held.used = time.monotonic()
        return held

    async def fresh(self, game: str) -> Held:
        """A game by its id, with what other processes have done to it."""
        held = await self.game(game)
        if self.store.listens:
            async with held.lock:
                await self.catch_up(held)
        return held

    async def _load(self, game: str) -> Held:
        try:
            kept = await self.read(self.store.load, game)
            if kept is None:
                raise HotDiceError("game/unknown")
            held = Held(game, kept.server_seed, kept.tokens, Table(kept.first))
            async for row in self._newer(held):
                held.table.apply(row)
            self._hold(held)
            return held
        finally:
            del self._loading[game]

    def _hold(self, held: Held) -> None:
        self._games[held.id] = held
        self.metrics.games.set(len(self._games))

    async def begin(
        self,
        fields: dict[str, Any],
        tokens: dict[int, str | None],
        *drafts: Draft,
        key: str | None = None,
        before: Held | None = None,
        payer: str,
    ) -> Held:
        """A new game with its first events; `before` is the one that it is the rematch of."""
        game = fields["id"]
        rows = _rows(0, drafts)
        change = Change(game, rows, new=fields, tokens=tokens, key=key)
        if before is None:
            if self.closing:
                raise closing()
            if not await self._writer.write(change):
                raise Overtaken("server/not-ready")
        else:
            follow = Draft("rematch", None, {"game": game})
            await self.commit(before, follow, fields={"next": game}, others=(change,))
        held = Held(game, fields["server_seed"], {}, Table(rows[0]))
        held.payer = payer
        self._bytes.spend(payer, sum(len(row.body) for row in rows))
        self._seat(held, tokens)
        self._hold(held)
        self.metrics.happened("created")
        self._tell(held, rows[1:])
        return held

    async def commit(
        self,
        held: Held,
        *drafts: Draft,
        fields: dict[str, Any] | None = None,
        tokens: dict[int, str | None] | None = None,
        key: str | None = None,
        others: tuple[Change, ...] = (),
    ) -> tuple[Row, ...]:
        """Make events of a game, whose lock is held; they are on disk when this returns.

        If another process was quicker, its events are taken over and nothing else is done.
        """
        if self.closing:
            raise closing()
        rows = _rows(held.table.seq, drafts, held.table.time)
        change = Change(held.id, rows, fields=fields, tokens=tokens, key=key)
        if not await self._writer.write(change, *others):
            await self._take_over(held)
            raise Overtaken("game/conflict", **_place(held))
        self._seat(held, tokens or {})
        self._bytes.spend(held.payer, sum(len(row.body) for row in rows))
        self._tell(held, rows)
        return rows

    def check_budget(self, payer: str) -> None:
        """Refuse to let games grow on the account of an address that has written enough."""
        too_many(self._bytes.missing(payer))

    def _seat(self, held: Held, tokens: dict[int, str | None]) -> None:
        for seat, kept in tokens.items():
            held.tokens.pop(seat, None)
            if kept is not None:
                held.tokens[seat] = kept
                self.seated.add(kept)

    async def catch_up(self, held: Held) -> None:
        """Take over what other processes have done to a game, whose lock is held."""
        if self.store.listens:
            await self._take_over(held)

    async def _take_over(self, held: Held) -> None:
        """Do to the game in memory what the database has of it besides."""
        seq = held.table.seq
        async for row in self._newer(held):
            self._apply(held, row)
        if held.table.seq > seq:
            held.tokens = await self.read(self.store.tokens, held.id)
            self.after(held)

    async def _newer(self, held: Held) -> AsyncIterator[Row]:
        """What the database has above the newest event of a game in memory.

        However much it is, others have their turn after every few milliseconds.
        """
        while rows := await self.read(self.store.rows, held.id, held.table.seq, PAGE):
            pause = time.monotonic() + SLICE
            for row in rows:
                yield row
                if time.monotonic() > pause:
                    await asyncio.sleep(0)
                    pause = time.monotonic() + SLICE

    def _tell(self, held: Held, rows: tuple[Row, ...]) -> None:
        for row in rows:
            self._apply(held, row)
            self.metrics.happened(row.event.kind)  # where it was made, not where it is heard of
        self.after(held)

    def _apply(self, held: Held, row: Row) -> None:
        held.table.apply(row)
        held.send_event(row)
        held.used = time.monotonic()

    async def heard(self, game: str, seq: int) -> None:
        """Another process has changed a game, with 0 only whose tokens count, or deleted it."""
        if seq == GONE:
            self._deleted(game)
        elif game in self._games or game in self._loading:
            await self._changed(game, seq)

    def _deleted(self, game: str) -> None:
        held = self._games.get(game)
        if held is not None:
            for outbox in held.outboxes:
                outbox.end()
            self.drop(held)

    async def _changed(self, game: str, seq: int) -> None:
        held = await self.game(game)
        async with held.lock:
            if not seq:
                held.tokens = await self.read(self.store.tokens, held.id)
            elif held.table.seq < seq:
                await self.catch_up(held)

    async def seat_of(self, held: Held, token: str) -> int:
        """The seat of a token."""
        seat = held.seat_of(token)
        if seat is None and self.store.listens:  # it may be from another process
            held.tokens = await self.read(self.store.tokens, held.id)
            seat = held.seat_of(token)
        if seat is None:
            raise HotDiceError("token/wrong")
        self.seated.add(held.tokens[seat])
        return seat

    async def watch(
        self, held: Held, seat: int | None, after: int, welcome: str | None = None
    ) -> Outbox:
        """An outbox for all events above a number, and from now on for each as it happens."""
        async with held.lock:
            await self.catch_up(held)

        async def read_page(above: int) -> Page:
            return await self.read(self.store.page, held.id, above, PAGE)

        if seat is not None:
            self._make_room(held, seat)
        outbox = Outbox(seat, after, held.table.seq, read_page, welcome)
        held.outboxes.append(outbox)
        self.metrics.connections.inc()
        if self.closing:  # whoever comes too late for `goodbye` is told so as well
            outbox.put(frame(bye=BYE))
            outbox.end()
        self.presence(held)
        self.after(held)
        return outbox

    def _make_room(self, held: Held, seat: int) -> None:
        """Let the oldest connection of a seat that has many give way to another."""
        mine = [outbox for outbox in held.outboxes if outbox.seat == seat]
        for outbox in mine[: max(0, len(mine) + 1 - CONNECTED_OF_SEAT)]:
            held.outboxes.remove(outbox)
            self.metrics.connections.dec()
            outbox.end("elsewhere")

    def leave(self, held: Held, outbox: Outbox) -> None:
        """Somebody has stopped watching."""
        if outbox in held.outboxes:
            held.outboxes.remove(outbox)
            self.metrics.connections.dec()
            self.presence(held)
            held.used = time.monotonic()

    def presence(self, held: Held) -> None:
        """Tell who is connected."""
        held.send(frame(presence=held.presence()))
        self.noticed(held)

    def connections(self) -> int:
        """How many are watching."""
        return sum(len(held.outboxes) for held in self._games.values())

    def forget(self) -> None:
        """Let go of games that nobody uses."""
        long_ago = time.monotonic() - IDLE
        for held in self.every():
            if held.used < long_ago and not held.busy:
                self.drop(held)

    def drop(self, held: Held) -> None:
        """Let go of one game."""
        self._games.pop(held.id, None)
        self.metrics.games.set(len(self._games))

    def goodbye(self) -> None:
        """Tell everybody to come back, and take nothing more."""
        self.closing = True
        for held in self.every():
            held.send(frame(bye=BYE))
            for outbox in held.outboxes:
                outbox.end()

    async def close(self) -> None:
        """Write what is under way, and let go of the database."""
        self.closing = True
        for held in self.every():
            if held.task is not None:
                held.task.cancel()
        await self._writer.close()
        self._readers.shutdown()
        self.store.close()
        log.info("closed", games=len(self._games))


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def closing() -> HotDiceError:
    """The server stops; another one, or this one again, is there in a moment."""
    return HotDiceError("server/closing", retry_after=BYE["retry"])


def conflict(held: Held) -> HotDiceError:
    """The game is not where somebody thought."""
    return HotDiceError("game/conflict", **_place(held))


def alone(
    work: Callable[Concatenate[Host, Held, P], Awaitable[T]],
) -> Callable[Concatenate[Host, Held, P], Coroutine[Any, Any, T]]:
    """Do something to a game while nobody else does; anew where another process was quicker.

    Nothing is refused because of what was so before: a notice may still be on its way here.
    """

    @wraps(work)
    async def locked(host: Host, held: Held, /, *args: P.args, **kwargs: P.kwargs) -> T:
        async with held.lock:
            for _ in range(TRIES):
                seq = held.table.seq
                try:
                    return await work(host, held, *args, **kwargs)
                except Overtaken:
                    continue
                except HotDiceError:
                    await host.catch_up(held)
                    if held.table.seq == seq:
                        raise
            raise conflict(held)

    return locked


def _place(held: Held) -> dict[str, Any]:
    return {"seq": held.table.seq, "state": held.table.shown()}


def _rows(seq: int, drafts: tuple[Draft, ...], after: int = 0) -> tuple[Row, ...]:
    """Drafts with their numbers and a time, which never runs backwards in a game."""
    at = max(now(), after)
    return tuple(
        row_of(Event(number, at, draft.kind, draft.seat, draft.by, draft.key, draft.data))
        for number, draft in enumerate(drafts, seq + 1)
    )
