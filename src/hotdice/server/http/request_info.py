"""What is known of a request or a WebSocket before it is answered: client, language, origin, token.

All of it comes from the connection and the headers.
"""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from hotdice.server.http.asgi import Scope
from hotdice.server.http.transport.handshake import WRONG_HANDSHAKE
from hotdice.server.http.transport.proxies import Proxies
from hotdice.texts.languages import LANGUAGES

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class RequestInfo(Struct, frozen=True):
    """A request, or a WebSocket, which begins as one; `client` are those who share its limits."""

    method: str
    path: str
    headers: Mapping[str, str]
    client: str
    language: str
    same_origin: bool
    may_change: bool  # anything; pages of other sites may only look
    wrong_handshake: str | None  # what is wrong with the handshake of a WebSocket


def request_info(scope: Scope, proxies: Proxies) -> RequestInfo:
    """What the scope of a request or a WebSocket says."""
    headers = headers_of(scope)
    is_websocket = scope["type"] == "websocket"
    method = "GET" if is_websocket else scope["method"]
    return RequestInfo(
        method=method,
        path=scope["path"],
        headers=headers,
        client=proxies.client_group(scope),
        language=preferred_language(headers.get("accept-language", "")),
        same_origin=same_origin(headers, proxies.is_from_proxy(scope)),
        may_change=is_websocket or method not in SAFE_METHODS,
        wrong_handshake=scope.get(WRONG_HANDSHAKE),
    )


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers by lower-case name; of repeated ones the last."""
    raw: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def same_origin(headers: Mapping[str, str], by_proxy: bool) -> bool:
    """Whether a request comes from a page of this server or from a program, which sends no origin.

    A request `by_proxy` may name the original host in `X-Forwarded-Host`.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    host = _host(headers, by_proxy)
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def server_origin(scope: Scope, proxies: Proxies) -> str:
    """Where the client found this server, such as `https://dice.example.org`."""
    headers, by_proxy = headers_of(scope), proxies.is_from_proxy(scope)
    secure = scope["scheme"] == "https" or (
        by_proxy and headers.get("x-forwarded-proto") == "https"
    )
    return f"{'https' if secure else 'http'}://{_host(headers, by_proxy)}"


def _host(headers: Mapping[str, str], by_proxy: bool) -> str:
    """The host that the client called."""
    host = headers.get("host", "")
    return headers.get("x-forwarded-host", host) if by_proxy else host


def preferred_language(accept_language: str) -> str:
    """The supported language with the highest weight in `Accept-Language`, or English.

    >>> preferred_language("fr, de-AT;q=0.8, en;q=0.5"), preferred_language("")
    ('de', 'en')
    """
    found = [
        (weight, name.partition("-")[0])
        for name, weight in _weighted(accept_language)
        if name.partition("-")[0] in LANGUAGES
    ]
    return max(found, key=lambda each: each[0])[1] if found else "en"


def takes_gzip(accept_encoding: str) -> bool:
    """Whether a client takes gzip; a weight of 0 means that it does not.

    >>> [takes_gzip(each) for each in ("br, gzip", "gzip;q=0", "*;q=0.5", "gzip;q=0, *", "br", "")]
    [True, False, True, False, False, False]
    """
    weights = dict(_weighted(accept_encoding))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weighted(accepted: str) -> list[tuple[str, float]]:
    """The names of an `Accept-*` header in lower case, with their weights."""
    parts = [part.partition(";") for part in accepted.split(",")[:20]]
    return [(name.strip().lower(), _weight(weight)) for name, _, weight in parts]


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=")) if text else 1.0
    except ValueError:
        return 0.0


def bearer_token(headers: Mapping[str, str]) -> str | None:
    """The bearer token of a request."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip()[:100] if kind.lower() == "bearer" and token.strip() else None
