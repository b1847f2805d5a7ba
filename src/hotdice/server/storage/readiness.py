"""Whether the database can be written, for whoever looks after the server."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from hotdice.server import log
from hotdice.server.storage.store import Store
from hotdice.texts import HotDiceError

OFTEN = 1.0  # seconds between two tries
PATIENCE = 2.0  # seconds that one may take


class Readiness:
    """Tries to write, at most once a second however many ask, in a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._try: asyncio.Future[None] | None = None
        self._tried = 0.0

    async def check(self) -> None:
        """Refuse if nothing can be written."""
        if self._try is None or (self._try.done() and time.monotonic() - self._tried > OFTEN):
            loop = asyncio.get_running_loop()
            self._try = loop.run_in_executor(self._thread, self._store.try_to_write)
            self._tried = time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(self._try), PATIENCE)
        except Exception as error:
            log.failure("not-ready", error)
            raise HotDiceError("server/not-ready") from None

    def close(self) -> None:
        """End the thread that tries to write."""
        self._thread.shutdown(wait=False, cancel_futures=True)
