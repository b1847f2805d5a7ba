"""Who sits where: each seat is a person's name, or `bot:` and a bot's name."""

from collections import Counter
from collections.abc import Sequence

from hotdice.bots.catalogue import make
from hotdice.texts import HotDiceError

BOT = "bot:"
LONGEST = 24


def read_seats(text: str) -> tuple[str, ...]:
    """Seats as people type them.

    >>> read_seats("Ann, bot:bold")
    ('Ann', 'bot:bold')
    """
    seats = tuple(" ".join(word.split()) for word in text.split(","))
    for seat in seats:
        if not seat:
            raise HotDiceError("seat/empty", found=text or '""')
        if bot_name(seat):
            make(bot_name(seat), 0)
        elif len(seat) > LONGEST or not seat.isprintable():
            raise HotDiceError("seat/long", name=seat, most=LONGEST)
    people = Counter(seat for seat in seats if not bot_name(seat))
    for name, count in people.items():
        if count > 1:
            raise HotDiceError("seat/twice", name=name)
    return seats


def bot_name(seat: str) -> str:
    """The bot's name, empty for a person."""
    return seat.removeprefix(BOT) if seat.startswith(BOT) else ""


def names(seats: Sequence[str]) -> tuple[str, ...]:
    """What the players are called, each differently.

    >>> names(["Ann", "bot:bold", "bot:bold"])
    ('Ann', 'Bold', 'Bold 2')
    """
    found: list[str] = []
    for seat in seats:
        name = bot_name(seat).capitalize() or seat
        same = 1 + sum(other.split(" ")[0] == name for other in found)
        found.append(name if name not in found else f"{name} {same}")
    return tuple(found)
