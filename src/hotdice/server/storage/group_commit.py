"""Group commit: changes of many games are written in one transaction."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from hotdice.server.metrics import Metrics
from hotdice.server.storage.store import GameWrite, Store

MAX_BATCH = 1000  # changes of games in one transaction
PAUSE = 0.005  # seconds between two transactions, so that more changes share the next one

Queued = tuple[tuple[GameWrite, ...], "asyncio.Future[bool]"]


class GroupCommit:
    """Collects changes while a transaction runs, and writes them in the next one."""

    def __init__(self, store: Store, sender: str, metrics: Metrics) -> None:
        self._store = store
        self._sender = sender
        self._metrics = metrics
        self._queue: list[Queued] = []
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._task: asyncio.Task[None] | None = None

    def write(self, *changes: GameWrite) -> "asyncio.Future[bool]":
        """Write changes; False if another process has written events of the same numbers."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((changes, done))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return done

    async def close(self) -> None:
        """Write what is queued, and stop."""
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._queue:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            try:
                with self._metrics.commit(len(batch)):
                    written = await loop.run_in_executor(self._thread, self._write, batch)
            except Exception as error:
                for _, done in batch:
                    _resolve(done, error)
            else:
                for (_, done), result in zip(batch, written, strict=True):
                    _resolve(done, result)
            await asyncio.sleep(PAUSE)
        self._task = None

    def _write(self, batch: "list[Queued]") -> list[bool]:
        """Write a batch; change by change if another process was first with one of them."""
        store, sender = self._store, self._sender
        together = [change for changes, _ in batch for change in changes]
        if store.write(together, sender):
            return [True] * len(batch)
        return [store.write(changes, sender) for changes, _ in batch]


def _resolve(done: "asyncio.Future[bool]", result: bool | Exception) -> None:
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
