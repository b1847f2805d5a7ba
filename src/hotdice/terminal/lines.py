"""Lines of a terminal: asked for, and printed within its columns, at most 79."""

import select
import sys
import termios
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import wrap
from time import monotonic

from hotdice.terminal.columns import columns
from hotdice.terminal.debounce import MOMENT
from hotdice.terminal.person import Quit
from hotdice.texts import HotDiceError

WIDTH = 79
NARROWEST = 20
NO_BREAK = "\N{NO-BREAK SPACE}"


def ask(question: str) -> str:
    """A line from the person; the end of the input is taken for quitting."""
    refuse_closed()
    *before, last = wrapped(question)
    for line in before:
        print(line)
    try:
        return input(last + " ")
    except EOFError:
        raise Quit from None
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def ask_player(question: str) -> str:
    """The same of somebody who plays: an Enter key that is held down is no answer.

    What was typed ahead is one, and so is everything that a program sends.
    """
    while True:
        asked = monotonic()
        answer = ask(question)
        if answer.strip() or monotonic() - asked >= MOMENT or not _held():
            return answer


def _held() -> bool:
    """Whether Enter comes again at once; then all of it is dropped until the key is up."""
    held = False
    if sys.stdin.isatty():
        with suppress(termios.error):  # the terminal is gone
            while select.select([sys.stdin], [], [], MOMENT)[0]:
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
                held = True
    return held


def refuse_closed() -> None:
    """Tell at once where nobody can be asked."""
    if sys.stdout is None:
        raise HotDiceError("play/no-output")
    if sys.stdin is None:
        raise HotDiceError("play/closed")


def print_wrapped(text: str) -> None:
    """Text with its long lines cut between words."""
    for line in text.split("\n"):
        for part in wrapped(line):
            print(part)


def room() -> int:
    """How many columns a line may have; one is left free, for some terminals wrap too early."""
    return max(NARROWEST, min(WIDTH, get_terminal_size().columns - 1))


def wrapped(line: str, indent: str = "", width: int | None = None) -> list[str]:
    """A line as so many as it needs, those after the first indented; no % begins one."""
    width = width or room()
    if columns(line) <= width:
        return [line.rstrip()]
    joined = line.replace(" %", f"{NO_BREAK}%")
    lines = wrap(joined, width, subsequent_indent=indent, break_on_hyphens=False)
    return [each.replace(NO_BREAK, " ") for each in lines]
