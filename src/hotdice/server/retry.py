"""How long something waits that goes on by itself and has failed, such as without the database."""

from collections.abc import Iterator

FIRST, LONGEST = 0.5, 30.0  # seconds


def pauses() -> Iterator[float]:
    """The seconds before each new try, twice as many every time.

    >>> from itertools import islice
    >>> list(islice(pauses(), 8))
    [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    """
    pause = FIRST
    while True:
        yield pause
        pause = min(2 * pause, LONGEST)
