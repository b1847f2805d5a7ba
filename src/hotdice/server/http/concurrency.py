"""Limits how many requests, streams and WebSockets a client has open at the same time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hotdice.texts import HotDiceError

RETRY_AFTER = 5  # seconds


class ConcurrencyLimit:
    """A limit per client, which is an address or the token of a seat."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Count one more as long as this context lasts, or refuse it."""
        if self._open[client] >= self._limit:
            raise HotDiceError("request/too-many", retry_after=RETRY_AFTER)
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
