"""What somebody who hosts a server decides."""

from msgspec import Struct

from hotdice.server.limits import Limits, Rates
from hotdice.server.storage.database_url import is_shared, url_of


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
        return url_of(self.database)

    @property
    def shared(self) -> bool:
        """Whether several processes may use the database."""
        return is_shared(self.url)
