"""Writes the report files that people ask for: completely, or leaving the old file as it was."""

import os

from hotdice.rules.files import reason, write_over
from hotdice.texts import HotDiceError


def check_place(path: str) -> None:
    """Refuse a path that cannot be written, before any work is done."""
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise HotDiceError("place/no-folder", path=path, folder=folder)
    if os.path.exists(path) and not os.path.isfile(path):
        raise HotDiceError("place/no-file", path=path)
    part = f"{os.path.realpath(path)}.{os.getpid()}.part"
    try:
        with open(part, "wb"):
            os.unlink(part)
    except OSError as error:
        raise HotDiceError("place/unwritable", path=path, reason=reason(error)) from None


def write(path: str, data: bytes) -> None:
    """Write a file completely, replacing whatever was there."""
    check_place(path)
    try:
        write_over(os.path.realpath(path), data)
    except OSError as error:
        raise HotDiceError("place/unwritable", path=path, reason=reason(error)) from None
