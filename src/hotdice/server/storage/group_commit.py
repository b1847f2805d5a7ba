"""Group commit: what many games want to write at the same time goes to disk together."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from hotdice.server.metrics import Metrics
from hotdice.server.storage.store import Change, Store

MOST = 1000  # changes in one transaction


class GroupCommit:
    """Collects changes while a transaction is under way, and writes them by the next one."""

    def __init__(self, store: Store, word: str, metrics: Metrics) -> None:
        self._store = store
        self._word = word
        self._metrics = metrics
        self._waiting: list[tuple[tuple[Change, ...], asyncio.Future[bool]]] = []
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._task: asyncio.Task[None] | None = None

    def write(self, *changes: Change) -> "asyncio.Future[bool]":
        """Whether they are on disk; not if somebody else has written their numbers before."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, done))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return done

    async def close(self) -> None:
        """Write what is waiting, and end."""
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                with self._metrics.commit(len(batch)):
                    written = await loop.run_in_executor(self._thread, self._write, batch)
            except Exception as error:
                for _, done in batch:
                    _settle(done, error)
                continue
            for (_, done), right in zip(batch, written, strict=True):
                _settle(done, right)
        self._task = None

    def _write(self, batch: "list[tuple[tuple[Change, ...], asyncio.Future[bool]]]") -> list[bool]:
        """Each as told; one at a time where somebody else was quicker with one of them."""
        store, word = self._store, self._word
        together = [change for changes, _ in batch for change in changes]
        if store.write(together, word):
            return [True] * len(batch)
        return [store.write(changes, word) for changes, _ in batch]


def _settle(done: "asyncio.Future[bool]", result: bool | Exception) -> None:
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
