"""The files of the web app: read once, compressed once, and asked for again by their ETag."""

import gzip
import mimetypes
import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from msgspec import Struct

import hotdice.server
from hotdice.server.http.asgi import Send
from hotdice.server.http.methods import allowed
from hotdice.texts import HotDiceError

FOLDER = os.path.join(os.path.dirname(hotdice.server.__file__), "web")
INDEX = "index.html"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".md": "text/markdown",
}
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


class File(Struct, frozen=True):
    """One file as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    etag: str
    stamp: int


class StaticFiles:
    """The files of one folder by their paths; a path without an ending is the app's page."""

    def __init__(self, folder: str = FOLDER) -> None:
        self._folder = os.path.realpath(folder)
        self._files: dict[str, File] = {}

    async def answer(
        self,
        scope: Any,
        headers: Mapping[str, str],
        send: Send,
        known: bool = True,
    ) -> None:
        """Send a file, or say that it has not changed; a page of nothing that is `known` is 404."""
        reads = scope["method"] in ("GET", "HEAD")
        file = self._find(scope["path"])
        if file is None or not (known or reads):
            raise HotDiceError("path/unknown")
        if not reads:
            await allowed(scope, ["GET"], send)
            return
        packs = file.packed is not None and "gzip" in headers.get("accept-encoding", "")
        body = file.packed if packs and file.packed is not None else file.body
        sent = [
            (b"content-type", file.kind.encode()),
            (b"etag", file.etag.encode()),
            (b"cache-control", b"no-cache"),
            (b"vary", b"accept-encoding"),
        ]
        if known and file.etag in headers.get("if-none-match", ""):
            await send({"type": "http.response.start", "status": 304, "headers": sent})
            await send({"type": "http.response.body", "body": b""})
            return
        if packs:
            sent.append((b"content-encoding", b"gzip"))
        sent.append((b"content-length", str(len(body)).encode()))
        await send(
            {"type": "http.response.start", "status": 200 if known else 404, "headers": sent}
        )
        whole = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": whole})

    def _find(self, path: str) -> File | None:
        name = path.strip("/") or INDEX
        if "\0" in name:
            return None
        place = os.path.realpath(os.path.join(self._folder, name))
        if not place.startswith(self._folder + os.sep):
            return None
        if "." not in os.path.basename(name):
            place = os.path.join(self._folder, INDEX)
        try:
            stamp = os.stat(place).st_mtime_ns
            known = self._files.get(place)
            if known is None or known.stamp != stamp:
                known = self._files[place] = _read(place, stamp)
        except OSError:
            return None
        return known


def _read(place: str, stamp: int) -> File:
    with open(place, "rb") as file:
        body = file.read()
    ending = os.path.splitext(place)[1]
    kind = TYPES.get(ending) or mimetypes.guess_type(place)[0] or "application/octet-stream"
    text = kind.startswith(TEXT)
    packed = gzip.compress(body, 9, mtime=0) if text and len(body) > 500 else None
    etag = f'"{sha256(body).hexdigest()[:24]}"'
    return File(body, packed, f"{kind}; charset=utf-8" if text else kind, etag, stamp)
