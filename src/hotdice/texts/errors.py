"""The base class of every error that is a user's mistake rather than a bug.

It carries a stable code and plain data; the sentence is made from them when it is read.
"""

from typing import Any

from hotdice.texts.say import say


class HotDiceError(ValueError):
    """Something that cannot be done was asked for: `.code` for programs, `str()` for people."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        return say(self.code, **self.data)


def _again(kind: type[HotDiceError], args: tuple[Any, ...], data: dict[str, Any]) -> HotDiceError:
    """The same error in another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(data)
    return error
