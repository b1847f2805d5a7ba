"""A few places for slow work, shared out fairly: nobody's load makes others wait for all of it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from hotdice.server.limits import too_many

T = TypeVar("T")
MOST_WAITING = 8  # requests of one address
AGAIN = 5.0  # seconds after which it may ask for another one


class FairQueue(Generic[T]):
    """Places for those who wait, by address in turn; one address has one place at a time."""

    def __init__(self, places: list[T]) -> None:
        self._free = [*places]
        self._served: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}  # whose turn it is comes first

    @asynccontextmanager
    async def place(self, who: str) -> AsyncIterator[T]:
        """A place for whoever asks, when it is their turn."""
        queue = self._waiting.setdefault(who, deque())
        if len(queue) >= MOST_WAITING:
            too_many(AGAIN)
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._serve()
        try:
            found = await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(who, turn.result())
            raise
        try:
            yield found
        finally:
            self._leave(who, found)

    def _leave(self, who: str, place: T) -> None:
        self._served.discard(who)
        self._free.append(place)
        self._serve()

    def _serve(self) -> None:
        for who in [*self._waiting]:
            queue = self._waiting[who]
            while queue and queue[0].done():  # who has gone
                queue.popleft()
            if not queue:
                del self._waiting[who]
            elif self._free and who not in self._served:
                self._served.add(who)
                self._waiting[who] = self._waiting.pop(who)  # the last one in turn from now on
                queue.popleft().set_result(self._free.pop(0))
