"""Limits and timeouts of connections.

When there is no room for another connection, the oldest one that has not sent a request is closed,
so idle connections never keep others out.
"""

import asyncio
import resource
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hotdice.server.http.error_responses import HEADERS as SECURITY_HEADERS
from hotdice.server.http.error_responses import body_headers, render_error
from hotdice.server.http.transport.framing import StrictHttp
from hotdice.server.http.transport.handshake import WRONG_HANDSHAKE, mistake_in
from hotdice.server.http.transport.proxies import Proxies, limit_group
from hotdice.server.metrics import Metrics
from hotdice.texts import HotDiceError, speaking

HEADERS_TIMEOUT = 10.0  # seconds until the headers of a request are complete
BODY_TIMEOUT = 20.0  # seconds until its body is complete
WRITE_TIMEOUT = 60.0  # seconds in which a client reads nothing
BACKLOG = 64  # connections that the kernel accepts before we can refuse them
RESERVED_FILES = BACKLOG + 136  # file descriptors for everything else
MAX_CONNECTIONS = 10_000


def connection_limit() -> int:
    """Raise the limit of open files as far as possible; how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + RESERVED_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return (
        MAX_CONNECTIONS
        if soft == resource.RLIM_INFINITY
        else max(RESERVED_FILES, min(MAX_CONNECTIONS, soft - RESERVED_FILES))
    )


class Connections:
    """The open connections of one process.

    One address, or one IPv6 network, may have at most three quarters of them, unless it is a
    trusted proxy.
    """

    def __init__(self, limit: int, proxies: Proxies, metrics: Metrics) -> None:
        self._limit = limit
        self._proxies = proxies
        self.metrics = metrics  # malformed requests are counted by connections
        self._by_group: Counter[str] = Counter()
        self._count = 0
        self._idle: dict[HttpConnection, None] = {}  # the oldest first

    def add(self, connection: "HttpConnection", address: str) -> bool:
        """Add a connection, closing an idle one if necessary; False if there is no room."""
        limit = self._limit if self._proxies.is_trusted(address) else self._limit * 3 // 4
        group = limit_group(address)
        if self._by_group[group] >= limit or self._count >= self._limit:
            oldest = next(iter(self._idle), None)
            if oldest is None:
                return False
            oldest.evict()
        self._count += 1
        self._by_group[group] += 1
        self._idle[connection] = None
        return True

    def mark_active(self, connection: "HttpConnection") -> None:
        """A connection has sent a request, so it is not idle any more."""
        self._idle.pop(connection, None)

    def remove(self, address: str) -> None:
        """Remove a connection of this address."""
        self._count -= 1
        group = limit_group(address)
        self._by_group[group] -= 1
        if not self._by_group[group]:
            del self._by_group[group]


class _Deadline:
    """Aborts a connection that takes too long."""

    def __init__(self) -> None:
        self._what: object = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport, what: object, seconds: float) -> None:
        """Start the timer, unless it runs for the same state already."""
        if self._what is not what:
            self.clear()
            self._what = what
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, transport.abort)

    def clear(self) -> None:
        """Stop the timer."""
        self._what = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _WriteTimeout(asyncio.Protocol):
    """Aborts a connection whose client does not read what it is sent."""

    transport: asyncio.Transport
    _writing: _Deadline

    def pause_writing(self) -> None:
        """The send buffer is full: start the timer."""
        super().pause_writing()
        self._writing.set(self.transport, "write", WRITE_TIMEOUT)

    def resume_writing(self) -> None:
        """The client reads again: stop the timer."""
        super().resume_writing()
        self._writing.clear()


class HttpConnection(_WriteTimeout, H11Protocol):
    """An HTTP connection with limits and timeouts."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.conn: StrictHttp = StrictHttp(h11.SERVER)
        self._connections = connections
        self._reading, self._writing = _Deadline(), _Deadline()
        self._address: str | None = None
        self._is_websocket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection, or abort it if there is no room."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self._connections.add(self, address):
            transport.abort()
            return
        self._address = address
        self._reading.set(transport, h11.IDLE, HEADERS_TIMEOUT)

    def data_received(self, data: bytes) -> None:
        """Handle data, and set the timeout for what is missing."""
        super().data_received(data)
        if self._is_websocket:
            return
        state = self.conn.their_state
        if state is h11.IDLE:
            self._reading.set(self.transport, state, HEADERS_TIMEOUT)
            return
        self._connections.mark_active(self)
        if state is h11.SEND_BODY:
            self._reading.set(self.transport, state, BODY_TIMEOUT)
        else:
            self._reading.clear()

    def _should_upgrade(self) -> bool:
        """Whether a request opens a WebSocket; a wrong handshake is answered like any request."""
        if not super()._should_upgrade():
            return False
        self.scope[WRONG_HANDSHAKE] = wrong = mistake_in(self.scope)  # type: ignore[literal-required]
        return wrong is None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to the WebSocket protocol."""
        self._is_websocket = True  # it has timeouts of its own
        self._connections.mark_active(self)
        self._reading.clear()
        self._writing.clear()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Send our own error for a malformed request, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            with speaking("en"):  # the headers with the language may be unreadable
                error = HotDiceError("request/malformed", reason=self.conn.wrong)
                status, headers, body = render_error(error)
            self._connections.metrics.count_refusal(error.code)
            headers += [*body_headers(body), (b"connection", b"close"), *SECURITY_HEADERS]
            start = h11.Response(status_code=status, headers=headers, reason=b"Bad Request")
            for event in (start, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        """Stop the timer: keep-alive is up to uvicorn."""
        super().on_response_complete()
        self._reading.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: make room for another."""
        super().connection_lost(exc)
        self._release()

    def evict(self) -> None:
        """Close the connection to make room for another."""
        self._release()
        self.transport.abort()

    def _release(self) -> None:
        self._reading.clear()
        self._writing.clear()
        self._connections.mark_active(self)
        if self._address is not None:
            self._connections.remove(self._address)
            self._address = None


class WebSocketConnection(_WriteTimeout, WebSocketsSansIOProtocol):
    """A connection upgraded to a WebSocket; it was counted as an HTTP connection before."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._connections = connections
        self._writing = _Deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: make room for another."""
        super().connection_lost(exc)
        self._writing.clear()
        self._connections.remove(self.client[0] if self.client else "?")
