"""What nobody may guess: ids of games and tokens of seats."""

import hmac
import secrets
from hashlib import sha256

BYTES = 16


def new() -> str:
    """128 random bits as 22 letters that fit into an address."""
    return secrets.token_urlsafe(BYTES)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Whether this is the token of which that was kept; takes as long either way."""
    return hmac.compare_digest(hashed(token), kept)
