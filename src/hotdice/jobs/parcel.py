"""`Parcel`: work on its way to a worker, opened there once."""

import pickle
from functools import cached_property
from typing import Any

from hotdice import __version__
from hotdice.texts import HotDiceError


class Parcel:
    """Pickled work that takes pickled blocks; another version of this package refuses it."""

    def __init__(self, work: bytes, version: str = __version__) -> None:
        self._work, self._version = work, version

    def __reduce__(self) -> tuple[Any, ...]:
        return Parcel, (self._work, self._version)  # it travels closed

    def __call__(self, block: bytes) -> Any:
        """The result for this block."""
        if self._version != __version__:
            raise HotDiceError("jobs/version", here=self._version, there=__version__)
        return self._opened(pickle.loads(block))

    @cached_property
    def _opened(self) -> Any:
        return pickle.loads(self._work)
