"""Connections before they are requests: how many there may be, and how long they may take.

Nothing is read before there is room. When there is none, whoever has connected and asked for
nothing for longest gives way, so that silent connections never keep others out.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hotdice.server.http.error_responses import HEADERS as ALWAYS
from hotdice.server.http.error_responses import described, refused
from hotdice.server.http.transport.framing import StrictHttp
from hotdice.server.http.transport.proxies import Proxies
from hotdice.texts import HotDiceError, speaking

HEADERS = 10.0  # seconds for the headers of a request
BODY = 20.0  # seconds for its body
UNREAD = 60.0  # seconds in which a client takes nothing of what it is sent
BACKLOG = 64  # connections that are accepted at once, before one of them can be refused
RESERVE = BACKLOG + 136  # files for all that is no connection
MOST = 10_000


def room_for_connections() -> int:
    """Raise the limit of open files as far as it goes; how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else max(RESERVE, min(MOST, soft - RESERVE))


class Connections:
    """The open connections of one process.

    One address, unless it is that of a proxy that the host has named, has at most three quarters
    of the room.
    """

    def __init__(self, most: int, proxies: Proxies, refused: Callable[[str], None]) -> None:
        self._most = most
        self._proxies = proxies
        self.refused = refused  # is told the code of whatever is refused before it is a request
        self._by_address: Counter[str] = Counter()
        self._count = 0
        self._silent: dict[HttpConnection, None] = {}  # the oldest first

    def enter(self, connection: "HttpConnection", address: str) -> bool:
        """Whether there is room for one more."""
        most_of_one = self._most if self._proxies.named(address) else self._most * 3 // 4
        if self._by_address[address] >= most_of_one or self._count >= self._most:
            silent = next(iter(self._silent), None)
            if silent is None:
                return False
            silent.give_up()
        self._count += 1
        self._by_address[address] += 1
        self._silent[connection] = None
        return True

    def heard(self, connection: "HttpConnection") -> None:
        """Somebody has asked for something."""
        self._silent.pop(connection, None)

    def leave(self, address: str) -> None:
        """A connection of this address is closed."""
        self._count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class _Deadline:
    """Ends a connection that takes too long over what it is at."""

    def __init__(self) -> None:
        self._what: object = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport, what: object, seconds: float) -> None:
        """Begin to count, unless it counts for the same thing already."""
        if self._what is not what:
            self.clear()
            self._what = what
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, transport.abort)

    def clear(self) -> None:
        """Nothing is waited for."""
        self._what = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpConnection(H11Protocol):
    """A connection that has to say what it wants, and to take what it is sent."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.conn: StrictHttp = StrictHttp(h11.SERVER)
        self._connections = connections
        self._reading, self._writing = _Deadline(), _Deadline()
        self._address: str | None = None
        self._is_websocket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count, if there is room."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self._connections.enter(self, address):
            transport.abort()
            return
        self._address = address
        self._reading.set(transport, h11.IDLE, HEADERS)

    def data_received(self, data: bytes) -> None:
        """Take some bytes; what is still missing has its time."""
        super().data_received(data)
        if self._is_websocket:
            return
        state = self.conn.their_state
        if state is h11.IDLE:
            self._reading.set(self.transport, state, HEADERS)
            return
        self._connections.heard(self)
        if state is h11.SEND_BODY:
            self._reading.set(self.transport, state, BODY)
        else:
            self._reading.clear()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket."""
        self._is_websocket = True  # from here on its own deadlines count
        self._connections.heard(self)
        self._reading.clear()
        self._writing.clear()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and whatever comes behind it."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            with speaking("en"):  # in which language it was asked cannot be read either
                error = HotDiceError("request/malformed", reason=self.conn.wrong)
                status, headers, body = refused(error)
            self._connections.refused(error.code)
            headers += [*described(body), (b"connection", b"close"), *ALWAYS]
            start = h11.Response(status_code=status, headers=headers, reason=b"Bad Request")
            for event in (start, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for another request."""
        super().on_response_complete()
        self._reading.clear()

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        super().pause_writing()
        self._writing.set(self.transport, "write", UNREAD)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._writing.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: make room for another."""
        super().connection_lost(exc)
        self._leave()

    def give_up(self) -> None:
        """Make room for somebody else."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._reading.clear()
        self._writing.clear()
        self._connections.heard(self)
        if self._address is not None:
            self._connections.leave(self._address)
            self._address = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket, and was counted before."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._connections = connections
        self._writing = _Deadline()

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        super().pause_writing()
        self._writing.set(self.transport, "write", UNREAD)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._writing.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: make room for another."""
        super().connection_lost(exc)
        self._writing.clear()
        self._connections.leave(self.client[0] if self.client else "?")
