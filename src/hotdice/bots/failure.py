"""A bot that fails: what it did, told as one error that names it, whatever went wrong."""

from traceback import format_exception_only
from typing import Any

from hotdice.texts import HotDiceError


class BotFailure(HotDiceError):
    """A bot did not do its part: `.name` tells which one, `.code` how."""

    def __init__(self, name: str, code: str, **data: Any) -> None:
        super().__init__(code, name=name, **data)
        self.name = name


def raised(name: str, error: BaseException) -> BotFailure:
    """The failure of a bot whose own code raised this."""
    return BotFailure(name, "bot/raised", reason=format_exception_only(error)[-1].strip())
