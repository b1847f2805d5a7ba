"""The texts of the web app in one language, and the digests of presets by title."""

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
from hotdice.server.http.request_info import takes_gzip
from hotdice.texts.languages import LANGUAGES

# texts of the app, advice, leaks, events of a game, errors of records, names of combinations, and
# the name of the unnamed
AREAS = (
    *(
        "web.",
        "plan.",
        "level.",
        "leaks.",
        "tell.",
        "verify.",
        "fair/",
        "record/",
        "keep/",
        "roll/",
        "bank/",
        "game/over",
        "sheet.all-",
        "sheet.group-",
        "sheet.none",
        "sheet.of-a-kind",
        "sheet.same",
        "sheet.straight",
        "number.",
        "and",
    ),
    "seat/person",
    "advise.estimate",
)


@get("/api/texts/{language:str}", responses=REFUSALS, tags=["server"], summary="Sentences")
async def web_texts(
    request: Request[Any, Any, Any], language: FromPath[str]
) -> Response[dict[str, str]]:
    """Return every text of the web app."""
    if language not in LANGUAGES:
        raise NotFoundException
    plain, gzipped = _encoded(language)
    use_gzip = takes_gzip(request.headers.get("accept-encoding", ""))
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if use_gzip else {})
    body: Any = gzipped if use_gzip else plain
    return Response(body, media_type="application/json", headers=headers)


@cache
def _encoded(language: str) -> tuple[bytes, bytes]:
    sentences: dict[str, str] = import_module(f"hotdice.texts.{language}").SENTENCES
    wanted = {key: text for key, text in sentences.items() if key.startswith(AREAS)}
    presets = map(Rules.load, preset_names())
    digests = {f"web.preset.{rules.title}": rules.digest for rules in presets}
    body = msgspec.json.encode(wanted | digests)
    return body, gzip.compress(body, 9, mtime=0)
