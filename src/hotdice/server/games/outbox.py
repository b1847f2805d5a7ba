"""The outbox of one WebSocket or stream: what still has to be sent to it.

Events after the last one that the client has are read from the database page by page; once it has
caught up, events are queued as they happen. So an outbox stays small however long the game is, and
sends each event once.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Literal

MAX_FRAMES = 2_000  # that may wait for a slow client
MAX_BYTES = 1 << 20  # in all of them

Page = list[tuple[int, str]]  # events by number, as they are sent
EndReason = Literal["closing", "slow", "elsewhere", "replaced"]
ReadPage = Callable[[int], Awaitable[Page]]  # the next events after one


class Outbox:
    """Frames that wait to be sent; a client that is too slow is disconnected."""

    __slots__ = (
        "_behind",
        "_bytes",
        "_frames",
        "_newest",
        "_read_page",
        "_sent",
        "_waiter",
        "_welcome",
        "end_reason",
        "ended",
        "seat",
        "token",
    )

    def __init__(
        self,
        seat: int | None,
        after: int,
        newest: int,
        read_page: ReadPage,
        welcome: str | None = None,
        token: str | None = None,
    ) -> None:
        self.seat = seat
        self.token = token  # the hash of the token that it was opened with
        self._welcome = welcome  # sent before all events
        self.ended = False
        self.end_reason: EndReason = "closing"
        self._read_page = read_page
        self._sent = after  # the newest event that was queued or taken
        self._newest = newest  # the newest event that has happened
        self._behind = after < newest  # events come from the database, not from the queue
        self._frames: deque[str] = deque()
        self._bytes = 0
        self._waiter: asyncio.Future[None] | None = None

    def put(self, frame: str) -> None:
        """Queue a frame other than an event."""
        if self.ended:
            return
        if len(self._frames) >= MAX_FRAMES or self._bytes + len(frame) > MAX_BYTES:
            self.end("slow")
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        self._wake()

    def put_event(self, seq: int, body: str) -> None:
        """Queue an event, unless it was sent or will be read with a page."""
        self._newest = max(self._newest, seq)
        if not self._behind and seq > self._sent:
            self._sent = seq
            self.put(body)

    def end(self, reason: EndReason = "closing") -> None:
        """Send nothing more; wakes the sender."""
        if not self.ended:
            self.ended, self.end_reason = True, reason
        self._wake()

    async def take(self) -> list[str]:
        """Wait for frames; an empty list at the end."""
        if self._welcome is not None:
            frames, self._welcome = [self._welcome], None
            return frames
        if self._behind and not self.ended:
            page = await self._read_page(self._sent)
            if not page:  # the game was deleted
                self.end()
                return []
            self._sent = page[-1][0]
            self._behind = self._sent < self._newest
            return [body for _, body in page]
        while not self._frames and not self.ended:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        frames = list(self._frames)
        self._frames.clear()
        self._bytes = 0
        return frames

    def has_all(self, seq: int) -> bool:
        """Whether all events up to this one were taken."""
        return not self._frames and not self._behind and self._sent >= seq

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
