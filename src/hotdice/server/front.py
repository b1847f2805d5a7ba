"""The first thing that every connection meets: limits, origin, language, headers, log and counts.

Sends sockets to `sockets`, `/api` and its neighbours to Litestar, everything else to the web files.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from hotdice.server.addresses import is_known
from hotdice.server.answer import HEADERS, described, refused
from hotdice.server.host import closing
from hotdice.server.limits import MOST_BODY
from hotdice.server.log import log
from hotdice.server.methods import WHAT_IS_ALLOWED, allowed, has_head, with_head
from hotdice.server.service import Service, admit
from hotdice.server.sockets import talk
from hotdice.server.visitor import bearer, headers_of, language, same_origin
from hotdice.server.webfiles import WebFiles
from hotdice.texts import HotDiceError, speaking

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

OURS = ("/api", "/schema", "/health", "/ready", "/metrics")
FREE = ("/health", "/ready", "/metrics")
EVERYTHING = "*"  # what `OPTIONS` asks about the server as a whole
METHODS = ("GET", "POST")
SAFE = ("GET", "HEAD", "OPTIONS")


class Front:
    """The whole application."""

    def __init__(self, service: Service, api: App, web: WebFiles) -> None:
        self._service = service
        self._api = api
        self._web = web

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "websocket":
            await talk(self._service, scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        asked = headers_of(scope)
        status: int | None = None
        who = self._service.proxies.visitor(scope)

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = with_head(scope["path"], message.get("headers", []))
                message["headers"] = [*headers, *HEADERS]
            await send(message)

        with speaking(language(asked.get("accept-language", ""))):
            try:
                self._admit(scope, asked, who)
                if scope["path"] == EVERYTHING:
                    await allowed(scope, METHODS, told)
                elif scope["path"].startswith(OURS):
                    await self._api(_asked(scope), receive, told)
                else:
                    known = await is_known(self._service, scope["path"])
                    await self._web.answer(scope, asked, told, known)
            except HotDiceError as error:
                await self._refuse(error, told)
            except asyncio.CancelledError:  # it takes longer than the server has left
                if status is not None or not self._service.host.closing:
                    raise
                await self._refuse(closing(), told)
            except Exception as error:
                if status is not None:
                    raise  # half an answer cannot be taken back; the connection is closed
                log("failed", error=repr(error)[:300])
                await self._refuse(HotDiceError("server/failed"), told)
        self._service.metrics.count("hotdice_requests_total", f'status="{status}"')
        took = round(1000 * (time.monotonic() - began), 1)
        log("request", method=scope["method"][:10], path=_path(scope), status=status, ms=took)

    async def _refuse(self, error: HotDiceError, send: Send) -> None:
        self._service.metrics.refused(error.code)
        status, headers, body = refused(error)
        headers += described(body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _admit(self, scope: Any, headers: dict[str, str], who: str) -> None:
        """Refuse whoever asks too often, for too much, or from a page of somebody else's."""
        service = self._service
        if service.host.closing:
            raise closing()
        by_proxy = service.proxies.speaks_for(scope)
        if scope["method"] not in SAFE and not same_origin(headers, by_proxy):
            raise HotDiceError("request/origin")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_BODY:
            raise HotDiceError("request/large", most=MOST_BODY)
        if scope["path"] in FREE:
            return
        admit(service, who, bearer(headers))


def _asked(scope: Any) -> Any:
    """HEAD is GET, of which uvicorn leaves the body out; what never ends has no head alone.

    Litestar's own answers to OPTIONS leave methods out where a path has several.
    """
    if scope["method"] == "OPTIONS":
        return {**scope, "method": WHAT_IS_ALLOWED}
    if scope["method"] == "HEAD" and has_head(scope["path"]):
        return {**scope, "method": "GET"}
    return scope


def _path(scope: Any) -> str:
    """The path without what makes a game's address secret."""
    parts = scope["path"][:200].split("/")
    return "/".join(part[:6] + "…" if len(part) > 20 else part for part in parts)
