"""The WebSocket of a game: all that happens goes out, what somebody wants to do comes in.

It speaks ASGI itself: this is the way that moves take, and every layer would cost each of them.
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
from hotdice.server.games.outbox import Outbox, Why
from hotdice.server.games.registry import now
from hotdice.server.http.asgi import Receive, Send
from hotdice.server.http.errors import ClientGone, failed, refusal
from hotdice.server.http.request_info import headers_of, language, same_origin
from hotdice.server.http.requests import First, Frame, Hello
from hotdice.server.http.service import Service, admit, allow
from hotdice.server.storage.tokens import hashed
from hotdice.texts import HotDiceError, speaking

PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{22})/socket")
PATIENCE = 10.0  # seconds until the first frame
STUBBORN = 50  # frames too many after which a socket is closed
CLOSE = {
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
ENDS: dict[Why, int] = {"closing": 1012, "slow": 1013, "elsewhere": 4409}

_first = msgspec.json.Decoder(First)
_frames = msgspec.json.Decoder(Frame)


async def serve_websocket(service: Service, scope: Any, receive: Receive, send: Send) -> None:
    """Serve one WebSocket until either side closes it."""
    headers = headers_of(scope)
    who = service.proxies.visitor(scope)
    spoken = language(headers.get("accept-language", ""))
    try:
        await receive()
        await send({"type": "websocket.accept"})
        with speaking(spoken), service.greeting.one(who):
            live, hello, seat = await _greet(service, scope, headers, who, receive)
        watching = service.open.one(who) if seat is None else contextlib.nullcontext()
        with speaking(language(hello.language) if hello.language else spoken), watching:
            await _Conversation(service, live, hello, seat, who).run(receive, send)
    except (ClientGone, ClientDisconnected):
        pass
    except Exception as error:
        with speaking(spoken):
            await _end(service, error, send)


async def _end(service: Service, error: Exception, send: Send) -> None:
    """Tell why nothing more comes, and close."""
    found = error if isinstance(error, HotDiceError) else failed(error)
    service.metrics.refused(found.code)
    code = CLOSE.get(found.code, 4400)
    with contextlib.suppress(Exception):
        await send(_text(frame(error=_error_fields(found, None))))
        await send({"type": "websocket.close", "code": code, "reason": found.code})


async def _greet(
    service: Service, scope: Any, headers: dict[str, str], who: str, receive: Receive
) -> tuple[LiveGame, Hello, int | None]:
    """The game, the first frame and the seat of whoever comes."""
    if not same_origin(headers, service.proxies.speaks_for(scope)):
        raise HotDiceError("request/origin")
    place = PATH.fullmatch(scope["path"])
    if place is None:
        raise HotDiceError("path/unknown")
    try:
        text = await asyncio.wait_for(_next(receive), PATIENCE)
    except TimeoutError:
        raise HotDiceError("request/late", seconds=int(PATIENCE)) from None
    hello = _decoded(_first, text).hello
    admit(service, who, hello.token)
    live = await service.registry.game(place[1])
    if hello.token is None:
        return live, hello, None
    return live, hello, await service.registry.seat_of(live, hello.token)


class _Conversation:
    """One client at one game."""

    def __init__(
        self, service: Service, live: LiveGame, hello: Hello, seat: int | None, who: str
    ) -> None:
        self._service = service
        self._held = live
        self._hello = hello
        self._seat = seat
        watching = hello.token is None
        self._buckets = service.addresses if watching else service.tokens
        self._address = who
        self._who = who if hello.token is None else hashed(hello.token)
        self._refused = 0

    async def run(self, receive: Receive, send: Send) -> None:
        """Send what happens and do what is asked for, until somebody goes."""
        registry, live = self._service.registry, self._held
        invite = None if self._seat is None else live.invite
        welcome = frame(
            welcome={"seq": live.game.seq, "you": self._seat, "now": now(), "invite": invite}
        )
        outbox = await registry.watch(live, self._seat, self._hello.since, welcome)
        pump = asyncio.create_task(_pump(self._service, outbox, send))
        try:
            while True:
                text = await _next(receive)
                try:
                    await self._do(text, outbox)
                except HotDiceError as error:
                    self._refuse(error, text, outbox)
                except Exception as error:
                    self._refuse(failed(error), text, outbox)
        finally:
            registry.leave(live, outbox)
            pump.cancel()

    async def _do(self, text: str, outbox: Outbox) -> None:
        service, live, seat = self._service, self._held, self._seat
        allow(self._buckets, self._who)
        wanted = _decoded(_frames, text)
        if wanted.ping is not None:
            outbox.put(frame(pong={"now": now()}))
            return
        if seat is None:
            raise HotDiceError("token/missing")
        if live.tokens.get(seat) != self._who:  # somebody left, or has a newer token
            raise HotDiceError("token/wrong")
        if wanted.action is not None:
            if wanted.key is None:
                raise HotDiceError("request/invalid", reason="key")
            action = wanted.action.action()
            live.payer = self._address
            row, again = await act(
                service.registry, live, seat, action, wanted.expected, wanted.key
            )
            if again:
                outbox.put(frame(repeated={"key": wanted.key, "seq": row.event.seq}))
        elif wanted.reveal is not None:
            await seating.reveal(service.registry, live, seat, wanted.reveal.seed)
        elif wanted.rename is not None:
            await seating.rename(service.registry, live, seat, wanted.rename.name)
        elif wanted.react is not None:
            await seating.react(service.registry, live, seat, wanted.react.reaction)
        else:
            raise HotDiceError("request/invalid", reason="nothing is asked for")

    def _refuse(self, error: HotDiceError, text: str, outbox: Outbox) -> None:
        self._service.metrics.refused(error.code)
        if error.code in ("request/too-many", "request/invalid"):
            self._refused += 1
            if self._refused > STUBBORN:
                raise HotDiceError("request/stubborn")
        key = None
        with contextlib.suppress(HotDiceError):
            key = _decoded(_frames, text).key
        outbox.put(frame(error=_error_fields(error, key)))


async def _pump(service: Service, outbox: Outbox, send: Send) -> None:
    """Send what waits, and say goodbye at the end."""
    try:
        while frames := await outbox.take():
            for each in frames:
                await send(_text(each))
        await send({"type": "websocket.close", "code": ENDS[outbox.why]})
    except ClientDisconnected:
        pass
    except Exception as error:
        await _end(service, error, send)


async def _next(receive: Receive) -> str:
    message = await receive()
    if message["type"] == "websocket.disconnect":
        raise ClientGone
    text = message.get("text")
    if text is None:
        raise HotDiceError("request/invalid", reason="frames are text")
    found: str = text
    return found


def _decoded(decoder: "msgspec.json.Decoder[Any]", text: str) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise HotDiceError("request/invalid", reason=str(error)) from None


def _error_fields(error: HotDiceError, key: str | None) -> dict[str, Any]:
    found = refusal(error)
    return {"code": found.code, "message": found.message, "data": found.data, "key": key}


def _text(words: str) -> dict[str, Any]:
    return {"type": "websocket.send", "text": words}
