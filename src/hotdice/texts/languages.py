"""Which language this process speaks. Loads that one alone, and only when a sentence is needed."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module

LANGUAGES = ("en", "de")

_sentences: dict[str, str] = {}  # in the language of this process; empty until the first is needed
_here: ContextVar[dict[str, str]] = ContextVar("sentences")  # in the language of one request


def of_environment(environment: Mapping[str, str]) -> str:
    """The language that a person has set for all programs; English if it is none of ours.

    >>> of_environment({"LANG": "de_AT.UTF-8"}), of_environment({"LC_ALL": "C", "LANG": "de_DE"})
    ('de', 'en')
    """
    settings = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next(filter(None, settings), "")
    language = chosen.replace(".", "_").replace("@", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else "en"


def use(language: str) -> None:
    """Speak this one from now on."""
    global _sentences
    _sentences = import_module(f"hotdice.texts.{language}").SENTENCES


def sentences() -> dict[str, str]:
    """All of them; in the language of the environment if nobody chose another."""
    here = _here.get(None)
    if here is not None:
        return here
    if not _sentences:
        use(of_environment(os.environ))
    return _sentences


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak another language for a while, in this task or thread alone; one of ours."""
    before = _here.set(import_module(f"hotdice.texts.{language}").SENTENCES)
    try:
        yield
    finally:
        _here.reset(before)
