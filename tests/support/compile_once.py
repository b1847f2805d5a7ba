"""Processes of the tests that need the same compiled code: one compiles it, the others wait."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from numba.core.dispatcher import Dispatcher

compiles = Dispatcher.compile
among_threads = RLock()
depth = 0


def compile_once(folder: Path) -> None:
    """Let numba compile in one process at a time; what it did is in this folder for the others."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = folder / "lock"

    def compile_alone(self: Any, signature: Any) -> Any:
        with _alone(lock):
            return compiles(self, signature)

    Dispatcher.compile = compile_alone  # type: ignore[method-assign, assignment]


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """No other process is here; what is compiled may need more to be compiled."""
    global depth
    with among_threads:
        depth += 1
        try:
            if depth > 1:
                yield
            else:
                with lock.open("w") as file:  # given back when it is closed, or by the end
                    fcntl.lockf(file, fcntl.LOCK_EX)
                    yield
        finally:
            depth -= 1
