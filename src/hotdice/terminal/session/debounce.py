"""Keys that play on count only when somebody can have seen the dice: not at once, and not held."""

from time import monotonic

MOMENT = (
    0.3  # seconds: more than between two signs of a key held down, less than to look and decide
)


class Debounce:
    """Refuses keys for a moment after something new is shown, and as long as they repeat."""

    def __init__(self) -> None:
        self._until = 0.0

    def begin(self) -> None:
        """Something new is shown."""
        self._until = monotonic() + MOMENT

    def passes(self) -> bool:
        """Whether a key counts; one that does not begins the moment anew."""
        if monotonic() >= self._until:
            return True
        self.begin()
        return False
