"""Finished games that nobody keeps: deleted little by little, so that others can write meanwhile.

First a game gets the status `deleted` and loses its tokens, so that nobody finds it any more; then
its events go, and at last its row. What a stop leaves half done the next look finishes.
"""

import asyncio

from hotdice.server import log
from hotdice.server.games.registry import Registry

EVENTS = 500  # deleted in one transaction
BREATH = 0.05  # seconds between two of them


async def delete_finished(registry: Registry, before: int) -> None:
    """Delete games that were finished before a time, and in which nothing has happened since.

    Not those that somebody has open, nor those whose rematch is not finished: the people of the
    old game find their seats in the new one by it.
    """
    store, last, count = registry.store, "", 0
    while games := await registry.read(store.finished, before, last):
        for game in games:
            live = registry.known(game)
            if (live is None or not live.busy) and await registry.read(
                store.bury, game, registry.word
            ):
                if live is not None:
                    registry.drop(live)
                await _delete(registry, game)
                count += 1
        last = games[-1]
    for game in await registry.read(store.buried):
        await _delete(registry, game)
    if count:
        log.info("games-deleted", count=count)


async def _delete(registry: Registry, game: str) -> None:
    while await registry.read(registry.store.delete_events, game, EVENTS):
        await asyncio.sleep(BREATH)
