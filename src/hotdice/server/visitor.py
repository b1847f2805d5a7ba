"""Who asks: the address, the language, the origin, the token, read from a connection's headers."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from hotdice.texts.languages import LANGUAGES

Scope = Mapping[str, Any]


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers by lower-case name; of several the last."""
    raw: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def address(scope: Scope, headers: Mapping[str, str], trust_proxy: bool) -> str:
    """The address of whoever asks; behind a trusted proxy the one that it tells."""
    if trust_proxy and "x-forwarded-for" in headers:
        return headers["x-forwarded-for"].rpartition(",")[2].strip()[:64]
    client = scope.get("client")
    return client[0] if client else "?"


def same_origin(headers: Mapping[str, str], trust_proxy: bool) -> bool:
    """Whether a page of this server asks, or a program, which has no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    host = headers.get("host", "")
    if trust_proxy:
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
