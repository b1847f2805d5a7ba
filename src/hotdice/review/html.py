"""A review as one HTML file that needs no server: the web app's modules and the data, all inside.

Modules import each other by relative paths, which mean nothing inside one file. So each gets a
name, imports are rewritten to these names, and an import map leads from each name to the module's
text as a data: URL. A content security policy forbids all requests.
"""

import base64
import posixpath
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from hotdice.game.record import Record
from hotdice.review.plain_data import ReviewReport
from hotdice.texts import say
from hotdice.texts.languages import sentences

FIRST = "review/standalone.js"
STYLES = ("style.css", "rules/rules.css", "review/review.css")
AREAS = (
    "web.review.",
    "plan.",
    "web.chance.you",
    "web.percent",
    "web.felt",
    "web.turn-points",
    "web.your-turn-points",
)
IMPORT = re.compile(r'(?m)^(?P<what>(?:import|export) (?:[^;"]* from )?)"(?P<path>\.[^"]+)";$')
LATER = re.compile(r'import\("(?P<path>\.[^"]+)"\)')
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title} · Hot Dice</title>
<style>{style}</style>
<script type="application/json" id="review">{data}</script>
<script type="importmap">{modules}</script>
</head>
<body>
<div id="app"></div>
<script type="module">import "{first}";</script>
</body>
</html>
"""


def page(report: ReviewReport, record: Record, names: list[str], you: int | None = None) -> str:
    """The page of a review, in the current language; `you` is the reader's seat, if any."""
    language = say("language")
    data = {
        "report": report,
        "text": record.text(),
        "names": names,
        "you": you,
        "language": language,
        "sentences": {key: said for key, said in sentences().items() if key.startswith(AREAS)},
    }
    return PAGE.format(
        language=language,
        policy=POLICY,
        title=say("web.review.title"),
        style="\n".join(_read(name) for name in STYLES),
        data=_inside(msgspec.json.encode(data).decode()),
        modules=_import_map(),
        first=_named(FIRST),
    )


@cache
def _import_map() -> str:
    found: dict[str, str] = {}
    waiting = [FIRST]
    while waiting:
        path = waiting.pop()
        if _named(path) not in found:
            text, others = _rewritten(path)
            packed = base64.b64encode(text.encode()).decode()
            found[_named(path)] = f"data:text/javascript;charset=utf-8;base64,{packed}"
            waiting += others
    return msgspec.json.encode({"imports": found}).decode()


def _rewritten(path: str) -> tuple[str, list[str]]:
    """A module with its imports rewritten to names, and the paths of what it imports."""
    others: list[str] = []

    def name(found: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        others.append(place)
        return found[0].replace(found["path"], _named(place))

    text = IMPORT.sub(name, _read(path))
    return LATER.sub(name, text), others


def _named(path: str) -> str:
    return f"hotdice/{path}"


def _read(path: str) -> str:
    place: Traversable = resources.files("hotdice") / "server" / "web"
    return place.joinpath(*path.split("/")).read_text(encoding="utf-8")


def _inside(text: str) -> str:
    """JSON that is safe inside a script element: nothing in it can close the element."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
