"""The width of text in terminal columns: some letters take two, some none."""

from unicodedata import category, east_asian_width

MARK = "…"


def columns(text: str) -> int:
    """How many columns a text takes.

    >>> columns("Ann"), columns("王🎲")
    (3, 4)
    """
    return sum(map(_columns, text))


def cut(text: str, width: int) -> str:
    """A text cut to a number of columns; one that was cut ends with `MARK`.

    >>> cut("王小明", 5), cut("王小明", 6)
    ('王小…', '王小明')
    """
    if columns(text) <= width:
        return text
    room = width - columns(MARK)
    for at, letter in enumerate(text):
        room -= _columns(letter)
        if room < 0:
            return text[:at] + MARK
    return text


def left(text: str, width: int) -> str:
    """A text padded on the right."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """A text padded on the left."""
    return " " * (width - columns(text)) + text


def _columns(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
