"""The readiness check: whether the database can be written."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from hotdice.server import log
from hotdice.server.storage.store import Store
from hotdice.texts import HotDiceError

CHECK_INTERVAL = 1.0  # seconds
CHECK_TIMEOUT = 2.0  # seconds


class Readiness:
    """Tries to write in a thread of its own, at most once a second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._attempt: asyncio.Future[None] | None = None
        self._attempted_at = 0.0

    async def check(self) -> None:
        """Raise `server/not-ready` if the database cannot be written."""
        if self._attempt is None or (
            self._attempt.done() and time.monotonic() - self._attempted_at > CHECK_INTERVAL
        ):
            loop = asyncio.get_running_loop()
            self._attempt = loop.run_in_executor(self._thread, self._store.check_writable)
            self._attempted_at = time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(self._attempt), CHECK_TIMEOUT)
        except Exception as error:
            log.failure("not-ready", error)
            raise HotDiceError("server/not-ready") from None

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
