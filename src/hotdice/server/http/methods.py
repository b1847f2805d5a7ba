"""What may be done at a path: `Allow`, and the answer to `OPTIONS`."""

from collections.abc import Iterable, Mapping
from typing import Any

from hotdice.server.http.asgi import Send
from hotdice.texts import HotDiceError

ENDLESS = "/stream"
WHAT_IS_ALLOWED = "?"  # a method that no client can send, and that no route has
Headers = list[tuple[bytes, bytes]]


def has_head(path: str) -> bool:
    """Whether what is at a path has an end, so that one can ask for its head alone."""
    return not path.rstrip("/").endswith(ENDLESS)


def allow(path: str, methods: Iterable[str]) -> str:
    """The value of the header for a path at which these can be done.

    >>> allow("/api/rules", ["GET"]), allow("/api/games/x/stream", ["GET"])
    ('GET, HEAD, OPTIONS', 'GET, OPTIONS')
    """
    every = {*methods, "OPTIONS"}
    if "GET" in every and has_head(path):
        every.add("HEAD")
    return ", ".join(sorted(every))


def with_head(path: str, headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Headers of an answer with the whole of `Allow`: Litestar knows its routes, and no HEAD."""
    return [
        (name, allow(path, value.decode().split(", ")).encode())
        if name.lower() == b"allow"
        else (name, value)
        for name, value in headers
    ]


async def allowed(scope: Mapping[str, Any], methods: Iterable[str], send: Send) -> None:
    """Answer `OPTIONS` at what is no route of Litestar's; whatever else came is refused.

    Nothing is said about other origins, so that browsers let pages of other sites do nothing.
    """
    told = allow(scope["path"], methods)
    if scope["method"] != "OPTIONS":
        raise HotDiceError("request/method", method=scope["method"][:10], allow=told)
    headers = [(b"allow", told.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
