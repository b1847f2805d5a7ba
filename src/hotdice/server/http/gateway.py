"""The first thing that every connection meets: limits, origin, language, headers, log and counts.

Sends WebSockets to `websocket`, `/api` and its neighbours to Litestar, the rest to `static`.
"""

import asyncio
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from hotdice.server import log
from hotdice.server.games.registry import closing
from hotdice.server.http.asgi import App, Message, Receive, Send
from hotdice.server.http.error_responses import HEADERS, described, refused
from hotdice.server.http.errors import ClientGone, failed
from hotdice.server.http.methods import WHAT_IS_ALLOWED, allowed, has_head, with_head
from hotdice.server.http.request_info import bearer, headers_of, language, same_origin
from hotdice.server.http.service import Service, admit
from hotdice.server.http.static import StaticFiles
from hotdice.server.http.web_routes import is_known
from hotdice.server.http.websocket import serve_websocket
from hotdice.server.limits import MOST_BODY
from hotdice.texts import HotDiceError, speaking

OURS = ("/api", "/schema", "/health", "/ready", "/metrics")
FREE = ("/health", "/ready", "/metrics")
EVERYTHING = "*"  # what `OPTIONS` asks about the server as a whole
METHODS = ("GET", "POST")
SAFE = ("GET", "HEAD", "OPTIONS")
HUNG_UP = 499  # what the log has of a request whose client has gone before the answer


class Gateway:
    """The ASGI application of one process."""

    def __init__(self, service: Service, api: App, web: StaticFiles) -> None:
        self._service = service
        self._api = api
        self._web = web

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "websocket":
            await serve_websocket(self._service, scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        request_headers = headers_of(scope)
        status: int | None = None
        who = self._service.proxies.visitor(scope)

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._service.metrics.requested(status)  # before anybody knows the answer
                headers = with_head(scope["path"], message.get("headers", []))
                message["headers"] = [*headers, *HEADERS]
            await send(message)

        async def receive_or_gone() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect" and status is None:
                raise ClientGone
            return message

        with speaking(language(request_headers.get("accept-language", ""))):
            try:
                with self._admitted(scope, request_headers, who):
                    await self._answer(scope, request_headers, receive_or_gone, send_counted)
            except ClientGone:
                self._service.metrics.requested(HUNG_UP)
            except asyncio.CancelledError:  # it takes longer than the server has left
                if status is not None or not self._service.registry.closing:
                    raise
                await self._refuse(closing(), send_counted)
            except Exception as error:
                if status is not None:  # half of an answer is out; uvicorn ends the connection
                    raise
                found = error if isinstance(error, HotDiceError) else failed(error)
                await self._refuse(found, send_counted)
        took = round(1000 * (time.monotonic() - began), 1)
        path, method = scope["path"], scope["method"]
        log.info("request", method=method, path=path, status=status or HUNG_UP, ms=took)

    async def _answer(
        self, scope: Any, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        if scope["path"] == EVERYTHING:
            await allowed(scope, METHODS, send)
        elif scope["path"].startswith(OURS):
            await self._api(_for_litestar(scope), receive, send)
        else:
            known = await is_known(self._service, scope["path"])
            await self._web.answer(scope, headers, send, known)

    async def _refuse(self, error: HotDiceError, send: Send) -> None:
        self._service.metrics.refused(error.code)
        status, headers, body = refused(error)
        headers += described(body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _admitted(
        self, scope: Any, headers: dict[str, str], who: str
    ) -> AbstractContextManager[None]:
        """Refuse whoever asks too often, for too much, or from a page of somebody else's."""
        service = self._service
        if service.registry.closing:
            raise closing()
        by_proxy = service.proxies.speaks_for(scope)
        if scope["method"] not in SAFE and not same_origin(headers, by_proxy):
            raise HotDiceError("request/origin")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_BODY:
            raise HotDiceError("request/large", most=MOST_BODY)
        if scope["path"] in FREE:
            return nullcontext()
        return service.open.one(admit(service, who, bearer(headers)))


def _for_litestar(scope: Any) -> Any:
    """HEAD is GET, of which uvicorn leaves the body out; what never ends has no head alone.

    Litestar's own answers to OPTIONS leave methods out where a path has several.
    """
    if scope["method"] == "OPTIONS":
        return {**scope, "method": WHAT_IS_ALLOWED}
    if scope["method"] == "HEAD" and has_head(scope["path"]):
        return {**scope, "method": "GET"}
    return scope
