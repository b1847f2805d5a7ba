"""Checks the arguments of a match or a tournament."""

from collections.abc import Sequence
from typing import SupportsIndex

from hotdice.bots.catalogue import open_bot
from hotdice.rules.whole import whole
from hotdice.texts import HotDiceError
from hotdice.texts.signs import shown

MOST_GAMES = 10**12


def check_games(games: SupportsIndex) -> int:
    """The number of games as a plain int; refuses 0, and more than anybody could wait for."""
    plain = whole(games)
    if plain is None or not 1 <= plain <= MOST_GAMES:
        raise HotDiceError("arena/games", found=shown(games), most=MOST_GAMES)
    return plain


def own_names(bots: Sequence[str], limit: float) -> tuple[str, ...]:
    """The bots' canonical names; raises an error if there is no such bot.

    >>> own_names(["BOLD", "threshold:300"], limit=1.0)
    ('bold', 'threshold:300')
    """
    if not 0 < limit < float("inf"):
        raise HotDiceError("arena/limit", found=limit)
    for bot in bots:
        if not isinstance(bot, str):
            raise HotDiceError("arena/not-named", found=shown(bot))
    return tuple(_own_name(bot, limit) for bot in bots)


def _own_name(bot: str, limit: float) -> str:
    if not bot.isprintable():
        raise HotDiceError("arena/name", name=ascii(bot))
    source = open_bot(bot, limit)
    source.close()
    return source.name
