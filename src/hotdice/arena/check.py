"""What games can be asked for."""

from collections.abc import Sequence

from hotdice.bots.catalogue import open_bot
from hotdice.texts import HotDiceError

MOST_GAMES = 10**12


def check_games(games: int) -> None:
    """Refuse no games, and more than anybody can wait for."""
    if not 1 <= games <= MOST_GAMES:
        raise HotDiceError("arena/games", found=games, most=MOST_GAMES)


def own_names(bots: Sequence[str], limit: float) -> tuple[str, ...]:
    """Bots by their own names, if there are such bots.

    >>> own_names(["BOLD", "threshold:300"], limit=1.0)
    ('bold', 'threshold:300')
    """
    if not 0 < limit < float("inf"):
        raise HotDiceError("arena/limit", found=limit)
    return tuple(_own_name(bot, limit) for bot in bots)


def _own_name(bot: str, limit: float) -> str:
    if not bot.isprintable():
        raise HotDiceError("arena/name", name=ascii(bot))
    source = open_bot(bot, limit)
    source.close()
    return source.name
