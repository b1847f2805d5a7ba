"""The methods of a path: the `Allow` header and responses to `OPTIONS`."""

from collections.abc import Iterable, Mapping
from typing import Any

from hotdice.server.http.asgi import Send
from hotdice.texts import HotDiceError

STREAM_SUFFIX = "/stream"
OPTIONS_PROBE = "?"  # not a valid method, so no client sends it and no route has it
Headers = list[tuple[bytes, bytes]]


def has_head(path: str) -> bool:
    """Whether a path supports HEAD: all do but endless streams."""
    return not path.rstrip("/").endswith(STREAM_SUFFIX)


def allow_header(path: str, methods: Iterable[str]) -> str:
    """The value of `Allow` for a path with these methods.

    >>> allow_header("/api/rules", ["GET"]), allow_header("/api/games/x/stream", ["GET"])
    ('GET, HEAD, OPTIONS', 'GET, OPTIONS')
    """
    offered = {*methods, "OPTIONS"}
    if "GET" in offered and has_head(path):
        offered.add("HEAD")
    return ", ".join(sorted(offered))


def complete_allow(path: str, headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """The headers with HEAD and OPTIONS added to `Allow`, which Litestar leaves out."""
    return [
        (name, allow_header(path, value.decode().split(", ")).encode())
        if name.lower() == b"allow"
        else (name, value)
        for name, value in headers
    ]


async def answer_options(scope: Mapping[str, Any], methods: Iterable[str], send: Send) -> None:
    """Answer `OPTIONS` for paths outside Litestar; any other method is refused.

    There are no CORS headers, so browsers let pages of other sites do nothing.
    """
    allow = allow_header(scope["path"], methods)
    if scope["method"] != "OPTIONS":
        raise HotDiceError("request/method", method=scope["method"][:10], allow=allow)
    headers = [(b"allow", allow.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
