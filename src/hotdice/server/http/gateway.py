"""The outermost ASGI layer: limits, origin check, language, headers, access log and metrics.

Dispatches WebSockets to `websocket`, `/api` and the like to Litestar, all other paths to `static`.
"""

import asyncio
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from hotdice.server import log
from hotdice.server.games.registry import closing_error
from hotdice.server.http.asgi import App, Message, Receive, Send
from hotdice.server.http.error_codes import ClientGone, internal_error
from hotdice.server.http.error_responses import HEADERS, body_headers, render_error
from hotdice.server.http.methods import OPTIONS_PROBE, answer_options, complete_allow, has_head
from hotdice.server.http.request_info import (
    bearer_token,
    headers_of,
    preferred_language,
    same_origin,
)
from hotdice.server.http.service import Service, admit
from hotdice.server.http.static import StaticFiles
from hotdice.server.http.web_routes import has_page
from hotdice.server.http.websocket import serve_websocket
from hotdice.server.limits import MAX_BODY_BYTES
from hotdice.texts import HotDiceError, speaking

API_PATHS = ("/api", "/schema", "/health", "/ready", "/metrics")
UNLIMITED_PATHS = ("/health", "/ready", "/metrics")
WHOLE_SERVER = "*"  # the target of an `OPTIONS` request about the server as a whole
METHODS = ("GET", "POST")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
CLIENT_CLOSED_REQUEST = 499  # as in nginx: the client has gone before the response


class Gateway:
    """The ASGI application of one process."""

    def __init__(self, service: Service, api: App, web: StaticFiles) -> None:
        self._service = service
        self._api = api
        self._web = web

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one request, WebSocket or lifespan."""
        if scope["type"] == "websocket":
            await serve_websocket(self._service, scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._api(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        started = time.monotonic()
        request_headers = headers_of(scope)
        status: int | None = None
        client = self._service.proxies.client_group(scope)

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._service.metrics.count_request(
                    status
                )  # before the client can see the response
                headers = complete_allow(scope["path"], message.get("headers", []))
                message["headers"] = [*headers, *HEADERS]
            await send(message)

        async def receive_or_gone() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect" and status is None:
                raise ClientGone
            return message

        with speaking(preferred_language(request_headers.get("accept-language", ""))):
            try:
                with self._admitted(scope, request_headers, client):
                    await self._answer(scope, request_headers, receive_or_gone, send_counted)
            except ClientGone:
                self._service.metrics.count_request(CLIENT_CLOSED_REQUEST)
            except asyncio.CancelledError:  # still running when the server shuts down
                if status is not None or not self._service.registry.closing:
                    raise
                await self._refuse(closing_error(), send_counted)
            except Exception as error:
                if status is not None:  # the response has begun; uvicorn closes the connection
                    raise
                found = error if isinstance(error, HotDiceError) else internal_error(error)
                await self._refuse(found, send_counted)
        elapsed = round(1000 * (time.monotonic() - started), 1)
        path, method = scope["path"], scope["method"]
        log.info(
            "request", method=method, path=path, status=status or CLIENT_CLOSED_REQUEST, ms=elapsed
        )

    async def _answer(
        self, scope: Any, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        if scope["path"] == WHOLE_SERVER:
            await answer_options(scope, METHODS, send)
        elif scope["path"].startswith(API_PATHS):
            await self._api(_for_litestar(scope), receive, send)
        else:
            exists = await has_page(self._service, scope["path"])
            await self._web.answer(scope, headers, send, exists)

    async def _refuse(self, error: HotDiceError, send: Send) -> None:
        self._service.metrics.count_refusal(error.code)
        status, headers, body = render_error(error)
        headers += body_headers(body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _admitted(
        self, scope: Any, headers: dict[str, str], client: str
    ) -> AbstractContextManager[None]:
        """Check origin, body size and rate; returns the place among the open requests."""
        service = self._service
        if service.registry.closing:
            raise closing_error()
        by_proxy = service.proxies.is_from_proxy(scope)
        if scope["method"] not in SAFE_METHODS and not same_origin(headers, by_proxy):
            raise HotDiceError("request/origin")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > MAX_BODY_BYTES:
            raise HotDiceError("request/large", most=MAX_BODY_BYTES)
        if scope["path"] in UNLIMITED_PATHS:
            return nullcontext()
        return service.open_requests.hold(admit(service, client, bearer_token(headers)))


def _for_litestar(scope: Any) -> Any:
    """Make HEAD a GET (uvicorn omits the body) except for endless streams, and OPTIONS a probe.

    Litestar's own answers to OPTIONS are incomplete where a path has several handlers.
    """
    if scope["method"] == "OPTIONS":
        return {**scope, "method": OPTIONS_PROBE}
    if scope["method"] == "HEAD" and has_head(scope["path"]):
        return {**scope, "method": "GET"}
    return scope
