"""Long work in a thread, so that the screen stays responsive and can be closed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """The result of a function that runs in a daemon thread; the program does not wait for it."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            found = work()
        except BaseException as error:
            deliver = partial(_deliver, result, result.set_exception, error)
        else:
            deliver = partial(_deliver, result, result.set_result, found)
        with suppress(RuntimeError):  # the screen has closed
            loop.call_soon_threadsafe(deliver)

    Thread(target=run, daemon=True).start()
    return await result


def _deliver(result: "asyncio.Future[T]", setter: Callable[[Any], None], value: Any) -> None:
    """Set the result of a future unless it was cancelled."""
    if not result.done():
        setter(value)
