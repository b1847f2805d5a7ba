"""The sentences of the web app, all those of one language at once."""

from importlib import import_module

from litestar import get
from litestar.exceptions import NotFoundException

from hotdice.texts.languages import LANGUAGES

# its own sentences, and what can be wrong with a record, which it finds out by itself
AREAS = ("web.", "verify.", "fair/", "record/", "keep/", "roll/", "bank/", "game/over")


@get("/api/texts/{language:str}", sync_to_thread=False)
def web_texts(language: str) -> dict[str, str]:
    """Every sentence that the web app says by itself."""
    if language not in LANGUAGES:
        raise NotFoundException
    sentences: dict[str, str] = import_module(f"hotdice.texts.{language}").SENTENCES
    return {key: said for key, said in sentences.items() if key.startswith(AREAS)}
