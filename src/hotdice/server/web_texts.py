"""The sentences of the web app, all those of one language at once."""

from importlib import import_module

from litestar import get
from litestar.exceptions import NotFoundException

from hotdice.texts.languages import LANGUAGES

OURS = ("web.", "tell.")


@get("/api/texts/{language:str}", sync_to_thread=False)
def web_texts(language: str) -> dict[str, str]:
    """Every sentence that the web app says: its own, and those that tell what happened."""
    if language not in LANGUAGES:
        raise NotFoundException
    sentences: dict[str, str] = import_module(f"hotdice.texts.{language}").SENTENCES
    return {key: said for key, said in sentences.items() if key.startswith(OURS)}
