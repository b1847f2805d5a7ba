"""How much anybody may ask for: sizes, counts, and buckets that fill again with time."""

import time
from collections.abc import Callable

from msgspec import Struct

MOST_SEATS = 8
LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_RULES = 20_000
MOST_BODY = 64_000
MOST_FRAME = 8_000
MOST_EVENTS = 20_000  # of one game
MOST_BUCKETS = 100_000
SOCKETS_OF_ONE = 200  # open at once from one address without tokens


class Rate(Struct, frozen=True):
    """So many at once, and so many more each second."""

    burst: float
    second: float


class Rates(Struct, frozen=True):
    """What the token of a seat, or one address without such a token, may do."""

    token: Rate = Rate(300, 150)
    address: Rate = Rate(200, 40)
    new_games: Rate = Rate(60, 1)
    reckoning: Rate = Rate(40, 2)


class Known:
    """Hashes of the tokens that were given out, or found right, not long ago."""

    def __init__(self) -> None:
        self._hashes: set[str] = set()

    def add(self, kept: str) -> None:
        """One more."""
        if len(self._hashes) >= MOST_BUCKETS:
            self._hashes.clear()  # each is found right again
        self._hashes.add(kept)

    def __contains__(self, kept: str) -> bool:
        return kept in self._hashes


class Buckets:
    """One bucket for each who asks; those that are full again are forgotten."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def wait(self, who: str) -> float:
        """Take one; 0, or the seconds after which there is one again."""
        now = self._clock()
        level, at = self._levels.get(who, (self._rate.burst, now))
        level = min(self._rate.burst, level + (now - at) * self._rate.second)
        if level < 1:
            return (1 - level) / self._rate.second
        if len(self._levels) >= MOST_BUCKETS:
            self._forget(now)
        self._levels[who] = level - 1, now
        return 0.0

    def _forget(self, now: float) -> None:
        full = self._rate.burst / self._rate.second
        self._levels = {who: kept for who, kept in self._levels.items() if now - kept[1] < full}
        if len(self._levels) >= MOST_BUCKETS:
            self._levels.clear()
