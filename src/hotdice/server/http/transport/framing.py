"""Strict HTTP/1.1 framing against request smuggling."""

from typing import Any

import h11


class StrictHttp(h11.Connection):
    """Refuses requests with an ambiguous length (RFC 9112, 6.1 and 6.3).

    h11 itself refuses conflicting lengths and any transfer coding but `chunked`.
    """

    wrong = ""  # what was wrong with the last request

    def next_event(self) -> Any:
        """The next event of the connection; a request is checked before it is passed on."""
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                _check(event)
        except h11.RemoteProtocolError as error:
            self.wrong = str(error)[:200]
            raise
        return event


def _check(request: h11.Request) -> None:
    names = {name for name, _ in request.headers}
    if b"transfer-encoding" not in names:
        return
    if b"content-length" in names:
        raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
    if request.http_version != b"1.1":
        raise h11.RemoteProtocolError("Transfer-Encoding before HTTP/1.1")
