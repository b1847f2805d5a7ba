"""Errors as HTTP responses: the same form and headers wherever they are made."""

import msgspec

from hotdice.server.http.error_codes import error_response, status_of
from hotdice.texts import HotDiceError

Headers = list[tuple[bytes, bytes]]

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self'; "
    b"worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Headers = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]  # of every response


def render_error(error: HotDiceError) -> tuple[int, Headers, bytes]:
    """Status, headers and body of an error, in the current language."""
    headers = [(b"cache-control", b"no-store")]
    for name in ("allow", "retry_after"):
        if name in error.data:
            headers.append((name.replace("_", "-").encode(), str(error.data[name]).encode()))
    return status_of(error), headers, msgspec.json.encode(error_response(error))


def body_headers(body: bytes) -> Headers:
    """Content type and length of a JSON body."""
    return [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
