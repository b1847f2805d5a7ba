"""What nobody may guess: ids of games, tokens of seats, and invitations."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

BYTES = 16
INVITE_BYTES = 9


def new() -> str:
    """128 random bits as 22 letters that fit into an address."""
    return secrets.token_urlsafe(BYTES)


def invite(server_seed: str) -> str:
    """What a table's link carries beside its id: 72 bits as 12 letters that fit into an address.

    They follow from the seed that the server reveals when nobody can sit down any more.
    """
    digest = hmac.digest(bytes.fromhex(server_seed), b"hotdice invite", "sha256")
    return urlsafe_b64encode(digest[:INVITE_BYTES]).decode()


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Whether this is the token of which that was kept; takes as long either way."""
    return hmac.compare_digest(hashed(token), kept)


def same(brought: str, right: str) -> bool:
    """Whether this is the right secret; takes as long either way."""
    return hmac.compare_digest(brought.encode(), right.encode())
