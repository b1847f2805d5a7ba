"""`Parcel`: work on its way to a worker, unpickled there once and run in the sender's language."""

import pickle
from functools import cached_property
from typing import Any

from hotdice import __version__
from hotdice.texts import HotDiceError, speak, spoken


class Parcel:
    """Pickled work that takes pickled blocks; another version of this package refuses it."""

    def __init__(self, work: bytes, version: str = __version__) -> None:
        self._work, self._version = work, version
        self._language = spoken()

    def __reduce__(self) -> tuple[Any, ...]:
        state = {"_language": self._language}
        return Parcel, (self._work, self._version), state  # pickled work stays pickled

    def __call__(self, block: bytes) -> Any:
        """The result for this block."""
        if self._version != __version__:
            raise HotDiceError("jobs/version", here=self._version, there=__version__)
        speak(self._language)
        return self._opened(pickle.loads(block))

    @cached_property
    def _opened(self) -> Any:
        return pickle.loads(self._work)
