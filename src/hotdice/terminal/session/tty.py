"""Whether there is a terminal for the full-screen app, and whether it is still open."""

import os
import select
import sys

DUMB = ("", "dumb")  # terminals that cannot move their cursor


def has_screen() -> bool:
    """Whether input and output are a terminal with cursor control."""
    streams = (sys.stdin, sys.stdout)
    at_terminal = all(stream is not None and stream.isatty() for stream in streams)
    return at_terminal and os.environ.get("TERM", "").lower() not in DUMB


def terminal_gone() -> bool:
    """Whether the terminal has been closed."""
    look = select.poll()
    try:
        look.register(sys.__stdin__.fileno() if sys.__stdin__ is not None else -1, 0)
        return any(
            found & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, found in look.poll(0)
        )
    except (OSError, ValueError):
        return True
