"""What one client of a game still has to be sent: one outbox for each WebSocket or stream.

Events above the number that the client knows are read from the database in pages, each when the one
before was taken; only then are events queued as they happen. So an outbox holds little, whatever
the length of the game, and sends each event once, whoever else has read it before.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Literal

MOST_FRAMES = 2_000  # that wait for a client that does not read
MOST_BYTES = 1 << 20  # of them

Page = list[tuple[int, str]]  # events by number, as they are sent
Why = Literal["closing", "slow", "elsewhere"]
ReadPage = Callable[[int], Awaitable[Page]]  # the next events above a number


class Outbox:
    """Frames that wait until their client takes them; who is too slow is cut off."""

    __slots__ = (
        "_behind",
        "_bytes",
        "_frames",
        "_known",
        "_read_page",
        "_sent",
        "_welcome",
        "_woken",
        "ended",
        "seat",
        "why",
    )

    def __init__(
        self,
        seat: int | None,
        after: int,
        newest: int,
        read_page: ReadPage,
        welcome: str | None = None,
    ) -> None:
        self.seat = seat
        self._welcome = welcome  # comes before all events, other frames after those so far
        self.ended = False
        self.why: Why = "closing"
        self._read_page = read_page
        self._sent = after  # the newest event that was queued or taken
        self._known = newest  # the newest event that has happened
        self._behind = after < newest  # events come from the database, not from the queue
        self._frames: deque[str] = deque()
        self._bytes = 0
        self._woken: asyncio.Future[None] | None = None

    def put(self, frame: str) -> None:
        """Queue a frame that is no event."""
        if self.ended:
            return
        if len(self._frames) >= MOST_FRAMES or self._bytes + len(frame) > MOST_BYTES:
            self.end("slow")
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        self._wake()

    def event(self, seq: int, body: str) -> None:
        """Queue an event, unless the client has it or will read it with a page."""
        self._known = max(self._known, seq)
        if not self._behind and seq > self._sent:
            self._sent = seq
            self.put(body)

    def end(self, why: Why = "closing") -> None:
        """Nothing comes any more."""
        if not self.ended:
            self.ended, self.why = True, why
        self._wake()

    async def take(self) -> list[str]:
        """The frames that wait; none at the end."""
        if self._welcome is not None:
            frames, self._welcome = [self._welcome], None
            return frames
        if self._behind and not self.ended:
            page = await self._read_page(self._sent)
            if not page:  # the game was deleted
                self.end()
                return []
            self._sent = page[-1][0]
            self._behind = self._sent < self._known
            return [body for _, body in page]
        while not self._frames and not self.ended:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        frames = list(self._frames)
        self._frames.clear()
        self._bytes = 0
        return frames

    def has_all(self, seq: int) -> bool:
        """Whether all events up to a number were taken."""
        return not self._frames and not self._behind and self._sent >= seq

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
