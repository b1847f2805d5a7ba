"""The one root of every error that is somebody's mistake rather than ours.

It carries a stable code and plain data; the sentence is made from them when it is read.
"""

from typing import Any

from hotdice.texts.say import say


class HotDiceError(ValueError):
    """Something was asked for that cannot be done: `.code` for programs, `str()` for people."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return say(self.code, **self.data)
