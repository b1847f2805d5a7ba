"""The WebSocket of a game: events go out, actions come in.

Plain ASGI without Litestar: every move takes this way, so each layer would cost time.
"""

import asyncio
import contextlib
import re

import msgspec

from hotdice.server.games import seating
from hotdice.server.games.live_game import LiveGame, frame
from hotdice.server.games.moves import act
from hotdice.server.games.outbox import EndReason, Outbox
from hotdice.server.games.registry import now
from hotdice.server.http.admission import charge
from hotdice.server.http.error_codes import ClientGone, internal_error
from hotdice.server.http.exchange import WebSocketExchange, error_fields, text_message
from hotdice.server.http.requests import ClientFrame, Hello, HelloFrame
from hotdice.server.http.service import Service, check_rate
from hotdice.server.http.strict_json import decode
from hotdice.server.storage.tokens import hashed
from hotdice.texts import HotDiceError, speaking

PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{22})/socket")
HELLO_TIMEOUT = 10.0  # seconds until the first frame has to come
MAX_BAD_FRAMES = 50  # invalid or rate-limited frames before a WebSocket is closed
END_CODES: dict[EndReason, int] = {"closing": 1012, "slow": 1013, "elsewhere": 4409}

_hello_decoder = msgspec.json.Decoder(HelloFrame)
_frame_decoder = msgspec.json.Decoder(ClientFrame)


async def serve_websocket(service: Service, exchange: WebSocketExchange) -> None:
    """Serve one WebSocket until either side closes it."""
    await exchange.accept()
    with service.ungreeted.hold(exchange.info.client):
        game, hello = await _charged_hello(service, exchange)
        live = await service.registry.game(game)
        seat = None if hello.token is None else await service.registry.seat_of(live, hello.token)
    session = _WebSocketSession(service, live, hello, seat, exchange)
    with speaking(exchange.language), service.open_requests.hold(session.owner):
        await session.run()


async def _charged_hello(service: Service, exchange: WebSocketExchange) -> tuple[str, Hello]:
    """The id of the game and the first frame, which is charged like a request.

    Without a frame that can be read there is no token, so it is charged to the address.
    """
    client = exchange.info.client
    try:
        match = PATH.fullmatch(exchange.info.path)
        if match is None:
            raise HotDiceError("path/unknown")
        hello = await _receive_hello(exchange)
    except (HotDiceError, ClientGone):
        charge(service, client, None)
        raise
    exchange.speak(hello.language)
    charge(service, client, hello.token)
    return match[1], hello


async def _receive_hello(exchange: WebSocketExchange) -> Hello:
    try:
        text = await asyncio.wait_for(_receive_text(exchange), HELLO_TIMEOUT)
    except TimeoutError:
        raise HotDiceError("request/late", seconds=int(HELLO_TIMEOUT)) from None
    found: HelloFrame = decode(_hello_decoder, text)
    return found.hello


class _WebSocketSession:
    """One client at one game."""

    def __init__(
        self,
        service: Service,
        live: LiveGame,
        hello: Hello,
        seat: int | None,
        exchange: WebSocketExchange,
    ) -> None:
        self._service = service
        self._live = live
        self._hello = hello
        self._seat = seat
        self._exchange = exchange
        watching = hello.token is None
        self._buckets = service.addresses if watching else service.tokens
        self._address = exchange.info.client
        # whose limits count: the hash of the token, or the address of who watches
        self.owner = self._address if hello.token is None else hashed(hello.token)
        self._bad_frames = 0

    async def run(self) -> None:
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
            None if self._seat is None else self.owner,
        )
        sender = asyncio.create_task(_send_frames(outbox, self._exchange))
        try:
            while True:
                text = await _receive_text(self._exchange)
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
        check_rate(self._buckets, self.owner)
        request = decode(_frame_decoder, text)
        if request.ping is not None:
            outbox.put(frame(pong={"now": now()}))
            return
        if seat is None:
            raise HotDiceError("token/missing")
        if live.tokens.get(seat) != self.owner:  # the player left, or has a newer token
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
            key = decode(_frame_decoder, text).key
        outbox.put(frame(error=error_fields(error, key)))


async def _send_frames(outbox: Outbox, exchange: WebSocketExchange) -> None:
    """Send queued frames; close the WebSocket when the outbox ends."""
    try:
        while frames := await outbox.take():
            for each in frames:
                await exchange.send(text_message(each))
        if outbox.end_reason == "replaced":
            raise HotDiceError("token/wrong")
        await exchange.send({"type": "websocket.close", "code": END_CODES[outbox.end_reason]})
    except ClientGone:
        pass
    except Exception as error:
        await exchange.refuse(error if isinstance(error, HotDiceError) else internal_error(error))


async def _receive_text(exchange: WebSocketExchange) -> str:
    text = (await exchange.receive()).get("text")
    if text is None:
        raise HotDiceError("request/invalid", reason="frames are text")
    found: str = text
    return found
