"""A refusal as it goes out: the same form, and the same headers, wherever it is made."""

import msgspec

from hotdice.server.http.errors import refusal, status_of
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
]  # of every answer


def refused(error: HotDiceError) -> tuple[int, Headers, bytes]:
    """The status, the headers of its own and the body, in the language that is spoken."""
    headers = [(b"cache-control", b"no-store")]
    for name in ("allow", "retry_after"):
        if name in error.data:
            headers.append((name.replace("_", "-").encode(), str(error.data[name]).encode()))
    return status_of(error), headers, msgspec.json.encode(refusal(error))


def described(body: bytes) -> Headers:
    """The headers that tell what a body is."""
    return [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
