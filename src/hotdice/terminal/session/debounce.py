"""Ignores keys that come before anybody can have seen the dice, or that are held down."""

from time import monotonic

INTERVAL = 0.3  # seconds: longer than the repeat interval of a held key, shorter than a decision


class Debounce:
    """Rejects keys for `INTERVAL` after `restart`, and as long as they repeat."""

    def __init__(self) -> None:
        self._until = 0.0

    def restart(self) -> None:
        """Reject keys from now on."""
        self._until = monotonic() + INTERVAL

    def accepts(self) -> bool:
        """Whether a key counts; one that does not restarts the interval."""
        if monotonic() >= self._until:
            return True
        self.restart()
        return False
