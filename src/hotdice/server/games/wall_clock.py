"""Whether somebody has set the clock of this machine: the wall clock beside the steady one."""

import time
from collections.abc import Callable

NOTABLE = 5.0  # seconds; less is a clock that is corrected little by little


class WallClock:
    """Looks at both clocks now and then."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._apart = wall() - steady()

    def jump(self) -> float:
        """The seconds by which the clock was set since the last look; 0 if it was not."""
        apart = self._wall() - self._steady()
        by = apart - self._apart
        self._apart = apart
        return by if abs(by) > NOTABLE else 0.0
