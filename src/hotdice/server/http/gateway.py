"""The outermost ASGI layer, the one way in for requests and WebSockets.

Limits, origin check, language, access log and metrics apply to both. Then WebSockets go to
`websocket`, `/api` and the like to Litestar, all other paths to `static`.
"""

import asyncio
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from hotdice.server import log
from hotdice.server.games.registry import closing_error
from hotdice.server.http.admission import charge, check
from hotdice.server.http.asgi import App, Receive, Send
from hotdice.server.http.error_codes import ClientGone, internal_error
from hotdice.server.http.exchange import HttpExchange, WebSocketExchange
from hotdice.server.http.methods import OPTIONS_PROBE, answer_options, has_head
from hotdice.server.http.request_info import RequestInfo, bearer_token, request_info, server_origin
from hotdice.server.http.service import Service
from hotdice.server.http.web_app.link_preview import preview_of_app
from hotdice.server.http.web_app.routes import find_page
from hotdice.server.http.web_app.static import StaticFiles
from hotdice.server.http.websocket import serve_websocket
from hotdice.texts import HotDiceError, speaking

API_PATHS = ("/api", "/schema", "/health", "/ready", "/metrics")
UNLIMITED_PATHS = ("/health", "/ready", "/metrics")
WHOLE_SERVER = "*"  # the target of an `OPTIONS` request about the server as a whole
METHODS = ("GET", "POST")


class Gateway:
    """The ASGI application of one process."""

    def __init__(self, service: Service, api: App, web: StaticFiles) -> None:
        self._service = service
        self._api = api
        self._web = web

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one request, WebSocket or lifespan."""
        if scope["type"] == "lifespan":
            await self._api(scope, receive, send)
            return
        started = time.monotonic()
        info = request_info(scope, self._service.proxies)
        protocol = WebSocketExchange if scope["type"] == "websocket" else HttpExchange
        exchange = protocol(info, receive, send, self._service.metrics)
        with speaking(info.language):
            try:
                check(self._service, info)
                if isinstance(exchange, WebSocketExchange):
                    await serve_websocket(self._service, exchange)
                else:
                    await self._answer(scope, exchange)
            except ClientGone:
                exchange.end_without_client()
            except asyncio.CancelledError:  # still running when the server shuts down
                if exchange.status is not None or not self._service.registry.closing:
                    raise
                await exchange.refuse(closing_error())
            except Exception as error:
                if not exchange.can_refuse:
                    raise
                await exchange.refuse(
                    error if isinstance(error, HotDiceError) else internal_error(error)
                )
        elapsed = round(1000 * (time.monotonic() - started), 1)
        log.info("request", method=info.method, path=info.path, status=exchange.status, ms=elapsed)

    async def _answer(self, scope: Any, exchange: HttpExchange) -> None:
        info = exchange.info
        with self._place(info):
            if info.path == WHOLE_SERVER:
                await answer_options(scope, METHODS, exchange.send)
            elif info.path.startswith(API_PATHS):
                await self._api(_for_litestar(scope), exchange.receive, exchange.send)
            else:
                page = await find_page(self._service, info.path)
                shown = page or preview_of_app()
                tags = shown.tags(server_origin(scope, self._service.proxies))
                known = page is not None
                await self._web.answer(scope, info.headers, exchange.send, tags, known)

    def _place(self, info: RequestInfo) -> AbstractContextManager[None]:
        """The place of a request among the open ones of its seat or address."""
        if info.path in UNLIMITED_PATHS:
            return nullcontext()
        owner = charge(self._service, info.client, bearer_token(info.headers))
        return self._service.open_requests.hold(owner)


def _for_litestar(scope: Any) -> Any:
    """Make HEAD a GET (uvicorn omits the body) except for endless streams, and OPTIONS a probe.

    Litestar's own answers to OPTIONS are incomplete where a path has several handlers.
    """
    if scope["method"] == "OPTIONS":
        return {**scope, "method": OPTIONS_PROBE}
    if scope["method"] == "HEAD" and has_head(scope["path"]):
        return {**scope, "method": "GET"}
    return scope
