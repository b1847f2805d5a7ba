"""Wraps lines to the width of the terminal, at most 79 columns."""

from shutil import get_terminal_size
from textwrap import wrap

from hotdice.terminal.text.columns import columns

WIDTH = 79
NARROWEST = 20
NO_BREAK = "\N{NO-BREAK SPACE}"


def print_wrapped(text: str) -> None:
    """Print text with long lines wrapped."""
    for line in text.split("\n"):
        for part in wrapped(line):
            print(part)


def room() -> int:
    """The width for lines; one column is left free, as some terminals wrap too early."""
    return max(NARROWEST, min(WIDTH, get_terminal_size().columns - 1))


def wrapped(line: str, indent: str = "", width: int | None = None) -> list[str]:
    """Wrap a line, with an indent after the first; no line starts with a %."""
    width = width or room()
    if columns(line) <= width:
        return [line.rstrip()]
    joined = line.replace(" %", f"{NO_BREAK}%")
    lines = wrap(joined, width, subsequent_indent=indent, break_on_hyphens=False)
    return [each.replace(NO_BREAK, " ") for each in lines]
