"""The games of one process: loaded, changed through the database, and sent to their watchers."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct

from hotdice.server import log
from hotdice.server.games.game import Game
from hotdice.server.games.live_game import LiveGame, frame
from hotdice.server.games.outbox import Outbox, Page
from hotdice.server.limits import CONNECTED_OF_SEAT, Buckets, Known, too_many
from hotdice.server.metrics import Metrics
from hotdice.server.settings import Settings
from hotdice.server.storage.event import By, Event, Row, row_of
from hotdice.server.storage.group_commit import GroupCommit
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


class Registry:
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
        self.after: Callable[[LiveGame], None] = lambda live: None  # whoever moves by itself
        self.noticed: Callable[[LiveGame], None] = lambda live: None  # who is connected has changed
        self._writer = GroupCommit(store, self.word, metrics)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Future[LiveGame]] = {}

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Have the database asked in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *args)

    def known(self, game: str) -> LiveGame | None:
        """A game that is in memory."""
        return self._games.get(game)

    def every(self) -> list[LiveGame]:
        """The games in memory."""
        return list(self._games.values())

    async def game(self, game: str) -> LiveGame:
        """A game by its id."""
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

    async def fresh(self, game: str) -> LiveGame:
        """A game by its id, with what other processes have done to it."""
        live = await self.game(game)
        if self.store.listens:
            async with live.lock:
                await self.catch_up(live)
        return live

    async def _load(self, game: str) -> LiveGame:
        try:
            kept = await self.read(self.store.load, game)
            if kept is None:
                raise HotDiceError("game/unknown")
            live = LiveGame(game, kept.server_seed, kept.tokens, Game(kept.first))
            async for row in self._newer(live):
                live.game.apply(row)
            self._hold(live)
            return live
        finally:
            del self._loading[game]

    def _hold(self, live: LiveGame) -> None:
        self._games[live.id] = live
        self.metrics.games.set(len(self._games))

    async def begin(
        self,
        fields: dict[str, Any],
        tokens: dict[int, str | None],
        *drafts: Draft,
        key: str | None = None,
        before: LiveGame | None = None,
        payer: str,
    ) -> LiveGame:
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
        live = LiveGame(game, fields["server_seed"], {}, Game(rows[0]))
        live.payer = payer
        self._bytes.spend(payer, sum(len(row.body) for row in rows))
        self._seat(live, tokens)
        self._hold(live)
        self.metrics.happened("created")
        self._tell(live, rows[1:])
        return live

    async def commit(
        self,
        live: LiveGame,
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
        rows = _rows(live.game.seq, drafts, live.game.time)
        change = Change(live.id, rows, fields=fields, tokens=tokens, key=key)
        if not await self._writer.write(change, *others):
            await self._take_over(live)
            raise Overtaken("game/conflict", **_place(live))
        self._seat(live, tokens or {})
        self._bytes.spend(live.payer, sum(len(row.body) for row in rows))
        self._tell(live, rows)
        return rows

    def check_budget(self, payer: str) -> None:
        """Refuse to let games grow on the account of an address that has written enough."""
        too_many(self._bytes.missing(payer))

    def _seat(self, live: LiveGame, tokens: dict[int, str | None]) -> None:
        for seat, kept in tokens.items():
            live.tokens.pop(seat, None)
            if kept is not None:
                live.tokens[seat] = kept
                self.seated.add(kept)

    async def catch_up(self, live: LiveGame) -> None:
        """Take over what other processes have done to a game, whose lock is held."""
        if self.store.listens:
            await self._take_over(live)

    async def _take_over(self, live: LiveGame) -> None:
        """Do to the game in memory what the database has of it besides."""
        seq = live.game.seq
        async for row in self._newer(live):
            self._apply(live, row)
        if live.game.seq > seq:
            live.tokens = await self.read(self.store.tokens, live.id)
            self.after(live)

    async def _newer(self, live: LiveGame) -> AsyncIterator[Row]:
        """What the database has above the newest event of a game in memory.

        However much it is, others have their turn after every few milliseconds.
        """
        while rows := await self.read(self.store.rows, live.id, live.game.seq, PAGE):
            pause = time.monotonic() + SLICE
            for row in rows:
                yield row
                if time.monotonic() > pause:
                    await asyncio.sleep(0)
                    pause = time.monotonic() + SLICE

    def _tell(self, live: LiveGame, rows: tuple[Row, ...]) -> None:
        for row in rows:
            self._apply(live, row)
            self.metrics.happened(row.event.kind)  # where it was made, not where it is heard of
        self.after(live)

    def _apply(self, live: LiveGame, row: Row) -> None:
        live.game.apply(row)
        live.send_event(row)
        live.used = time.monotonic()

    async def heard(self, game: str, seq: int) -> None:
        """Another process has changed a game, with 0 only whose tokens count, or deleted it."""
        if seq == GONE:
            self._deleted(game)
        elif game in self._games or game in self._loading:
            await self._changed(game, seq)

    def _deleted(self, game: str) -> None:
        live = self._games.get(game)
        if live is not None:
            for outbox in live.outboxes:
                outbox.end()
            self.drop(live)

    async def _changed(self, game: str, seq: int) -> None:
        live = await self.game(game)
        async with live.lock:
            if not seq:
                live.tokens = await self.read(self.store.tokens, live.id)
            elif live.game.seq < seq:
                await self.catch_up(live)

    async def seat_of(self, live: LiveGame, token: str) -> int:
        """The seat of a token."""
        seat = live.seat_of(token)
        if seat is None and self.store.listens:  # it may be from another process
            live.tokens = await self.read(self.store.tokens, live.id)
            seat = live.seat_of(token)
        if seat is None:
            raise HotDiceError("token/wrong")
        self.seated.add(live.tokens[seat])
        return seat

    async def watch(
        self, live: LiveGame, seat: int | None, after: int, welcome: str | None = None
    ) -> Outbox:
        """An outbox for all events above a number, and from now on for each as it happens."""
        async with live.lock:
            await self.catch_up(live)

        async def read_page(above: int) -> Page:
            return await self.read(self.store.page, live.id, above, PAGE)

        if seat is not None:
            self._make_room(live, seat)
        outbox = Outbox(seat, after, live.game.seq, read_page, welcome)
        live.outboxes.append(outbox)
        self.metrics.connections.inc()
        if self.closing:  # whoever comes too late for `goodbye` is told so as well
            outbox.put(frame(bye=BYE))
            outbox.end()
        self.presence(live)
        self.after(live)
        return outbox

    def _make_room(self, live: LiveGame, seat: int) -> None:
        """Let the oldest connection of a seat that has many give way to another."""
        mine = [outbox for outbox in live.outboxes if outbox.seat == seat]
        for outbox in mine[: max(0, len(mine) + 1 - CONNECTED_OF_SEAT)]:
            live.outboxes.remove(outbox)
            self.metrics.connections.dec()
            outbox.end("elsewhere")

    def leave(self, live: LiveGame, outbox: Outbox) -> None:
        """Somebody has stopped watching."""
        if outbox in live.outboxes:
            live.outboxes.remove(outbox)
            self.metrics.connections.dec()
            self.presence(live)
            live.used = time.monotonic()

    def presence(self, live: LiveGame) -> None:
        """Tell who is connected."""
        live.send(frame(presence=live.presence()))
        self.noticed(live)

    def connections(self) -> int:
        """How many are watching."""
        return sum(len(live.outboxes) for live in self._games.values())

    def forget(self) -> None:
        """Let go of games that nobody uses."""
        long_ago = time.monotonic() - IDLE
        for live in self.every():
            if live.used < long_ago and not live.busy:
                self.drop(live)

    def drop(self, live: LiveGame) -> None:
        """Let go of one game."""
        self._games.pop(live.id, None)
        self.metrics.games.set(len(self._games))

    def goodbye(self) -> None:
        """Tell everybody to come back, and take nothing more."""
        self.closing = True
        for live in self.every():
            live.send(frame(bye=BYE))
            for outbox in live.outboxes:
                outbox.end()

    async def close(self) -> None:
        """Write what is under way, and let go of the database."""
        self.closing = True
        for live in self.every():
            if live.task is not None:
                live.task.cancel()
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


def conflict(live: LiveGame) -> HotDiceError:
    """The game is not where somebody thought."""
    return HotDiceError("game/conflict", **_place(live))


def exclusive(
    work: Callable[Concatenate[Registry, LiveGame, P], Awaitable[T]],
) -> Callable[Concatenate[Registry, LiveGame, P], Coroutine[Any, Any, T]]:
    """Do something to a game while nobody else does; anew where another process was quicker.

    Nothing is refused because of what was so before: a notice may still be on its way here.
    """

    @wraps(work)
    async def locked(registry: Registry, live: LiveGame, /, *args: P.args, **kwargs: P.kwargs) -> T:
        async with live.lock:
            for _ in range(TRIES):
                seq = live.game.seq
                try:
                    return await work(registry, live, *args, **kwargs)
                except Overtaken:
                    continue
                except HotDiceError:
                    await registry.catch_up(live)
                    if live.game.seq == seq:
                        raise
            raise conflict(live)

    return locked


def _place(live: LiveGame) -> dict[str, Any]:
    return {"seq": live.game.seq, "state": live.game.shown()}


def _rows(seq: int, drafts: tuple[Draft, ...], after: int = 0) -> tuple[Row, ...]:
    """Drafts with their numbers and a time, which never runs backwards in a game."""
    at = max(now(), after)
    return tuple(
        row_of(Event(number, at, draft.kind, draft.seat, draft.by, draft.key, draft.data))
        for number, draft in enumerate(drafts, seq + 1)
    )
