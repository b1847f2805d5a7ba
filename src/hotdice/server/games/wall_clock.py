"""Detects that the system clock was set, by comparison with the monotonic clock."""

import time
from collections.abc import Callable

MIN_JUMP = 5.0  # seconds; smaller changes are ordinary corrections


class WallClock:
    """Compares both clocks whenever it is asked."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()

    def jump(self) -> float:
        """The seconds by which the clock was set since the last call; 0 if it was not."""
        offset = self._wall() - self._steady()
        by = offset - self._offset
        self._offset = offset
        return by if abs(by) > MIN_JUMP else 0.0
