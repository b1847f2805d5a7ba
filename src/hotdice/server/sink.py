"""Where the frames of a game go to: one for each WebSocket or stream."""

import asyncio
from collections import deque

MOST_WAITING = 2_000  # frames of a client that does not read


class Sink:
    """Frames that wait until their client takes them; who is too slow is cut off."""

    __slots__ = ("_frames", "_woken", "ended", "seat", "slow")

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.ended = False
        self.slow = False
        self._frames: deque[str] = deque()
        self._woken: asyncio.Future[None] | None = None

    def put(self, frame: str) -> None:
        """One more frame."""
        if len(self._frames) >= MOST_WAITING:
            self.slow = True
            self.end()
        elif not self.ended:
            self._frames.append(frame)
            self._wake()

    def fill(self, frames: list[str]) -> None:
        """All that happened before, however much it is."""
        self._frames.extend(frames)
        self._wake()

    def end(self) -> None:
        """Nothing comes any more."""
        self.ended = True
        self._wake()

    async def take(self) -> list[str]:
        """The frames that wait; none at the end."""
        while not self._frames and not self.ended:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        frames = list(self._frames)
        self._frames.clear()
        return frames

    @property
    def empty(self) -> bool:
        """Whether all was taken."""
        return not self._frames

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
