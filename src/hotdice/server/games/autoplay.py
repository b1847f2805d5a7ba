"""What goes on by itself: bots, seats that somebody left, clocks, games that nobody plays."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress

from hotdice.bots.catalogue import RECKONING, is_built_in, open_bot
from hotdice.game import Action, Chooser
from hotdice.game.driver import pass_turn
from hotdice.rules.rules import REMEMBERED
from hotdice.server import log
from hotdice.server.games import moves, seating
from hotdice.server.games.live_game import Held
from hotdice.server.games.registry import Host, Overtaken, now
from hotdice.server.games.retention import delete_finished
from hotdice.server.games.wall_clock import WallClock
from hotdice.server.storage.event import By
from hotdice.texts import HotDiceError

STAND_IN = "cautious"  # plays for whoever is not there
LOOK = 0.25  # seconds between two looks at the clocks
SWEEP = 60.0  # seconds between two looks for games that nobody uses
DAY = 24 * 3600 * 1000  # milliseconds
LONGEST_IDLE = 30 * DAY
PACE = 0.02  # seconds between two moves in games of bots alone
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a move that failed is tried again
AFTER_JUMP = 60.0  # seconds in which no game ends because of the clock


class Going:
    """Plays on wherever nobody is waited for."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._reckoning = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._unwatched = asyncio.Semaphore(1)  # bots that nobody watches leave time for others
        self._bots_alone = asyncio.Semaphore(1)  # all games of bots alone take turns
        self._wall_clock = WallClock()
        self._nothing_ends_before = 0.0  # by the steady clock
        self._tasks: list[asyncio.Task[None]] = []
        host.after = self.nudge

    def start(self) -> None:
        """Look at clocks and idle games from now on, and go on where nobody will come and look."""
        self._tasks = [
            asyncio.create_task(self._every(SWEEP, self._resume)),
            asyncio.create_task(self._every(LOOK, self._ring)),
            asyncio.create_task(self._every(SWEEP, self._sweep)),
            asyncio.create_task(self._every(SWEEP, self._delete)),
        ]

    def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        self._reckoning.shutdown(wait=False, cancel_futures=True)

    def nudge(self, held: Held) -> None:
        """See that whoever moves by itself in a game does so."""
        if held.task is None and held.table.automatic and not self._host.closing:
            held.task = asyncio.create_task(self._play(held))

    async def _play(self, held: Held) -> None:
        """Move until somebody is waited for; another process that does so too is no harm.

        Whatever goes wrong, such as a database that is away, it tries again, later and later.
        """
        pause = FIRST_PAUSE
        try:
            while held.table.automatic and not self._host.closing:
                try:
                    async with self._gate(held), held.lock:
                        await self._move(held)
                    pause = FIRST_PAUSE
                except Exception as error:
                    if self._host.closing:
                        return
                    log.failure("autoplay-failed", error, game=log.short(held.id), again=pause)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            held.task = None

    def _gate(self, held: Held) -> AbstractAsyncContextManager[None]:
        """Who has to wait for others before a move: nobody whom people watch."""
        if held.table.bots_alone:
            return self._paced()
        return nullcontext() if held.outboxes else self._unwatched

    @asynccontextmanager
    async def _paced(self) -> AsyncIterator[None]:
        async with self._bots_alone:
            yield
            await asyncio.sleep(PACE)

    async def _move(self, held: Held) -> None:
        if not held.table.automatic:
            return
        if held.table.bots_alone:
            self._host.check_budget(held.payer)
        with suppress(Overtaken):
            await self._move_once(held)

    async def _move_once(self, held: Held) -> None:
        table = held.table
        state = table.state
        assert state is not None
        seat = table.seats[state.player]
        by: By = "bot" if seat.kind == "bot" else "clock"
        if table.passes:
            await moves.commit(self._host, held, pass_turn(state), by, None)
            return
        action = await self._choose(held, seat.bot or STAND_IN)
        await moves.make(self._host, held, action, by)

    async def _choose(self, held: Held, name: str) -> Action:
        """What the bot at the seat to move does; it sees the state and nothing else."""
        state = held.table.state
        assert state is not None
        chooser = held.choosers.get(state.player)
        if chooser is None:
            chooser = held.choosers[state.player] = _open(name)
        try:
            quick = state.rules.dice <= REMEMBERED and name.partition(":")[0] not in RECKONING
            if quick:
                return chooser.choose(state)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reckoning, chooser.choose, state)
        except HotDiceError as error:  # such as rules that it cannot reckon with
            log.warning("stand-in", game=log.short(held.id), bot=name, code=error.code)
            held.choosers[state.player] = _open(STAND_IN)
            return held.choosers[state.player].choose(state)

    async def _resume(self) -> None:
        """Games that went on by themselves when the server stopped: one by one, people's first."""
        host = self._host
        for people in (True, False):
            last = ""
            while games := await host.read(host.store.going, people, last):
                for game in games:
                    await self._take_up(game)
                last = games[-1]

    async def _take_up(self, game: str) -> None:
        """Go on with one game until somebody is waited for."""
        try:
            held = await self._host.game(game)
        except Exception as error:  # the others go on
            log.failure("resume-failed", error, game=log.short(game))
            return
        self.nudge(held)
        if held.task is not None:
            await asyncio.wait([held.task])

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                log.failure("failed", error, work=work.__name__)
            await asyncio.sleep(seconds)

    async def _ring(self) -> None:
        """Games whose time is over; none for a while after somebody has set the clock."""
        host = self._host
        jump = self._wall_clock.jump()
        if jump:
            log.warning("clock-set", seconds=round(jump, 1))
            self._nothing_ends_before = time.monotonic() + AFTER_JUMP
            await self._move_deadlines(round(1000 * jump))
        if time.monotonic() < self._nothing_ends_before:
            return
        for game in await host.read(host.store.due, now()):
            held = await host.game(game)
            try:
                async with held.lock:
                    with suppress(Overtaken):
                        await self._time_over(held)
            except HotDiceError as error:
                log.warning("clock", game=log.short(game), code=error.code)

    async def _move_deadlines(self, jump: int) -> None:
        """Everybody has as much time left as before the clock was set."""
        host = self._host
        await host.read(host.store.clock_set, jump, now())
        for game in await host.read(host.store.timed):
            try:
                held = await host.game(game)
                async with held.lock:
                    with suppress(Overtaken):
                        await moves.move_deadline(host, held, jump)
            except HotDiceError as error:
                log.warning("clock", game=log.short(game), code=error.code)

    async def _time_over(self, held: Held) -> None:
        table = held.table
        if table.status == "revealing" and (table.reveal_until or 0) <= now():
            await seating.start(self._host, held)
        elif table.mover is not None and table.deadline and table.deadline.until <= now():
            await moves.late(self._host, held)

    async def _sweep(self) -> None:
        """Games that nobody uses leave the memory; those that nobody plays are closed."""
        host = self._host
        host.forget()
        if time.monotonic() < self._nothing_ends_before:
            return
        for game in await host.read(host.store.idle, now() - LONGEST_IDLE):
            held = await host.game(game)
            try:
                async with held.lock:
                    if held.table.status not in ("over", "closed"):
                        await seating.close(host, held, "idle")
            except HotDiceError as error:  # the others are closed
                log.warning("idle", game=log.short(game), code=error.code)

    async def _delete(self) -> None:
        """Finished games that are older than the host keeps them are deleted."""
        days = self._host.keep_finished
        if days is not None and time.monotonic() >= self._nothing_ends_before:
            await delete_finished(self._host, now() - days * DAY)


def _open(name: str) -> Chooser:
    """A built-in bot with a random stream of its own; a client's word opens nothing else."""
    assert is_built_in(name), name
    return open_bot(name).game(secrets.randbits(64))
