"""The components of one server process, started and stopped together."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hotdice.server import log
from hotdice.server.advice.advisor import Advisor
from hotdice.server.day.days import Days
from hotdice.server.games.autoplay import Autoplay
from hotdice.server.games.registry import Registry
from hotdice.server.http.concurrency import ConcurrencyLimit
from hotdice.server.http.transport.proxies import Proxies
from hotdice.server.limits import (
    MAX_BUCKETS,
    MAX_OPEN_PER_CLIENT,
    MAX_UNGREETED_PER_ADDRESS,
    Buckets,
    check_wait,
)
from hotdice.server.metrics import Metrics
from hotdice.server.review.reviewer import Reviewer
from hotdice.server.rules.worker_pool import WorkerPool
from hotdice.server.settings import Settings
from hotdice.server.storage.readiness import Readiness
from hotdice.server.storage.store import Store

if TYPE_CHECKING:
    from hotdice.server.games.pg_notify import PgNotify


class Service:
    """What HTTP routes and WebSockets use."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings = replace(settings, rates=settings.rates.divided(settings.workers))
        self.proxies = Proxies(settings.proxies)
        self.metrics = Metrics()
        self.registry = Registry(store, self.metrics, settings)
        self.autoplay = Autoplay(self.registry)
        self.pg_notify = _pg_notify(self.registry, settings.url) if store.has_notify else None
        self.readiness = Readiness(store)
        self.rule_workers = WorkerPool()
        self.advisor = Advisor()
        self.reviewer = Reviewer()
        self.days = Days(self.registry)
        self.open_requests = ConcurrencyLimit(MAX_OPEN_PER_CLIENT)
        self.ungreeted = ConcurrencyLimit(MAX_UNGREETED_PER_ADDRESS)
        self.tokens = Buckets(settings.rates.token)
        self.addresses = Buckets(settings.rates.address)
        self.new_games = Buckets(settings.rates.new_games)
        self.computing = Buckets(settings.rates.computing)
        self.day_games = Buckets(settings.rates.day_games)

    async def start(self) -> None:
        """Listen for changes by other processes, and resume games that were interrupted."""
        if self.pg_notify is not None:
            await self.pg_notify.start()
        for token_hash in await self.registry.read(
            self.registry.store.newest_tokens, MAX_BUCKETS // 2
        ):
            self.registry.known_tokens.add(
                token_hash
            )  # returning players do not count towards their address
        self.autoplay.start()
        log.info("started", games=await self.registry.read(self.registry.store.count))

    async def close(self) -> None:
        """Close everything; no client is connected any more."""
        self.autoplay.close()
        if self.pg_notify is not None:
            await self.pg_notify.close()
        await self.rule_workers.close()
        await self.advisor.close()
        await self.reviewer.close()
        self.readiness.close()
        await self.registry.close()


def _pg_notify(registry: Registry, url: str) -> "PgNotify":
    from hotdice.server.games.pg_notify import PgNotify  # imports psycopg

    return PgNotify(registry, url)


def check_rate(buckets: Buckets, client: str) -> None:
    """Take a token from a client's bucket, or refuse the request."""
    check_wait(buckets.take(client))
