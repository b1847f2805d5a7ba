"""Chooses the language of the whole process by name."""

from hotdice.texts.errors import HotDiceError
from hotdice.texts.languages import LANGUAGES, use
from hotdice.texts.say import listed, say


def speak(language: str) -> None:
    """Say every sentence in this language from now on.

    >>> speak("fr")
    Traceback (most recent call last):
    hotdice.texts.errors.HotDiceError: unknown language fr; there are en and de
    """
    if language not in LANGUAGES:
        known = listed(list(LANGUAGES))
        raise HotDiceError("language/unknown", found=language or '""', known=known)
    use(language)


def spoken() -> str:
    """The current language.

    >>> spoken()
    'en'
    """
    return say("language")
