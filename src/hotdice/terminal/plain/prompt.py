"""Reads lines from a person."""

import select
import sys
import termios
from contextlib import suppress
from time import monotonic

from hotdice.terminal.plain.person import Quit
from hotdice.terminal.session.debounce import INTERVAL
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import HotDiceError


def ask(question: str) -> str:
    """Ask for a line; the end of the input means quit."""
    require_streams()
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
    """Ask during a game: an Enter key that is held down is not an answer.

    What was typed ahead is, and so is anything that comes through a pipe.
    """
    while True:
        asked = monotonic()
        answer = ask(question)
        if answer.strip() or monotonic() - asked >= INTERVAL or not _key_held():
            return answer


def _key_held() -> bool:
    """Whether Enter is repeating; if so, drop the input until the key is released."""
    held = False
    if sys.stdin.isatty():
        with suppress(termios.error):  # the terminal is gone
            while select.select([sys.stdin], [], [], INTERVAL)[0]:
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
                held = True
    return held


def require_streams() -> None:
    """Raise an error if standard input or output is closed."""
    if sys.stdout is None:
        raise HotDiceError("play/no-output")
    if sys.stdin is None:
        raise HotDiceError("play/closed")
