"""Which language is used. A language is loaded only when a sentence in it is needed."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module

LANGUAGES = {"en": "English", "de": "Deutsch"}  # by code; each is called what it calls itself

_sentences: dict[str, str] = {}  # in the language of this process; empty until the first is needed
_here: ContextVar[dict[str, str]] = ContextVar("sentences")  # in the language of one request


def of_environment(environment: Mapping[str, str]) -> str:
    """The language set in the environment; English if it is not supported.

    >>> of_environment({"LANG": "de_AT.UTF-8"}), of_environment({"LC_ALL": "C", "LANG": "de_DE"})
    ('de', 'en')
    """
    settings = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next(filter(None, settings), "")
    language = chosen.replace(".", "_").replace("@", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else "en"


def use(language: str) -> None:
    """Use this language in the whole process from now on."""
    global _sentences
    _sentences = import_module(f"hotdice.texts.{language}").SENTENCES


def sentences() -> dict[str, str]:
    """All sentences in the current language: by default that of the environment."""
    here = _here.get(None)
    if here is not None:
        return here
    if not _sentences:
        use(of_environment(os.environ))
    return _sentences


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use another supported language inside the `with` block, in this task or thread only."""
    before = _here.set(import_module(f"hotdice.texts.{language}").SENTENCES)
    try:
        yield
    finally:
        _here.reset(before)
