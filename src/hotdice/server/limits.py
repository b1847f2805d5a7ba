"""How much anybody may ask for: sizes, counts, and buckets that fill again with time."""

import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from hotdice.texts import HotDiceError

MOST_SEATS = 8
LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_RULES = 20_000
MOST_BODY = 64_000
MOST_FRAME = 8_000
MOST_BUCKETS = 100_000
OPEN_OF_ONE = 200  # requests, streams and sockets of a seat, or of an address without one
GREETING_OF_ONE = 400  # sockets of an address that have not said yet who they are
CONNECTED_OF_SEAT = 8  # streams and sockets of one seat; the oldest gives way to another


class Rate(Struct, frozen=True):
    """So many at once, and so many more each second."""

    burst: float
    second: float


class Size(Struct, frozen=True):
    """How long a game may become; one that reaches it is closed, and nobody has won."""

    moves: int
    bytes: int


class Limits(Struct, frozen=True):
    """What one game may bring. What one seat alone can do a lot of has a limit for each seat.

    Whoever rolls more than `turn_rolls` times in one turn (some rules have no farkle) loses it.
    """

    with_people: Size = Size(20_000, 20_000_000)
    bots_alone: Size = Size(4_000, 4_000_000)
    turn_rolls: int = 500
    reactions: int = 300
    renames: int = 20


class Rates(Struct, frozen=True):
    """What the token of a seat, or one address without such a token, may do."""

    token: Rate = Rate(300, 150)
    address: Rate = Rate(200, 40)
    new_games: Rate = Rate(60, 1)
    reckoning: Rate = Rate(40, 2)
    bytes: Rate = Rate(2e9, 25_000)  # of events, about two gigabytes a day

    def divided(self, workers: int) -> "Rates":
        """What one of several processes allows: together they write as much as one alone.

        What keeps a process itself from being flooded is for each of them.
        """
        return replace(
            self, new_games=_part(self.new_games, workers), bytes=_part(self.bytes, workers)
        )


def _part(rate: Rate, workers: int) -> Rate:
    return Rate(max(1, rate.burst / workers), rate.second / workers)


def too_many(seconds: float) -> None:
    """Refuse whoever has to wait so long first."""
    if seconds:
        raise HotDiceError("request/too-many", retry_after=max(1, round(seconds + 0.5)))


class Known:
    """Hashes of the tokens that were given out, or found right, not long ago."""

    def __init__(self) -> None:
        self._hashes: set[str] = set()

    def add(self, kept: str) -> None:
        """Remember the hash of a token that was right."""
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
        seconds = self.missing(who)
        if not seconds:
            self.spend(who, 1)
        return seconds

    def missing(self, who: str) -> float:
        """The seconds after which there is one again; 0 if there is."""
        return max(0.0, (1 - self._level(who, self._clock())) / self._rate.second)

    def spend(self, who: str, count: float) -> None:
        """Take what was used, though it may be more than there is."""
        now = self._clock()
        if len(self._levels) >= MOST_BUCKETS:
            self._forget(now)
        self._levels[who] = self._level(who, now) - count, now

    def _level(self, who: str, now: float) -> float:
        level, at = self._levels.get(who, (self._rate.burst, now))
        return min(self._rate.burst, level + (now - at) * self._rate.second)

    def _forget(self, now: float) -> None:
        full = self._rate.burst / self._rate.second
        self._levels = {who: kept for who, kept in self._levels.items() if now - kept[1] < full}
        if len(self._levels) >= MOST_BUCKETS:
            self._levels.clear()
