"""Locks between processes: a file is locked until it is closed, or its process ends."""

import fcntl
import os


def open_locked(path: str, flags: int = os.O_RDWR, mode: int = 0o600, wait: bool = False) -> int:
    """Open a file and lock it; `flags` and `mode` are those of `os.open`.

    While somebody else holds the lock it raises `BlockingIOError`, or waits.
    """
    file = os.open(path, flags, mode)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BaseException:
        os.close(file)
        raise
    return file
