"""Deletes old finished games in small transactions, so that others can write in between.

First a game gets the status `deleted` and loses its tokens, so that nobody finds it any more; then
its events are deleted, and last its row. What a stopped server leaves is deleted by the next run.
"""

import asyncio

from hotdice.server import log
from hotdice.server.games.registry import Registry

BATCH = 500  # deleted in one transaction
PAUSE = 0.05  # seconds between two of them


async def delete_finished(registry: Registry, before: int) -> None:
    """Delete finished games without events since a time.

    Not those that somebody has open, nor those whose rematch is not finished: players find their
    seats in the rematch through the old game.
    """
    store, last, count = registry.store, "", 0
    while games := await registry.read(store.finished, before, last):
        for game in games:
            live = registry.in_memory(game)
            if (live is None or not live.busy) and await registry.read(
                store.mark_deleted, game, registry.instance
            ):
                if live is not None:
                    registry.evict(live)
                await _delete(registry, game)
                count += 1
        last = games[-1]
    for game in await registry.read(store.half_deleted):
        await _delete(registry, game)
    if count:
        log.info("games-deleted", count=count)


async def _delete(registry: Registry, game: str) -> None:
    while await registry.read(registry.store.delete_events, game, BATCH):
        await asyncio.sleep(PAUSE)
