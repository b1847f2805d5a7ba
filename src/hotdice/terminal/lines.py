"""Lines of a terminal: asked for, and printed within 79 columns."""

from textwrap import wrap

from hotdice.terminal.person import Quit

WIDTH = 79


def ask(question: str) -> str:
    """A line from the person; the end of the input is taken for quitting."""
    *before, last = _wrapped(question)
    for line in before:
        print(line)
    try:
        return input(last + " ")
    except EOFError:
        raise Quit from None
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def print_wrapped(text: str) -> None:
    """Text with its long lines cut between words."""
    for line in text.split("\n"):
        for part in _wrapped(line):
            print(part)


def _wrapped(line: str) -> list[str]:
    return [line.rstrip()] if len(line) <= WIDTH else wrap(line, WIDTH, break_on_hyphens=False)
