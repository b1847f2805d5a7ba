"""The day's dice on a server whose clock is set: by day and hour."""

import os
import secrets
import time
from datetime import date
from pathlib import Path
from typing import Any

from support.serving import Player, Server

HOUR = 3_600_000
FIRST = date(2031, 5, 10)


def clocked(place: Path, database: str = "", day: date = FIRST, hour: float = 12.0) -> Server:
    """A server, not started, with a clock that is set to an hour of a day."""
    found = Server(database or f"sqlite:///{place}/db", place / "log", clock=str(place / "clock"))
    set_to(found, day, hour)
    return found


def set_to(server: Server, day: date, hour: float) -> None:
    """Set the clock of a server, which may run."""
    wanted = ((day - date(1970, 1, 1)).days * 24 + hour) * HOUR
    clock = Path(server.settings["clock"])
    written = clock.with_suffix(f".{os.getpid()}")
    written.write_text(str(round(wanted - time.time_ns() / 1e6)))
    written.replace(clock)  # at once: it is read all the time


def today(server: Server) -> dict[str, Any]:
    """The day now."""
    answer = server.get("/api/day")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def begin(server: Server, name: str = "Ann", day: str = "", key: str = "") -> Player:
    """A game with the dice of a day, today if no other is named."""
    path = f"/api/day/{day or today(server)['date']}/games"
    answer = server.post(path, {"name": name, "key": key or secrets.token_hex(8)})
    assert answer.status_code == 201, answer.text
    return Player(server, answer.json())
