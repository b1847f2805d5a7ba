"""Sizes, counts and rates that clients may not exceed; rates are token buckets."""

import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from hotdice.texts import HotDiceError

MAX_SEATS = 8
MAX_NAME_LENGTH = 24
MAX_TITLE_LENGTH = 60
MAX_RULES_LENGTH = 20_000
MAX_QR_BYTES = 213  # what 57 rows hold
MAX_BODY_BYTES = 64_000
MAX_FRAME_BYTES = 8_000
MAX_BUCKETS = 100_000
FEW_BUCKETS = 1_000  # so few are not gone through
MAX_OPEN_PER_CLIENT = 200  # a client is a seat, or an address without one
MAX_UNGREETED_PER_ADDRESS = 400  # WebSockets without a first frame yet
MAX_CONNECTIONS_PER_SEAT = 8  # streams and WebSockets; a new one replaces the oldest


class Rate(Struct, frozen=True):
    """The size of a token bucket, and how many tokens it gains per second."""

    burst: float
    second: float


class MaxSize(Struct, frozen=True):
    """How long a game may become; one that reaches it is closed without a winner."""

    moves: int
    bytes: int


class Limits(Struct, frozen=True):
    """Limits of one game; reactions and renames are counted per seat.

    A turn of more than `turn_rolls` rolls (some rules have no farkle) is lost.
    """

    with_people: MaxSize = MaxSize(20_000, 20_000_000)
    bots_alone: MaxSize = MaxSize(4_000, 4_000_000)
    turn_rolls: int = 500
    reactions: int = 300
    renames: int = 20


class Rates(Struct, frozen=True):
    """The rates of a seat token, or of an address without one."""

    token: Rate = Rate(300, 150)
    address: Rate = Rate(200, 40)
    new_games: Rate = Rate(60, 1)
    computing: Rate = Rate(40, 2)
    bytes: Rate = Rate(2e9, 25_000)  # of events: about two gigabytes a day
    day_games: Rate = Rate(100, 100 / 86_400)  # that count; a hundred a day

    def divided(self, workers: int) -> "Rates":
        """The rates of each of several processes: those of what is stored are shared between them.

        Rates that protect a process from being flooded stay as they are.
        """
        return replace(
            self,
            new_games=_share(self.new_games, workers),
            bytes=_share(self.bytes, workers),
            day_games=_share(self.day_games, workers),
        )


def _share(rate: Rate, workers: int) -> Rate:
    return Rate(max(1, rate.burst / workers), rate.second / workers)


def check_wait(seconds: float) -> None:
    """Raise `request/too-many` unless the client has to wait 0 seconds."""
    if seconds:
        raise HotDiceError("request/too-many", retry_after=max(1, round(seconds + 0.5)))


class KnownTokens:
    """Hashes of seat tokens that were issued or verified not long ago."""

    def __init__(self) -> None:
        self._hashes: set[str] = set()

    def add(self, token_hash: str) -> None:
        """Remember the hash of a valid token."""
        if len(self._hashes) >= MAX_BUCKETS:
            self._hashes.clear()  # each is verified again when it is used
        self._hashes.add(token_hash)

    def __contains__(self, token_hash: str) -> bool:
        return token_hash in self._hashes


class Buckets:
    """A token bucket per client; whenever they have doubled, those that are full are dropped."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._room = FEW_BUCKETS

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: str) -> float:
        """Take a token and return 0, or the seconds until there is one."""
        seconds = self.seconds_until_free(client)
        if not seconds:
            self.spend(client, 1)
        return seconds

    def seconds_until_free(self, client: str) -> float:
        """The seconds until there is a token; 0 if there is one now."""
        return max(0.0, (1 - self._tokens(client, self._clock())) / self._rate.second)

    def spend(self, client: str, count: float) -> None:
        """Take tokens, even more than there are."""
        now = self._clock()
        if len(self._buckets) >= self._room:
            self._drop_full(now)
        self._buckets[client] = self._tokens(client, now) - count, now

    def _tokens(self, client: str, now: float) -> float:
        tokens, at = self._buckets.get(client, (self._rate.burst, now))
        return min(self._rate.burst, tokens + (now - at) * self._rate.second)

    def _drop_full(self, now: float) -> None:
        refill = self._rate.burst / self._rate.second
        self._buckets = {
            client: bucket for client, bucket in self._buckets.items() if now - bucket[1] < refill
        }
        if len(self._buckets) >= MAX_BUCKETS:
            self._buckets.clear()
        self._room = min(MAX_BUCKETS, max(FEW_BUCKETS, 2 * len(self._buckets)))
