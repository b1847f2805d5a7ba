"""The settings of a server."""

from msgspec import Struct

from hotdice.server.limits import Limits, Rates
from hotdice.server.storage.database_url import is_shared, url_of


class Settings(Struct, frozen=True):
    """Address, database, trusted proxies, limits and timeouts.

    Finished games are deleted after `keep_finished` days; None keeps them.
    Browsers have `reveal_seconds` to reveal their seeds; a stream without events gets an empty line
    every `keepalive_seconds`.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    workers: int = 1
    proxies: tuple[str, ...] = ()
    rates: Rates = Rates()
    limits: Limits = Limits()
    reveal_seconds: float = 10.0
    keepalive_seconds: float = 15.0
    keep_finished: int | None = None

    @property
    def url(self) -> str:
        """The URL of the database for SQLAlchemy."""
        return url_of(self.database)

    @property
    def shared(self) -> bool:
        """Whether several processes can use the database."""
        return is_shared(self.url)
