"""Which characters are visible: for names and other texts that people write for one another."""

import re

LONGEST = 60

# joins the characters on both sides: in emoji, in Persian, Hindi and other scripts
_JOINER = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U0001d159\U000e0000-\U000e0fff]"
)


def printable(text: str) -> bool:
    r"""Whether every character can be printed, or joins two that can.

    >>> printable("Ali\u200cReza"), printable("Ann\u200c"), printable("A\x07nn")
    (True, False, False)
    """
    return _JOINER.sub("", text).isprintable()


def seen(text: str) -> str:
    r"""The visible form of a text: two texts with the same one look the same.

    >>> seen("A\u200dnn"), seen("\u3164")
    ('Ann', '')
    """
    return _UNSEEN.sub("", text).strip()


def shown(value: object) -> str:
    """Any value as part of a sentence, in one line and cut short.

    >>> shown("115"), shown([[1, 1], [5, 5]])
    ("'115'", '[[1, 1], [5, 5]]')
    """
    words = " ".join(repr(value).split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def quoted(text: str) -> str:
    r"""A text as part of a sentence, with unprintable characters escaped as in Python.

    >>> print(quoted("Zoë\x07"))
    'Zoë\x07'
    """
    joins = {found.start() for found in _JOINER.finditer(text)}
    signs = (
        sign if at in joins or sign.isprintable() else ascii(sign)[1:-1]
        for at, sign in enumerate(text)
    )
    return f"'{''.join(signs)}'"
