"""Advice from solutions that exist already, or by estimates; nothing is solved here."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.server.advice.response import AdviceResponse, advice_response
from hotdice.server.advice.worker import AdviceQuery, AdviceResult
from hotdice.server.fair_queue import FairQueue
from hotdice.server.rules.worker_pool import Worker

if TYPE_CHECKING:
    from hotdice.solver.advice.values import Values

WORKERS = 2  # so that one address, which has one at a time, keeps no other waiting


class Advisor:
    """Advises by solutions in a thread, one position at a time, and by estimates in a process."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="advice")
        module = "hotdice.server.advice.worker"
        self._workers = [Worker(module, AdviceResult) for _ in range(WORKERS)]
        self._queue = FairQueue(self._workers)

    async def close(self) -> None:
        """Stop the thread, and end the process."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            await worker.end()

    async def advise(self, state: State, client: str) -> AdviceResponse | None:
        """What every choice is worth; None if that is not known here, or takes too long.

        `client` is the address that waits in the queue.
        """
        loop = asyncio.get_running_loop()
        found, may_be_estimated = await loop.run_in_executor(self._thread, _advise, state)
        if found is not None or not may_be_estimated:
            return found
        async with self._queue.place(client) as worker:
            result = await worker.ask(AdviceQuery(str(state), state.rules.table()))
        return None if result is None else result.advice

    async def at_hand(self, rules: Rules, players: int) -> bool:
        """Whether there is a solution for these rules."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _values, rules, players) is not None


def _advise(state: State) -> tuple[AdviceResponse | None, bool]:
    """Advice by a solution, if there is one, and whether it could be estimated otherwise."""
    from hotdice.solver.feasibility import needs_explicit

    values = _values(state.rules, len(state.totals))
    found = None if values is None else advice_response(state, values)
    return found, needs_explicit(state.rules)


@lru_cache(maxsize=8)
def _values(rules: Rules, players: int) -> "Values | None":
    """The solution for these rules, if it exists already."""
    from hotdice.solver.storage.lookup import values_at_hand

    return values_at_hand(rules, players)
