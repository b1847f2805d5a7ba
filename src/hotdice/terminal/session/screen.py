"""Whether there is a screen to draw on, and whether it is still there."""

import os
import select
import sys

DUMB = ("", "dumb")  # terminals that cannot move their cursor


def has_screen() -> bool:
    """Whether somebody sits at a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout)
    at_terminal = all(stream is not None and stream.isatty() for stream in streams)
    return at_terminal and os.environ.get("TERM", "").lower() not in DUMB


def terminal_gone() -> bool:
    """Whether the terminal that somebody sat at has been closed."""
    look = select.poll()
    try:
        look.register(sys.__stdin__.fileno() if sys.__stdin__ is not None else -1, 0)
        return any(
            found & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, found in look.poll(0)
        )
    except (OSError, ValueError):
        return True
