"""A request or a WebSocket on its way: counted once, refused in the form of its protocol."""

import contextlib
from collections.abc import Mapping
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected

from hotdice.server.games.live_game import frame
from hotdice.server.http.asgi import Message, Receive, Send
from hotdice.server.http.error_codes import ClientGone, error_response, status_of
from hotdice.server.http.error_responses import HEADERS, body_headers, render_error
from hotdice.server.http.methods import complete_allow
from hotdice.server.http.request_info import RequestInfo, preferred_language
from hotdice.server.metrics import Metrics
from hotdice.texts import HotDiceError, speaking

CLIENT_CLOSED_REQUEST = 499  # as in nginx: the client has gone before the response
SWITCHING_PROTOCOLS = 101
CLOSE_CODES = {
    "request/origin": 4403,
    "token/wrong": 4401,
    "game/unknown": 4404,
    "path/unknown": 4404,
    "request/late": 4408,
    "request/stubborn": 4429,
    "request/too-many": 1013,
    "server/closing": 1012,
    "server/failed": 1011,
}
BAD_FRAME = 4400


class Exchange:
    """What both protocols have: a status, which is counted before the client can see it."""

    def __init__(self, info: RequestInfo, receive: Receive, send: Send, metrics: Metrics) -> None:
        self.info = info
        self.status: int | None = None
        self.language = info.language
        self._receive = receive
        self._send = send
        self._metrics = metrics

    @property
    def can_refuse(self) -> bool:
        """Whether it is not too late for a refusal."""
        return True

    async def refuse(self, error: HotDiceError) -> None:
        """Tell the client what was refused, and end the exchange."""
        self._metrics.count_refusal(error.code)
        with speaking(self.language):
            await self._send_refusal(error)

    def end_without_client(self) -> None:
        """The client has gone."""
        self._set_status(CLIENT_CLOSED_REQUEST)

    async def _send_refusal(self, error: HotDiceError) -> None:
        raise NotImplementedError

    def _set_status(self, status: int) -> None:
        if self.status is None:
            self.status = status
            self._metrics.count_request(status)


class HttpExchange(Exchange):
    """A request and its response."""

    async def receive(self) -> Message:
        """The next part of the body."""
        message = await self._receive()
        if message["type"] == "http.disconnect" and self.status is None:
            raise ClientGone
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the response, with the headers that all have."""
        if message["type"] == "http.response.start":
            self._set_status(message["status"])
            headers = complete_allow(self.info.path, message.get("headers", []))
            message["headers"] = [*headers, *HEADERS]
        await self._send(message)

    @property
    def can_refuse(self) -> bool:
        """Whether the response has not begun; otherwise uvicorn closes the connection."""
        return self.status is None

    async def _send_refusal(self, error: HotDiceError) -> None:
        status, headers, body = render_error(error)
        headers += body_headers(body)
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


class WebSocketExchange(Exchange):
    """A WebSocket: its status is 101, or that of the error that its first frame led to."""

    _accepted = False

    async def accept(self) -> None:
        """Open the WebSocket."""
        if not self._accepted:
            self._accepted = True
            await self._receive()  # the wish to connect
            await self._pass_on({"type": "websocket.accept"})

    def speak(self, language: str | None) -> None:
        """Use the language that the first frame asks for."""
        if language:
            self.language = preferred_language(language)

    async def receive(self) -> Message:
        """The next frame."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise ClientGone
        return message

    async def send(self, message: Message) -> None:
        """Send a frame, or close the WebSocket."""
        self._set_status(SWITCHING_PROTOCOLS)
        await self._pass_on(message)

    async def _pass_on(self, message: Message) -> None:
        try:
            await self._send(message)
        except ClientDisconnected:
            raise ClientGone from None

    async def _send_refusal(self, error: HotDiceError) -> None:
        self._set_status(status_of(error))
        code = CLOSE_CODES.get(error.code, BAD_FRAME)
        with contextlib.suppress(Exception):  # the client may have gone
            await self.accept()
            await self.send(text_message(frame(error=error_fields(error, None))))
            await self.send({"type": "websocket.close", "code": code, "reason": error.code})


def error_fields(error: HotDiceError, key: str | None) -> Mapping[str, Any]:
    """An error as a frame has it, with the key of the action that was refused."""
    found = error_response(error)
    return {"code": found.code, "message": found.message, "data": found.data, "key": key}


def text_message(text: str) -> Message:
    """The message that sends a text frame."""
    return {"type": "websocket.send", "text": text}
