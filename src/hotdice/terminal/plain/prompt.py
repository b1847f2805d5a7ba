"""Lines that a person is asked for."""

import select
import sys
import termios
from contextlib import suppress
from time import monotonic

from hotdice.terminal.plain.person import Quit
from hotdice.terminal.session.debounce import MOMENT
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import HotDiceError


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
