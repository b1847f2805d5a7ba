"""Secrets that nobody can guess: ids of games, seat tokens and invitations."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

BYTES = 16
INVITE_BYTES = 9


def new() -> str:
    """128 random bits as 22 URL-safe characters."""
    return secrets.token_urlsafe(BYTES)


def invite(server_seed: str) -> str:
    """The invitation of a game: 72 bits as 12 URL-safe characters.

    It is derived from the server seed, which is revealed only when nobody can join any more.
    """
    digest = hmac.digest(bytes.fromhex(server_seed), b"hotdice invite", "sha256")
    return urlsafe_b64encode(digest[:INVITE_BYTES]).decode()


def hashed(token: str) -> str:
    """The hash of a token, which is stored instead of it."""
    return sha256(token.encode()).hexdigest()


def matches(token: str, token_hash: str) -> bool:
    """Whether a token has this hash, in constant time."""
    return hmac.compare_digest(hashed(token), token_hash)


def same(given: str, expected: str) -> bool:
    """Whether two secrets are equal, in constant time."""
    return hmac.compare_digest(given.encode(), expected.encode())
