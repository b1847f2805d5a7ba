"""What somebody who hosts a server decides."""

import os
import sys

from msgspec import Struct

from hotdice.server.address import DRIVER, FILE, url_of
from hotdice.server.limits import Limits, Rates


class Settings(Struct, frozen=True):
    """Where it listens, where games are kept, whom it believes, and how long it waits.

    Finished games are deleted after `keep_finished` days, or never.
    In seconds, `to_reveal` is what people's browsers have to reveal their seeds, and after `alive`
    a stream without events gets an empty line.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    workers: int = 1
    proxies: tuple[str, ...] = ()
    rates: Rates = Rates()
    limits: Limits = Limits()
    to_reveal: float = 10.0
    alive: float = 15.0
    keep_finished: int | None = None

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        return url_of(self.database or f"{FILE}{usual_file()}")

    @property
    def shared(self) -> bool:
        """Whether several processes may use the database."""
        return self.url.startswith(DRIVER)


def usual_file() -> str:
    """The database in the user's data folder."""
    home = os.path.expanduser("~")
    usual = os.path.join(home, ".local", "share")
    if sys.platform == "darwin":
        usual = os.path.join(home, "Library", "Application Support")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or usual, "hotdice", "server.sqlite")
