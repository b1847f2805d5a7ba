"""All the parts of one server process, started and stopped together."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hotdice.server import log
from hotdice.server.games.advice import Advisor
from hotdice.server.games.autoplay import Autoplay
from hotdice.server.games.registry import Registry
from hotdice.server.http.concurrency import ConcurrencyLimit
from hotdice.server.http.transport.proxies import Proxies
from hotdice.server.limits import GREETING_OF_ONE, MOST_BUCKETS, OPEN_OF_ONE, Buckets, too_many
from hotdice.server.metrics import Metrics
from hotdice.server.review.reviewer import Reviewer
from hotdice.server.rules.worker_pool import WorkerPool
from hotdice.server.settings import Settings
from hotdice.server.storage.readiness import Readiness
from hotdice.server.storage.store import Store
from hotdice.server.storage.tokens import hashed

if TYPE_CHECKING:
    from hotdice.server.games.pg_notify import PgNotify


class Service:
    """What routes and sockets work with."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings = replace(settings, rates=settings.rates.divided(settings.workers))
        self.proxies = Proxies(settings.proxies)
        self.metrics = Metrics()
        self.registry = Registry(store, self.metrics, settings)
        self.autoplay = Autoplay(self.registry)
        self.pg_notify = _pg_notify(self.registry, settings.url) if store.listens else None
        self.readiness = Readiness(store)
        self.rule_workers = WorkerPool()
        self.advisor = Advisor()
        self.reviewer = Reviewer()
        self.open = ConcurrencyLimit(OPEN_OF_ONE)
        self.greeting = ConcurrencyLimit(GREETING_OF_ONE)
        self.tokens = Buckets(settings.rates.token)
        self.addresses = Buckets(settings.rates.address)
        self.new_games = Buckets(settings.rates.new_games)
        self.reckoning = Buckets(settings.rates.reckoning)

    async def start(self) -> None:
        """Listen to other processes, and go on with the games under way."""
        if self.pg_notify is not None:
            await self.pg_notify.start()
        for kept in await self.registry.read(self.registry.store.newest_tokens, MOST_BUCKETS // 2):
            self.registry.seated.add(kept)  # people who come back do not count to their address
        self.autoplay.start()
        log.info("started", games=await self.registry.read(self.registry.store.count))

    async def close(self) -> None:
        """Let go of everything, once nobody is connected any more."""
        self.autoplay.close()
        if self.pg_notify is not None:
            await self.pg_notify.close()
        await self.rule_workers.close()
        self.advisor.close()
        await self.reviewer.close()
        self.readiness.close()
        await self.registry.close()


def _pg_notify(registry: Registry, url: str) -> "PgNotify":
    from hotdice.server.games.pg_notify import PgNotify  # it needs PostgreSQL's library

    return PgNotify(registry, url)


def admit(service: Service, who: str, token: str | None) -> str:
    """Take one from whoever asks: from the token of a seat, or from the address; tells which.

    A token that nobody has seen to be right is worth nothing: anybody can make up another.
    """
    kept = None if token is None else hashed(token)
    if kept is not None and kept in service.registry.seated:
        allow(service.tokens, kept)
        return kept
    allow(service.addresses, who)
    return who


def allow(buckets: Buckets, who: str) -> None:
    """Take one from somebody's bucket, or tell when there is one again."""
    too_many(buckets.wait(who))
