"""How much anybody has open at the same time: requests, streams and sockets."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hotdice.texts import HotDiceError

COME_BACK = 5  # seconds


class ConcurrencyLimit:
    """So many for each who asks: an address, or the token of a seat."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, who: str) -> Iterator[None]:
        """One more as long as this lasts, if there may be."""
        if self._open[who] >= self._most:
            raise HotDiceError("request/too-many", retry_after=COME_BACK)
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
