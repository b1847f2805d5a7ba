"""Work that takes time, done beside the screen: the screen goes on answering, and may close."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


async def beside(work: Callable[[], T]) -> T:
    """What some work gives; the program can end before it is done."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            found = work()
        except BaseException as error:
            told = partial(_tell, result, result.set_exception, error)
        else:
            told = partial(_tell, result, result.set_result, found)
        with suppress(RuntimeError):  # the screen has closed
            loop.call_soon_threadsafe(told)

    Thread(target=run, daemon=True).start()
    return await result


def _tell(result: "asyncio.Future[T]", tell: Callable[[Any], None], what: Any) -> None:
    """Hand a result to the screen, unless nobody waits for it any more."""
    if not result.done():
        tell(what)
