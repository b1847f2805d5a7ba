"""What every request and every WebSocket has to pass: the state of the server, origin, limits."""

from hotdice.server.games.registry import closing_error
from hotdice.server.http.request_info import RequestInfo
from hotdice.server.http.service import Service, check_rate
from hotdice.server.limits import MAX_BODY_BYTES
from hotdice.server.storage.tokens import hashed
from hotdice.texts import HotDiceError


def check(service: Service, info: RequestInfo) -> None:
    """Refuse what can be refused before anybody knows whose it is."""
    if service.registry.closing:
        raise closing_error()
    if info.wrong_handshake is not None:
        raise HotDiceError("request/malformed", reason=info.wrong_handshake)
    if info.may_change and not info.same_origin:
        raise HotDiceError("request/origin")
    length = info.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:12]) > MAX_BODY_BYTES:
        raise HotDiceError("request/large", most=MAX_BODY_BYTES)


def charge(service: Service, client: str, token: str | None) -> str:
    """Charge a request or a first frame to its seat token, or else to its address; returns which.

    Only tokens known to be valid count: anybody can make others up.
    """
    token_hash = None if token is None else hashed(token)
    if token_hash is not None and token_hash in service.registry.known_tokens:
        check_rate(service.tokens, token_hash)
        return token_hash
    check_rate(service.addresses, client)
    return client
