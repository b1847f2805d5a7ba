"""Workers, or turns to work, shared fairly between addresses."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from hotdice.server.limits import check_wait

T = TypeVar("T")
MAX_WAITING = 8  # requests of one address that may wait
RETRY_AFTER = 5.0  # seconds, for an address with too many


class FairQueue(Generic[T]):
    """Hands out workers round robin by address; an address has one at a time."""

    def __init__(self, places: list[T], most_waiting: int | None = MAX_WAITING) -> None:
        self._free = [*places]
        self._most_waiting = most_waiting  # of one address
        self._active: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}  # the next address comes first

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[T]:
        """Wait for a worker."""
        queue = self._waiting.setdefault(client, deque())
        if self._most_waiting is not None and len(queue) >= self._most_waiting:
            check_wait(RETRY_AFTER)
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._dispatch()
        try:
            found = await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(client, turn.result())
            raise
        try:
            yield found
        finally:
            self._leave(client, found)

    def _leave(self, client: str, place: T) -> None:
        self._active.discard(client)
        self._free.append(place)
        self._dispatch()

    def _dispatch(self) -> None:
        for client in [*self._waiting]:
            queue = self._waiting[client]
            while queue and queue[0].done():  # cancelled
                queue.popleft()
            if not queue:
                del self._waiting[client]
            elif self._free and client not in self._active:
                self._active.add(client)
                self._waiting[client] = self._waiting.pop(client)  # to the end of the queue
                queue.popleft().set_result(self._free.pop(0))
