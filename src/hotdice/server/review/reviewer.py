"""Reviews of games, computed in worker processes; those of finished games are cached."""

from collections import OrderedDict

from hotdice.server.fair_queue import FairQueue
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.record import record_text
from hotdice.server.games.registry import Registry
from hotdice.server.review.worker import ReviewQuery, ReviewResult
from hotdice.server.rules.worker_pool import Worker
from hotdice.texts import HotDiceError, say

TIMEOUT = 60.0
WORKERS = 2
CACHE_BYTES = 1 << 24  # of packed reviews: some thousand games
MAX_ANSWER_BYTES = 1 << 25
OVER = ("over", "closed")
BOTS = ("Mira", "Otto", "Pia", "Theo", "Juno", "Kaj", "Lena", "Bo", "Ines")  # as in web/view.js

Key = tuple[str, str, tuple[str, ...]]


class Reviewer:
    """Reviews of games."""

    def __init__(self) -> None:
        module = "hotdice.server.review.worker"
        self._workers = [
            Worker(module, ReviewResult, TIMEOUT, MAX_ANSWER_BYTES) for _ in range(WORKERS)
        ]
        self._queue = FairQueue(self._workers)
        self._known: OrderedDict[Key, ReviewResult] = OrderedDict()
        self._size = 0

    async def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            await worker.end()

    async def review(self, registry: Registry, live: LiveGame, client: str) -> ReviewResult:
        """What is known of a game; raises the reason if there is nothing.

        `client` is the address that waits in the queue.
        """
        game = live.game
        if game.state is None:
            raise HotDiceError("game/not-playing", status=game.status)
        ended = game.status in OVER
        if not ended and not game.info.advice:
            raise HotDiceError("review/not-over")
        names = display_names(game)
        key = (live.id, say("language"), tuple(names))
        if key in self._known:
            return self._cached(key)
        text = await record_text(registry, live)
        async with self._queue.place(client) as worker:
            if key in self._known:  # by another request for the same game
                return self._cached(key)
            found = await worker.ask(ReviewQuery(text, names, say("language")))
        if found is None:
            raise HotDiceError("review/slow", seconds=int(TIMEOUT))
        if not found.report:
            raise HotDiceError("review/not-at-hand", rules=game.rules.name)
        if ended:
            self._cache(key, found)
        return found

    def _cached(self, key: Key) -> ReviewResult:
        self._known.move_to_end(key)
        return self._known[key]

    def _cache(self, key: Key, found: ReviewResult) -> None:
        self._size += found.size - self._known.pop(key, ReviewResult()).size
        self._known[key] = found
        while self._size > CACHE_BYTES:
            self._size -= self._known.popitem(last=False)[1].size


def display_names(game: EventSourcedGame) -> list[str]:
    """The names of all seats; bots get names that no person has."""
    people = {seat.name for seat in game.seats if seat.kind == "person"}
    free = iter([name for name in BOTS if name not in people])
    return [next(free) if seat.kind == "bot" else seat.name or "" for seat in game.seats]
