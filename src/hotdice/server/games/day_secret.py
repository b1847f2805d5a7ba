"""When the secret of a day is told, and when a result counts: never both.

A secret is told once its day is over by the server's clock, and the database notes that before.
From then on no result of that day counts, even if the clock is set back.
"""

from msgspec import UNSET

from hotdice.game.day import day_at
from hotdice.server.games.game import EventSourcedGame
from hotdice.server.games.live_game import LiveGame
from hotdice.server.games.registry import Registry, now

DAYS_BACK = 30  # so long the results of a day are kept, and its dice can be played
ENDED = ("over", "closed")


async def revealed(registry: Registry, live: LiveGame) -> str | None:
    """The secret of the day of a game that has ended, if the day has ended too."""
    day = live.game.info.day
    if day is UNSET or live.game.status not in ENDED or day.date >= str(day_at(now())):
        return None
    await registry.read(registry.store.days.reveal, day.date)
    return live.server_seed


async def is_counted(registry: Registry, game: EventSourcedGame) -> bool:
    """Whether a game that ends now gives a result of its day."""
    day = game.info.day
    if day is UNSET or not day.counts or day.date != str(day_at(now())):
        return False
    found = await registry.read(registry.store.days.find, day.date)
    return found is not None and not found.revealed
