"""Moves without a player: bots, abandoned seats and expired clocks; also closes idle games."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress

from hotdice.bots.built_in import needs
from hotdice.bots.catalogue import is_built_in, open_bot
from hotdice.game import Action, Chooser
from hotdice.game.day import day_at
from hotdice.game.driver import pass_turn
from hotdice.rules.rules import REMEMBERED
from hotdice.server import log
from hotdice.server.fair_queue import FairQueue
from hotdice.server.games import moves, seating
from hotdice.server.games.day_secret import DAYS_BACK
from hotdice.server.games.events import By
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import Registry, WriteConflict, now
from hotdice.server.games.retention import delete_finished
from hotdice.server.games.wall_clock import WallClock
from hotdice.server.retry import pauses
from hotdice.texts import HotDiceError

STAND_IN = "cautious"  # plays for absent people
DEADLINE_INTERVAL = 0.25  # seconds between two checks of deadlines
SWEEP_INTERVAL = 60.0  # seconds between two checks for games to resume, close and delete
DAY = 24 * 3600 * 1000  # milliseconds
MAX_IDLE = 30 * DAY
BOTS_ALONE_PAUSE = 0.02  # seconds between two moves in games of bots alone
PAUSE_AFTER_JUMP = 60.0  # seconds in which no deadline is enforced


class Autoplay:
    """Makes the moves that no person makes."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._slow_bots = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._unwatched = asyncio.Semaphore(1)  # unwatched bots move one at a time
        # all games of bots alone take turns, by the address that made them
        self._bots_alone = FairQueue([None], most_waiting=None)
        self._wall_clock = WallClock()
        self._paused_until = 0.0  # monotonic time
        self._tasks: list[asyncio.Task[None]] = []
        registry.on_change(self.wake)

    def start(self) -> None:
        """Start the background tasks, and resume games that were interrupted."""
        self._tasks = [
            asyncio.create_task(self._repeat(SWEEP_INTERVAL, self._resume)),
            asyncio.create_task(self._repeat(DEADLINE_INTERVAL, self._check_deadlines)),
            asyncio.create_task(self._repeat(SWEEP_INTERVAL, self._close_idle)),
            asyncio.create_task(self._repeat(SWEEP_INTERVAL, self._delete_finished)),
            asyncio.create_task(self._repeat(SWEEP_INTERVAL, self._forget_results)),
        ]

    def close(self) -> None:
        """Cancel the background tasks."""
        for task in self._tasks:
            task.cancel()
        self._slow_bots.shutdown(wait=False, cancel_futures=True)

    def wake(self, live: LiveGame) -> None:
        """Start the automatic moves of a game, if any are due."""
        if live.task is None and live.game.automatic and not self._registry.closing:
            live.task = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveGame) -> None:
        """Move until it is a person's turn; it does no harm if another process does the same.

        After an error, such as a lost database, it retries with growing delays.
        """
        retries = pauses()
        try:
            while live.game.automatic and not self._registry.closing:
                try:
                    async with self._throttle(live), live.lock:
                        await self._move(live)
                    retries = pauses()
                except Exception as error:
                    if self._registry.closing:
                        return
                    pause = next(retries)
                    log.failure("autoplay-failed", error, game=log.short(live.id), again=pause)
                    await asyncio.sleep(pause)
        finally:
            live.task = None

    def _throttle(self, live: LiveGame) -> AbstractAsyncContextManager[None]:
        """Games without watchers take turns; games of bots alone are slowed down as well."""
        if live.game.bots_alone:
            return self._paced(live.payer)
        return nullcontext() if live.outboxes else self._unwatched

    @asynccontextmanager
    async def _paced(self, payer: str) -> AsyncIterator[None]:
        async with self._bots_alone.place(payer):
            yield
            await asyncio.sleep(BOTS_ALONE_PAUSE)

    async def _move(self, live: LiveGame) -> None:
        if not live.game.automatic:
            return
        if live.game.bots_alone:
            self._registry.check_budget(live.payer)
        with suppress(WriteConflict):
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
        await moves.make_move(self._registry, live, action, by)

    async def _choose(self, live: LiveGame, name: str) -> Action:
        """The action of the bot that is to move; it gets the state and nothing else."""
        state = live.game.state
        assert state is not None
        chooser = live.choosers.get(state.player)
        if chooser is None:
            chooser = live.choosers[state.player] = _open(name)
        try:
            quick = state.rules.dice <= REMEMBERED and needs(name) is None
            if quick:
                return chooser.choose(state)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._slow_bots, chooser.choose, state)
        except HotDiceError as error:  # such as rules that it does not support
            log.warning("bot-replaced", game=log.short(live.id), bot=name, code=error.code)
            live.choosers[state.player] = _open(STAND_IN)
            return live.choosers[state.player].choose(state)

    async def _resume(self) -> None:
        """Resume games with automatic moves after a restart, those with people first."""
        registry = self._registry
        for people in (True, False):
            last = ""
            while games := await registry.read(registry.store.automatic, people, last):
                for game in games:
                    await self._resume_game(game)
                last = games[-1]

    async def _resume_game(self, game: str) -> None:
        """Play one game until it is a person's turn."""
        try:
            live = await self._registry.game(game)
        except Exception as error:  # go on with the others
            log.failure("resume-failed", error, game=log.short(game))
            return
        self.wake(live)
        if live.task is not None:
            await asyncio.wait([live.task])

    async def _repeat(self, seconds: float, task: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await task()
            except Exception as error:
                log.failure("task-failed", error, task=task.__name__)
            await asyncio.sleep(seconds)

    async def _check_deadlines(self) -> None:
        """Handle deadlines that have passed; none for a while after the system clock was set."""
        registry = self._registry
        jump = self._wall_clock.jump()
        if jump:
            log.warning("clock-set", seconds=round(jump, 1))
            self._paused_until = time.monotonic() + PAUSE_AFTER_JUMP
            await self._move_deadlines(round(1000 * jump))
        if time.monotonic() < self._paused_until:
            return
        for game in await registry.read(registry.store.due, now()):
            live = await registry.game(game)
            try:
                async with live.lock:
                    with suppress(WriteConflict):
                        await self._on_deadline(live)
            except HotDiceError as error:
                log.warning("deadline-failed", game=log.short(game), code=error.code)

    async def _move_deadlines(self, jump: int) -> None:
        """Shift all deadlines by a jump of the system clock."""
        registry = self._registry
        await registry.read(registry.store.add_clock_jump, jump, now())
        for game in await registry.read(registry.store.with_deadline):
            try:
                live = await registry.game(game)
                async with live.lock:
                    with suppress(WriteConflict):
                        await moves.move_deadline(registry, live, jump)
            except HotDiceError as error:
                log.warning("deadline-failed", game=log.short(game), code=error.code)

    async def _on_deadline(self, live: LiveGame) -> None:
        game = live.game
        if game.status == "revealing" and (game.reveal_until or 0) <= now():
            await seating.start(self._registry, live)
        elif game.mover is not None and game.deadline and game.deadline.until <= now():
            await moves.time_out(self._registry, live)

    async def _close_idle(self) -> None:
        """Evict unused games from memory, and close those without events for a long time."""
        registry = self._registry
        registry.evict_idle()
        if time.monotonic() < self._paused_until:
            return
        for game in await registry.read(registry.store.idle, now() - MAX_IDLE):
            live = await registry.game(game)
            try:
                async with live.lock:
                    if live.game.status not in ("over", "closed"):
                        await seating.close(registry, live, "idle")
            except HotDiceError as error:  # go on with the others
                log.warning("close-idle-failed", game=log.short(game), code=error.code)

    async def _delete_finished(self) -> None:
        """Delete finished games that are older than the operator keeps them."""
        days = self._registry.keep_finished
        if days is not None and time.monotonic() >= self._paused_until:
            await delete_finished(self._registry, now() - days * DAY)

    async def _forget_results(self) -> None:
        """Delete the results of days that nobody can look at any more."""
        if time.monotonic() >= self._paused_until:
            registry = self._registry
            oldest = str(day_at(now() - DAYS_BACK * DAY))
            await registry.read(registry.store.days.forget, oldest)


def _open(name: str) -> Chooser:
    """A built-in bot with its own random stream; clients can never name another program."""
    assert is_built_in(name), name
    return open_bot(name).game(secrets.randbits(64))
