"""All the parts of one server process, started and stopped together."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hotdice.server import log
from hotdice.server.games.advice import Advisor
from hotdice.server.games.autoplay import Going
from hotdice.server.games.registry import Host
from hotdice.server.http.concurrency import AtOnce
from hotdice.server.http.transport.proxies import Proxies
from hotdice.server.limits import GREETING_OF_ONE, MOST_BUCKETS, OPEN_OF_ONE, Buckets, too_many
from hotdice.server.metrics import Metrics
from hotdice.server.rules.worker_pool import Rulebook
from hotdice.server.settings import Settings
from hotdice.server.storage.readiness import Readiness
from hotdice.server.storage.store import Store
from hotdice.server.storage.tokens import hashed

if TYPE_CHECKING:
    from hotdice.server.games.pg_notify import Crossing


class Service:
    """What routes and sockets work with."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings = replace(settings, rates=settings.rates.divided(settings.workers))
        self.proxies = Proxies(settings.proxies)
        self.metrics = Metrics()
        self.host = Host(store, self.metrics, settings)
        self.going = Going(self.host)
        self.crossing = _crossing(self.host, settings.url) if store.listens else None
        self.readiness = Readiness(store)
        self.rulebook = Rulebook()
        self.advisor = Advisor()
        self.open = AtOnce(OPEN_OF_ONE)
        self.greeting = AtOnce(GREETING_OF_ONE)
        self.tokens = Buckets(settings.rates.token)
        self.addresses = Buckets(settings.rates.address)
        self.new_games = Buckets(settings.rates.new_games)
        self.reckoning = Buckets(settings.rates.reckoning)

    async def start(self) -> None:
        """Begin to work."""
        if self.crossing is not None:
            await self.crossing.start()
        for kept in await self.host.read(self.host.store.newest_tokens, MOST_BUCKETS // 2):
            self.host.seated.add(kept)  # people who come back do not count to their address
        self.going.start()
        log.info("started", games=await self.host.read(self.host.store.count))

    async def close(self) -> None:
        """Let go of everything, once nobody is connected any more."""
        self.going.close()
        if self.crossing is not None:
            await self.crossing.close()
        await self.rulebook.close()
        self.advisor.close()
        self.readiness.close()
        await self.host.close()


def _crossing(host: Host, url: str) -> "Crossing":
    from hotdice.server.games.pg_notify import Crossing  # it needs PostgreSQL's library

    return Crossing(host, url)


def admit(service: Service, who: str, token: str | None) -> str:
    """Take one from whoever asks: from the token of a seat, or from the address; tells which.

    A token that nobody has seen to be right is worth nothing: anybody can make up another.
    """
    kept = None if token is None else hashed(token)
    if kept is not None and kept in service.host.seated:
        allow(service.tokens, kept)
        return kept
    allow(service.addresses, who)
    return who


def allow(buckets: Buckets, who: str) -> None:
    """Take one from somebody's bucket, or tell when there is one again."""
    too_many(buckets.wait(who))
