"""The handshake of a WebSocket; a wrong one is an ordinary request, which is refused as such."""

import logging
from typing import Any

from websockets.exceptions import InvalidHandshake
from websockets.http11 import Request
from websockets.server import ServerProtocol

WRONG_HANDSHAKE = "hotdice.wrong_handshake"  # in the scope of a request: what is wrong with it


def mistake_in(scope: Any) -> str | None:
    """What is wrong with the handshake in the scope of a request; None if it is right.

    The library that opens WebSockets is asked, and reads what it would be given: it does not
    answer where it finds headers too long or too many.
    """
    query = scope["query_string"]
    target = scope["raw_path"] + (b"?" + query if query else b"")
    lines = [scope["method"].encode() + b" " + target + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in scope["headers"]]
    library = ServerProtocol(logger=logging.getLogger("uvicorn.error"))  # which is quieter
    library.receive_data(b"\r\n".join([*lines, b"", b""]))
    try:
        match library.events_received():
            case [Request() as request]:
                library.process_request(request)
                return None
        error = library.handshake_exc
    except InvalidHandshake as found:
        error = found
    return f"no WebSocket handshake: {error}"[:200]
