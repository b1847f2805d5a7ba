"""`--language`, which every command takes: read first, as errors depend on it."""

from collections.abc import Sequence

from hotdice.texts import HotDiceError, listed, speak
from hotdice.texts.languages import LANGUAGES

OPTION = "--language"


def after_language(words: Sequence[str]) -> list[str]:
    """Set the language that the arguments ask for; returns the other arguments.

    >>> after_language(["--language", "en", "score", "115"])
    ['score', '115']
    """
    rest: list[str] = []
    unread = iter(words)
    for word in unread:
        name, sign, language = word.partition("=")
        if word == "--":
            return [*rest, word, *unread]
        if name != OPTION:
            rest.append(word)
            continue
        if not sign:
            language = next(unread, "")
        if not language:
            raise HotDiceError("language/missing", known=listed(list(LANGUAGES)))
        speak(language)
    return rest
