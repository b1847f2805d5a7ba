"""The day's dice: ten rounds alone, with the same dice for everybody on a day.

Days begin at midnight UTC. The dice are fair dice of one seat without a seed, and the server's seed
is the day's secret, which the server draws for each day and reveals on the next. So nobody's
choices change anybody's dice, and a record of such a game proves them like any other.
"""

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache

from hotdice.game.fair import FairDice, fair_dice
from hotdice.rules import Rules
from hotdice.texts import HotDiceError

MILLISECONDS = 86_400_000  # of a day
ROUNDS = 10
FIRST = date(2025, 12, 31)  # the day before day 1
EPOCH = date(1970, 1, 1)
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@cache
def day_rules() -> Rules:
    """The rules of every day."""
    return Rules.load("basic", rounds=ROUNDS, title="The day's dice")


def day_dice(secret: str) -> FairDice:
    """The dice of a day from its secret, in hex.

    >>> from hotdice.game.driver import Throw
    >>> day_dice("00" * 32).roll(Throw(seat=0, turn=0, roll=0, count=6))
    (2, 3, 4, 5, 4, 1)
    """
    return fair_dice(secret, [None])


def day_at(milliseconds: int) -> date:
    """The day of a time since 1970.

    >>> day_at(1_780_272_000_000 - 1), day_at(1_780_272_000_000)
    (datetime.date(2026, 5, 31), datetime.date(2026, 6, 1))
    """
    return datetime.fromtimestamp(milliseconds // 1000, UTC).date()


def end_of(day: date) -> int:
    """The time of its midnight, in milliseconds since 1970."""
    return (day - EPOCH + timedelta(1)).days * MILLISECONDS


def number_of(day: date) -> int:
    """What a day is called in a result: 1 January 2026 is day 1.

    >>> number_of(date(2026, 1, 1)), number_of(date(2026, 11, 20))
    (1, 324)
    """
    return (day - FIRST).days


def read_day(text: str) -> date:
    """A day as it stands in an address, such as 2026-11-20."""
    try:
        if DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise HotDiceError("day/unknown")
