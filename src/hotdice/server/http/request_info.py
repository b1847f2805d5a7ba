"""Who asks: the language, the origin, the token, read from a connection's headers."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from hotdice.server.http.asgi import Scope
from hotdice.texts.languages import LANGUAGES


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers by lower-case name; of several the last."""
    raw: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def same_origin(headers: Mapping[str, str], by_proxy: bool) -> bool:
    """Whether a page of this server asks, or a program, which has no origin.

    A request that comes `by_proxy` says for which host the proxy was asked.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    host = headers.get("host", "")
    if by_proxy:
        host = headers.get("x-forwarded-host", host)
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def language(wanted: str) -> str:
    """The language of ours that somebody reads best; English if they read none of them.

    >>> language("fr, de-AT;q=0.8, en;q=0.5"), language("")
    ('de', 'en')
    """
    found: list[tuple[float, str]] = []
    for part in wanted.split(",")[:20]:
        name, _, weight = part.partition(";")
        plain = name.strip().lower().partition("-")[0]
        if plain in LANGUAGES:
            found.append((_weight(weight), plain))
    return max(found, key=lambda each: each[0])[1] if found else "en"


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=")) if text else 1.0
    except ValueError:
        return 0.0


def bearer(headers: Mapping[str, str]) -> str | None:
    """The token that a request brings."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip()[:100] if kind.lower() == "bearer" and token.strip() else None
