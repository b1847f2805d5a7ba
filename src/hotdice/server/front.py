"""The first thing that every connection meets: limits, origin, language, headers, log and counts.

Sends sockets to `sockets`, `/api` and its neighbours to Litestar, everything else to the web files.
"""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec

from hotdice.server import log
from hotdice.server.addresses import is_known
from hotdice.server.limits import MOST_BODY
from hotdice.server.refusal import Gone, failed, refusal, status_of
from hotdice.server.service import Service, admit
from hotdice.server.sockets import talk
from hotdice.server.visitor import address, bearer, headers_of, language, same_origin
from hotdice.server.webfiles import WebFiles
from hotdice.texts import HotDiceError, speaking

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

OURS = ("/api", "/schema", "/health", "/ready", "/metrics")
FREE = ("/health", "/ready", "/metrics")
ENDLESS = "/stream"
SAFE = ("GET", "HEAD", "OPTIONS")
HUNG_UP = 499  # what the log has of a request whose client has gone before the answer
POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self'; "
    b"worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


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
        headers = headers_of(scope)
        status: int | None = None
        who = address(scope, headers, self._service.settings.trust_proxy)

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect" and status is None:
                raise Gone
            return message

        with speaking(language(headers.get("accept-language", ""))):
            try:
                with self._admitted(scope, headers, who):
                    await self._answer(scope, headers, heard, told)
            except Gone:
                status = HUNG_UP
            except Exception as error:
                if status is not None:  # half of an answer is out; uvicorn ends the connection
                    raise
                found = error if isinstance(error, HotDiceError) else failed(error)
                self._service.metrics.refused(found.code)
                await _refuse(found, told)
        self._service.metrics.requested(status or HUNG_UP)
        took = round(1000 * (time.monotonic() - began), 1)
        path, method = scope["path"], scope["method"]
        log.info("request", method=method, path=path, status=status or HUNG_UP, ms=took)

    async def _answer(
        self, scope: Any, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        if scope["path"].startswith(OURS):
            await self._api(_asked(scope), receive, send)
        else:
            known = await is_known(self._service, scope["path"])
            await self._web.answer(scope, headers, send, known)

    def _admitted(
        self, scope: Any, headers: dict[str, str], who: str
    ) -> AbstractContextManager[None]:
        """Refuse whoever asks too often, for too much, or from a page of somebody else's."""
        service = self._service
        if scope["method"] not in SAFE and not same_origin(headers, service.settings.trust_proxy):
            raise HotDiceError("request/origin")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_BODY:
            raise HotDiceError("request/large", most=MOST_BODY)
        if scope["path"] in FREE:
            return nullcontext()
        return service.open.one(admit(service, who, bearer(headers)))


def _asked(scope: Any) -> Any:
    """HEAD is GET, of which uvicorn leaves the body out; what never ends has no head alone."""
    if scope["method"] == "HEAD" and not scope["path"].rstrip("/").endswith(ENDLESS):
        return {**scope, "method": "GET"}
    return scope


async def _refuse(error: HotDiceError, send: Send) -> None:
    body = msgspec.json.encode(refusal(error))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if "retry_after" in error.data:
        headers.append((b"retry-after", str(error.data["retry_after"]).encode()))
    start = {"type": "http.response.start", "status": status_of(error), "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
