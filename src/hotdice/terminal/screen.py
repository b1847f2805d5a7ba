"""Whether there is a screen to draw on, or a game is told line by line."""

import os
import sys

DUMB = ("", "dumb")  # terminals that cannot move their cursor


def has_screen() -> bool:
    """Whether somebody sits at a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout)
    at_terminal = all(stream is not None and stream.isatty() for stream in streams)
    return at_terminal and os.environ.get("TERM", "").lower() not in DUMB
