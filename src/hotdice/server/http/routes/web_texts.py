"""The sentences of the web app, all of one language at once, and which titles are presets'."""

import gzip
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from hotdice.rules import Rules
from hotdice.rules.files import preset_names
from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.texts.languages import LANGUAGES

# its own sentences, choices of advice, what happened in a game, what can be wrong with a record,
# and the name of somebody who gave none
AREAS = (
    *(
        "web.",
        "plan.",
        "tell.",
        "verify.",
        "fair/",
        "record/",
        "keep/",
        "roll/",
        "bank/",
        "game/over",
    ),
    "seat/person",
)


@get("/api/texts/{language:str}", responses=REFUSALS, tags=["server"], summary="Sentences")
async def web_texts(
    request: Request[Any, Any, Any], language: FromPath[str]
) -> Response[dict[str, str]]:
    """Tell every sentence that the web app says, and those that tell what happened."""
    if language not in LANGUAGES:
        raise NotFoundException
    plain, packed = _written(language)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packs else {})
    body: Any = packed if packs else plain
    return Response(body, media_type="application/json", headers=headers)


@cache
def _written(language: str) -> tuple[bytes, bytes]:
    sentences: dict[str, str] = import_module(f"hotdice.texts.{language}").SENTENCES
    wanted = {key: said for key, said in sentences.items() if key.startswith(AREAS)}
    presets = map(Rules.load, preset_names())
    digests = {f"web.preset.{rules.title}": rules.digest for rules in presets}
    body = msgspec.json.encode(wanted | digests)
    return body, gzip.compress(body, 9, mtime=0)
