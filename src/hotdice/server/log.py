"""What the server writes down: one JSON object in a line, and never a secret."""

import sys
import time
from typing import Any

import msgspec


def log(what: str, **data: Any) -> None:
    """Write one line; `data` is plain and holds no token, seed or whole id."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    line = msgspec.json.encode({"time": f"{stamp}Z", "what": what, **data}).decode()
    print(line, file=sys.stderr, flush=True)


def short(game: str) -> str:
    """Enough of an id to follow a game through the log, too little to find it."""
    return game[:6]
