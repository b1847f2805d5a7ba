"""What goes on by itself: bots, seats that somebody left, clocks, games that nobody plays."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress

from hotdice.bots.catalogue import NEED_SOLVER, is_built_in, open_bot
from hotdice.game import Action, Chooser
from hotdice.game.driver import pass_turn
from hotdice.rules.rules import REMEMBERED
from hotdice.server import log
from hotdice.server.games import moves, seating
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import Overtaken, Registry, now
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


class Autoplay:
    """Plays on wherever nobody is waited for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._reckoning = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._unwatched = asyncio.Semaphore(1)  # bots that nobody watches leave time for others
        self._bots_alone = asyncio.Semaphore(1)  # all games of bots alone take turns
        self._wall_clock = WallClock()
        self._nothing_ends_before = 0.0  # by the steady clock
        self._tasks: list[asyncio.Task[None]] = []
        registry.after = self.nudge

    def start(self) -> None:
        """Look at clocks and idle games from now on, and go on where nobody will come and look."""
        self._tasks = [
            asyncio.create_task(self._every(SWEEP, self._resume)),
            asyncio.create_task(self._every(LOOK, self._ring)),
            asyncio.create_task(self._every(SWEEP, self._sweep)),
            asyncio.create_task(self._every(SWEEP, self._delete)),
        ]

    def close(self) -> None:
        """Cancel what runs in the background."""
        for task in self._tasks:
            task.cancel()
        self._reckoning.shutdown(wait=False, cancel_futures=True)

    def nudge(self, live: LiveGame) -> None:
        """See that whoever moves by itself in a game does so."""
        if live.task is None and live.game.automatic and not self._registry.closing:
            live.task = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveGame) -> None:
        """Move until somebody is waited for; another process that does so too is no harm.

        Whatever goes wrong, such as a database that is away, it tries again, later and later.
        """
        pause = FIRST_PAUSE
        try:
            while live.game.automatic and not self._registry.closing:
                try:
                    async with self._gate(live), live.lock:
                        await self._move(live)
                    pause = FIRST_PAUSE
                except Exception as error:
                    if self._registry.closing:
                        return
                    log.failure("autoplay-failed", error, game=log.short(live.id), again=pause)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            live.task = None

    def _gate(self, live: LiveGame) -> AbstractAsyncContextManager[None]:
        """Who has to wait for others before a move: nobody whom people watch."""
        if live.game.bots_alone:
            return self._paced()
        return nullcontext() if live.outboxes else self._unwatched

    @asynccontextmanager
    async def _paced(self) -> AsyncIterator[None]:
        async with self._bots_alone:
            yield
            await asyncio.sleep(PACE)

    async def _move(self, live: LiveGame) -> None:
        if not live.game.automatic:
            return
        if live.game.bots_alone:
            self._registry.check_budget(live.payer)
        with suppress(Overtaken):
            await self._move_once(live)

    async def _move_once(self, live: LiveGame) -> None:
        game = live.game
        state = game.state
        assert state is not None
        seat = game.seats[state.player]
        by: By = "bot" if seat.kind == "bot" else "clock"
        if game.passes:
            await moves.commit(self._registry, live, pass_turn(state), by, None)
            return
        action = await self._choose(live, seat.bot or STAND_IN)
        await moves.make(self._registry, live, action, by)

    async def _choose(self, live: LiveGame, name: str) -> Action:
        """What the bot at the seat to move does; it sees the state and nothing else."""
        state = live.game.state
        assert state is not None
        chooser = live.choosers.get(state.player)
        if chooser is None:
            chooser = live.choosers[state.player] = _open(name)
        try:
            quick = state.rules.dice <= REMEMBERED and name.partition(":")[0] not in NEED_SOLVER
            if quick:
                return chooser.choose(state)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reckoning, chooser.choose, state)
        except HotDiceError as error:  # such as rules that it cannot reckon with
            log.warning("stand-in", game=log.short(live.id), bot=name, code=error.code)
            live.choosers[state.player] = _open(STAND_IN)
            return live.choosers[state.player].choose(state)

    async def _resume(self) -> None:
        """Games that went on by themselves when the server stopped: one by one, people's first."""
        registry = self._registry
        for people in (True, False):
            last = ""
            while games := await registry.read(registry.store.going, people, last):
                for game in games:
                    await self._take_up(game)
                last = games[-1]

    async def _take_up(self, game: str) -> None:
        """Go on with one game until somebody is waited for."""
        try:
            live = await self._registry.game(game)
        except Exception as error:  # the others go on
            log.failure("resume-failed", error, game=log.short(game))
            return
        self.nudge(live)
        if live.task is not None:
            await asyncio.wait([live.task])

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                log.failure("failed", error, work=work.__name__)
            await asyncio.sleep(seconds)

    async def _ring(self) -> None:
        """Games whose time is over; none for a while after somebody has set the clock."""
        registry = self._registry
        jump = self._wall_clock.jump()
        if jump:
            log.warning("clock-set", seconds=round(jump, 1))
            self._nothing_ends_before = time.monotonic() + AFTER_JUMP
            await self._move_deadlines(round(1000 * jump))
        if time.monotonic() < self._nothing_ends_before:
            return
        for game in await registry.read(registry.store.due, now()):
            live = await registry.game(game)
            try:
                async with live.lock:
                    with suppress(Overtaken):
                        await self._time_over(live)
            except HotDiceError as error:
                log.warning("clock", game=log.short(game), code=error.code)

    async def _move_deadlines(self, jump: int) -> None:
        """Everybody has as much time left as before the clock was set."""
        registry = self._registry
        await registry.read(registry.store.clock_set, jump, now())
        for game in await registry.read(registry.store.timed):
            try:
                live = await registry.game(game)
                async with live.lock:
                    with suppress(Overtaken):
                        await moves.move_deadline(registry, live, jump)
            except HotDiceError as error:
                log.warning("clock", game=log.short(game), code=error.code)

    async def _time_over(self, live: LiveGame) -> None:
        game = live.game
        if game.status == "revealing" and (game.reveal_until or 0) <= now():
            await seating.start(self._registry, live)
        elif game.mover is not None and game.deadline and game.deadline.until <= now():
            await moves.late(self._registry, live)

    async def _sweep(self) -> None:
        """Games that nobody uses leave the memory; those that nobody plays are closed."""
        registry = self._registry
        registry.forget()
        if time.monotonic() < self._nothing_ends_before:
            return
        for game in await registry.read(registry.store.idle, now() - LONGEST_IDLE):
            live = await registry.game(game)
            try:
                async with live.lock:
                    if live.game.status not in ("over", "closed"):
                        await seating.close(registry, live, "idle")
            except HotDiceError as error:  # the others are closed
                log.warning("idle", game=log.short(game), code=error.code)

    async def _delete(self) -> None:
        """Finished games that are older than the host keeps them are deleted."""
        days = self._registry.keep_finished
        if days is not None and time.monotonic() >= self._nothing_ends_before:
            await delete_finished(self._registry, now() - days * DAY)


def _open(name: str) -> Chooser:
    """A built-in bot with a random stream of its own; a client's word opens nothing else."""
    assert is_built_in(name), name
    return open_bot(name).game(secrets.randbits(64))
