"""Secrets that nobody can guess: ids of games, seat tokens, invitations and transfer codes."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

BYTES = 16
INVITE_BYTES = 9
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no look-alikes: no 0, O, 1, I, L, U
# 30 ** 10 codes. In the ten minutes of a code an address can make 24,200 requests (200 at once, 40
# a second): its chance to guess one of a thousand valid codes is 1 : 24,000,000.
CODE_LENGTH = 10


def new() -> str:
    """128 random bits as 22 URL-safe characters."""
    return secrets.token_urlsafe(BYTES)


def transfer_code() -> str:
    """A short secret for people to type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """A transfer code as somebody has typed it.

    >>> typed_code("abcde-23456 ")
    'ABCDE23456'
    """
    return "".join(text.upper().replace("-", " ").split())


def invite(server_seed: str, replaced: int = 0) -> str:
    """The invitation of a game after so many earlier ones: 72 bits as 12 URL-safe characters.

    It is derived from the server seed, which is revealed only when nobody can join any more.
    """
    what = f"hotdice invite {replaced}" if replaced else "hotdice invite"
    digest = hmac.digest(bytes.fromhex(server_seed), what.encode(), "sha256")
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
