"""The files of the web app, cached in memory, compressed, with ETags.

Bundles of modules, and the page with its languages, are made at start-up; what chats show of a link
is put into the page when it is asked for.
"""

import gzip
import html
import mimetypes
import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

import hotdice.server
from hotdice.server.http.asgi import Send
from hotdice.server.http.methods import answer_options
from hotdice.server.http.request_info import takes_gzip
from hotdice.server.http.web_app.bundles import Bundles
from hotdice.server.http.web_app.preloads import link_header
from hotdice.texts import HotDiceError
from hotdice.texts.languages import LANGUAGES

FOLDER = os.path.join(os.path.dirname(hotdice.server.__file__), "web")
INDEX = "index.html"
PREVIEW = b"{preview}"  # its place in the page
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
    """A file as it is sent."""

    body: bytes
    gzipped: bytes | None
    kind: str
    etag: str
    is_page: bool


class StaticFiles:
    """Serves the files of one folder; a path without an extension is the app's page."""

    def __init__(self, folder: str = FOLDER) -> None:
        self._folder = os.path.realpath(folder)
        self._bundles = Bundles(self._folder)
        made = self._bundles.files | {INDEX: _page(self._folder)}
        self._made = {
            os.path.join(self._folder, name): text.encode() for name, text in made.items()
        }
        self._files: dict[str, File] = {}

    async def answer(
        self,
        scope: Any,
        headers: Mapping[str, str],
        send: Send,
        preview: str,
        known: bool,
    ) -> None:
        """Send a file, or 304; the app's page has this `preview`, and 404 where it is not known."""
        is_read = scope["method"] in ("GET", "HEAD")
        file = self._find(scope["path"])
        if file is None or not (known or is_read):
            raise HotDiceError("path/unknown")
        if not is_read:
            await answer_options(scope, ["GET"], send)
            return
        if file.is_page:
            file = _file(INDEX, file.body.replace(PREVIEW, preview.encode()))
        use_gzip = file.gzipped is not None and takes_gzip(headers.get("accept-encoding", ""))
        body = file.gzipped if use_gzip and file.gzipped is not None else file.body
        response_headers = [
            (b"content-type", file.kind.encode()),
            (b"etag", file.etag.encode()),
            (b"cache-control", b"no-cache"),
            (b"vary", b"accept-encoding"),
        ]
        preloads = link_header(self._bundles, scope["path"]) if known and file.is_page else None
        if preloads is not None:
            response_headers.append((b"link", preloads))
        if known and file.etag in headers.get("if-none-match", ""):
            await send({"type": "http.response.start", "status": 304, "headers": response_headers})
            await send({"type": "http.response.body", "body": b""})
            return
        if use_gzip:
            response_headers.append((b"content-encoding", b"gzip"))
        response_headers.append((b"content-length", str(len(body)).encode()))
        await send(
            {
                "type": "http.response.start",
                "status": 200 if known else 404,
                "headers": response_headers,
            }
        )
        whole = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": whole})

    def _find(self, path: str) -> File | None:
        name = path.strip("/") or INDEX
        if "\0" in name:
            return None
        path = os.path.realpath(os.path.join(self._folder, name))
        if not path.startswith(self._folder + os.sep):
            return None
        if "." not in os.path.basename(name):
            path = os.path.join(self._folder, INDEX)
        if path not in self._files:
            try:
                self._files[path] = _file(path, self._made.get(path) or _read(path))
            except OSError:
                return None
        return self._files[path]


def _page(folder: str) -> str:
    """The page, with the languages that there are."""
    languages = html.escape(msgspec.json.encode(LANGUAGES).decode())
    return _read(os.path.join(folder, INDEX)).decode().replace("{languages}", languages)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _file(path: str, body: bytes) -> File:
    ending = os.path.splitext(path)[1]
    kind = TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    text = kind.startswith(TEXT)
    gzipped = gzip.compress(body, 9, mtime=0) if text and len(body) > 500 else None
    etag = f'"{sha256(body).hexdigest()[:24]}"'
    kind = f"{kind}; charset=utf-8" if text else kind
    return File(body, gzipped, kind, etag, os.path.basename(path) == INDEX)
