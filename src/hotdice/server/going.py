"""What goes on by itself: bots, seats that somebody left, clocks, games that nobody plays."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress

from hotdice.bots.catalogue import RECKONING, is_built_in, open_bot
from hotdice.game import Action, Chooser
from hotdice.game.driver import pass_turn, take
from hotdice.server import moves, seating
from hotdice.server.event import By
from hotdice.server.held import Held
from hotdice.server.host import Host, Overtaken, now
from hotdice.server.log import log, short
from hotdice.texts import HotDiceError

STAND_IN = "cautious"  # plays for whoever is not there
LOOK = 0.25  # seconds between two looks at the clocks
SWEEP = 60.0  # seconds between two looks for games that nobody uses
LONGEST_IDLE = 30 * 24 * 3600 * 1000


class Going:
    """Plays on wherever nobody is waited for."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._reckoning = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._unwatched = asyncio.Semaphore(1)  # bots that nobody watches leave time for others
        self._tasks: list[asyncio.Task[None]] = []
        host.after = self.nudge

    def start(self) -> None:
        """Look at clocks and idle games from now on, and go on where nobody will come and look."""
        self._tasks = [
            asyncio.create_task(self._resume()),
            asyncio.create_task(self._every(LOOK, self._ring)),
            asyncio.create_task(self._every(SWEEP, self._sweep)),
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
        """Move until somebody is waited for; another process that does so too is no harm."""
        try:
            while held.table.automatic and not self._host.closing:
                async with nullcontext() if held.sinks else self._unwatched, held.lock:
                    if held.table.automatic:
                        with suppress(Overtaken):
                            await self._move(held)
        except HotDiceError as error:
            if error.code != "server/closing":
                log("stopped", game=short(held.id), code=error.code)
        except Exception as error:
            log("failed", game=short(held.id), error=repr(error))
        finally:
            held.task = None

    async def _move(self, held: Held) -> None:
        table = held.table
        state = table.state
        assert state is not None
        seat = table.seats[state.player]
        by: By = "bot" if seat.kind == "bot" else "clock"
        if table.passes:
            await moves.commit(self._host, held, pass_turn(state), by, None)
            return
        action = await self._choose(held, seat.bot or STAND_IN)
        step = take(state, action, held.dice(), table.turns)
        await moves.commit(self._host, held, step, by, None)

    async def _choose(self, held: Held, name: str) -> Action:
        """What the bot at the seat to move does; it sees the state and nothing else."""
        state = held.table.state
        assert state is not None
        chooser = held.choosers.get(state.player)
        if chooser is None:
            chooser = held.choosers[state.player] = _open(name)
        try:
            if name.partition(":")[0] not in RECKONING:
                return chooser.choose(state)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._reckoning, chooser.choose, state)
        except HotDiceError as error:  # such as rules that it cannot reckon with
            log("stand-in", game=short(held.id), bot=name, code=error.code)
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
            log("failed", game=short(game), error=repr(error))
            return
        self.nudge(held)
        if held.task is not None:
            await asyncio.wait([held.task])

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                log("failed", error=repr(error))
            await asyncio.sleep(seconds)

    async def _ring(self) -> None:
        """Games whose time is over."""
        host = self._host
        for game in await host.read(host.store.due, now()):
            held = await host.game(game)
            try:
                async with held.lock:
                    with suppress(Overtaken):
                        await self._time_over(held)
            except HotDiceError as error:
                log("clock", game=short(game), code=error.code)

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
        for game in await host.read(host.store.idle, now() - LONGEST_IDLE):
            held = await host.game(game)
            try:
                async with held.lock:
                    if held.table.status not in ("over", "closed"):
                        await seating.close(host, held, "idle")
            except HotDiceError as error:  # the others are closed
                log("idle", game=short(game), code=error.code)


def _open(name: str) -> Chooser:
    """A built-in bot with a random stream of its own; a client's word opens nothing else."""
    assert is_built_in(name), name
    return open_bot(name).game(secrets.randbits(64))
