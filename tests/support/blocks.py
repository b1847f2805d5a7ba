"""Work for the tests of jobs, in a module that workers import."""

import math
import os
import signal
import time
from typing import NoReturn

from hotdice import HotDiceError


def root(spec: bytes, block: int) -> float:
    """Something that takes a moment, with digits to compare."""
    return math.fsum(math.sqrt(block + k) for k in range(2000)) + len(spec)


def slow_root(seconds: float, block: int) -> float:
    """The same, and it takes longer."""
    time.sleep(seconds)
    return root(b"", block)


def pid(seconds: float, block: int) -> int:
    """Which process did it."""
    time.sleep(seconds)
    return os.getpid()


def pid_then_sleep(block: int) -> int:
    """The first two blocks are done at once, the others take for ever."""
    time.sleep(0 if block < 2 else 1000)
    return os.getpid()


def fail_at(bad: int, block: int) -> int:
    """A mistake in one block."""
    if block == bad:
        raise HotDiceError("dice/number", count=block, rules="basic", most=6)
    return block


def note_and_fail(folder: str, block: int) -> int:
    """Every block leaves a file; block 3 fails."""
    with open(os.path.join(folder, str(block)), "x"):
        pass
    time.sleep(0.01)
    return fail_at(3, block)


class Stubborn(Exception):
    """An error that does not survive pickling."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def stubborn(block: int) -> NoReturn:
    """Raise it."""
    raise Stubborn("one", "two")


def leave(block: int) -> NoReturn:
    """A worker that is killed by its work."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
