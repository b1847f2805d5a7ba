"""Suggestions for mistyped words."""

from collections.abc import Iterable

ALIKE = 0.6  # how much of two words has to be the same


def near(word: str, known: Iterable[str], alike: float = ALIKE) -> str | None:
    """The known word closest to this one, if any is close.

    >>> near("plya", ["play", "rules"]), near("xyz", ["play", "rules"])
    ('play', None)
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), list(known), 1, alike)), None)
