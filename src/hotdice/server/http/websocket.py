"""The WebSocket of a game: events go out, actions come in.

Plain ASGI without Litestar: every move takes this way, so each layer would cost time.
"""

import asyncio
import contextlib
import re
from typing import Any

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from hotdice.server.games import seating
from hotdice.server.games.live_game import LiveGame, frame
from hotdice.server.games.moves import act
from hotdice.server.games.outbox import EndReason, Outbox
from hotdice.server.games.registry import now
from hotdice.server.http.asgi import Receive, Send
from hotdice.server.http.error_codes import ClientGone, error_response, internal_error
from hotdice.server.http.request_info import headers_of, preferred_language, same_origin
from hotdice.server.http.requests import ClientFrame, Hello, HelloFrame
from hotdice.server.http.service import Service, admit, check_rate
from hotdice.server.storage.tokens import hashed
from hotdice.texts import HotDiceError, speaking

PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{22})/socket")
HELLO_TIMEOUT = 10.0  # seconds until the first frame has to come
MAX_BAD_FRAMES = 50  # invalid or rate-limited frames before a WebSocket is closed
ERROR_CODES = {
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
END_CODES: dict[EndReason, int] = {"closing": 1012, "slow": 1013, "elsewhere": 4409}

_hello_decoder = msgspec.json.Decoder(HelloFrame)
_frame_decoder = msgspec.json.Decoder(ClientFrame)


async def serve_websocket(service: Service, scope: Any, receive: Receive, send: Send) -> None:
    """Serve one WebSocket until either side closes it."""
    headers = headers_of(scope)
    client = service.proxies.client_group(scope)
    language = preferred_language(headers.get("accept-language", ""))
    try:
        await receive()
        await send({"type": "websocket.accept"})
        with speaking(language), service.ungreeted.hold(client):
            live, hello, seat = await _receive_hello(service, scope, headers, client, receive)
        watching = service.open_requests.hold(client) if seat is None else contextlib.nullcontext()
        with speaking(preferred_language(hello.language) if hello.language else language), watching:
            await _WebSocketSession(service, live, hello, seat, client).run(receive, send)
    except (ClientGone, ClientDisconnected):
        pass
    except Exception as error:
        with speaking(language):
            await _close(service, error, send)


async def _close(service: Service, error: Exception, send: Send) -> None:
    """Send the error and close the WebSocket."""
    found = error if isinstance(error, HotDiceError) else internal_error(error)
    service.metrics.count_refusal(found.code)
    code = ERROR_CODES.get(found.code, 4400)
    with contextlib.suppress(Exception):
        await send(_text_message(frame(error=_error_fields(found, None))))
        await send({"type": "websocket.close", "code": code, "reason": found.code})


async def _receive_hello(
    service: Service, scope: Any, headers: dict[str, str], client: str, receive: Receive
) -> tuple[LiveGame, Hello, int | None]:
    """Wait for the first frame; the game, that frame and the client's seat."""
    if not same_origin(headers, service.proxies.is_from_proxy(scope)):
        raise HotDiceError("request/origin")
    match = PATH.fullmatch(scope["path"])
    if match is None:
        raise HotDiceError("path/unknown")
    try:
        text = await asyncio.wait_for(_receive_text(receive), HELLO_TIMEOUT)
    except TimeoutError:
        raise HotDiceError("request/late", seconds=int(HELLO_TIMEOUT)) from None
    hello = _decode(_hello_decoder, text).hello
    admit(service, client, hello.token)
    live = await service.registry.game(match[1])
    if hello.token is None:
        return live, hello, None
    return live, hello, await service.registry.seat_of(live, hello.token)


class _WebSocketSession:
    """One client at one game."""

    def __init__(
        self, service: Service, live: LiveGame, hello: Hello, seat: int | None, client: str
    ) -> None:
        self._service = service
        self._live = live
        self._hello = hello
        self._seat = seat
        watching = hello.token is None
        self._buckets = service.addresses if watching else service.tokens
        self._address = client
        self._client = client if hello.token is None else hashed(hello.token)
        self._bad_frames = 0

    async def run(self, receive: Receive, send: Send) -> None:
        """Send events and handle frames until the connection is closed."""
        registry, live = self._service.registry, self._live
        invite = None if self._seat is None else live.invite
        welcome = frame(
            welcome={"seq": live.game.seq, "you": self._seat, "now": now(), "invite": invite}
        )
        outbox = await registry.subscribe(
            live,
            self._seat,
            self._hello.since,
            welcome,
            None if self._seat is None else self._client,
        )
        sender = asyncio.create_task(_send_frames(self._service, outbox, send))
        try:
            while True:
                text = await _receive_text(receive)
                try:
                    await self._handle(text, outbox)
                except HotDiceError as error:
                    self._refuse(error, text, outbox)
                except Exception as error:
                    self._refuse(internal_error(error), text, outbox)
        finally:
            registry.unsubscribe(live, outbox)
            sender.cancel()

    async def _handle(self, text: str, outbox: Outbox) -> None:
        service, live, seat = self._service, self._live, self._seat
        check_rate(self._buckets, self._client)
        request = _decode(_frame_decoder, text)
        if request.ping is not None:
            outbox.put(frame(pong={"now": now()}))
            return
        if seat is None:
            raise HotDiceError("token/missing")
        if live.tokens.get(seat) != self._client:  # the player left, or has a newer token
            raise HotDiceError("token/wrong")
        if request.action is not None:
            if request.key is None:
                raise HotDiceError("request/invalid", reason="key")
            action = request.action.action()
            live.payer = self._address
            row, repeated = await act(
                service.registry, live, seat, action, request.expected, request.key
            )
            if repeated:
                outbox.put(frame(repeated={"key": request.key, "seq": row.event.seq}))
        elif request.reveal is not None:
            await seating.reveal(service.registry, live, seat, request.reveal.seed)
        elif request.rename is not None:
            await seating.rename(service.registry, live, seat, request.rename.name)
        elif request.react is not None:
            await seating.react(service.registry, live, seat, request.react.reaction)
        else:
            raise HotDiceError("request/invalid", reason="nothing is asked for")

    def _refuse(self, error: HotDiceError, text: str, outbox: Outbox) -> None:
        self._service.metrics.count_refusal(error.code)
        if error.code in ("request/too-many", "request/invalid"):
            self._bad_frames += 1
            if self._bad_frames > MAX_BAD_FRAMES:
                raise HotDiceError("request/stubborn")
        key = None
        with contextlib.suppress(HotDiceError):
            key = _decode(_frame_decoder, text).key
        outbox.put(frame(error=_error_fields(error, key)))


async def _send_frames(service: Service, outbox: Outbox, send: Send) -> None:
    """Send queued frames; close the WebSocket when the outbox ends."""
    try:
        while frames := await outbox.take():
            for each in frames:
                await send(_text_message(each))
        if outbox.end_reason == "replaced":
            raise HotDiceError("token/wrong")
        await send({"type": "websocket.close", "code": END_CODES[outbox.end_reason]})
    except ClientDisconnected:
        pass
    except Exception as error:
        await _close(service, error, send)


async def _receive_text(receive: Receive) -> str:
    message = await receive()
    if message["type"] == "websocket.disconnect":
        raise ClientGone
    text = message.get("text")
    if text is None:
        raise HotDiceError("request/invalid", reason="frames are text")
    found: str = text
    return found


def _decode(decoder: "msgspec.json.Decoder[Any]", text: str) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise HotDiceError("request/invalid", reason=str(error)) from None


def _error_fields(error: HotDiceError, key: str | None) -> dict[str, Any]:
    found = error_response(error)
    return {"code": found.code, "message": found.message, "data": found.data, "key": key}


def _text_message(text: str) -> dict[str, Any]:
    return {"type": "websocket.send", "text": text}
