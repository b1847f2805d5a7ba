"""Games without an end, and how they are recognised."""

from hotdice.arena.match.blocks import Match
from hotdice.texts import HotDiceError, listed

MOST_TURNS = 10_000  # of each player
MOST_ROLLS = 100_000  # in one turn


def endless(match: Match, game: int) -> HotDiceError:
    """The error for a game that nobody ends.

    >>> from hotdice.rules import Rules
    >>> raise endless(Match(Rules.load("pig"), ("threshold:999",), 1), 7)
    Traceback (most recent call last):
    hotdice.texts.errors.HotDiceError: pig: game 7 of threshold:999 has no end: 10000 turns of \
each player, or 100000 rolls in one turn, were not enough
    """
    data = {"turns": MOST_TURNS, "rolls": MOST_ROLLS}
    bots = listed(match.bots)
    return HotDiceError("simulate/endless", rules=match.rules.name, bots=bots, game=game, **data)
