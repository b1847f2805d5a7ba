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
        if is_bot(seat):
            make(bot_name(seat), 0)
        elif len(seat) > LONGEST or not seat.isprintable():
            raise HotDiceError("seat/name", name=ascii(seat), most=LONGEST)
    people = Counter(seat for seat in seats if not is_bot(seat))
    for name, count in people.items():
        if count > 1:
            raise HotDiceError("seat/twice", name=name)
    return seats


def is_bot(seat: str) -> bool:
    """Whether a bot sits there."""
    return seat.lower().startswith(BOT)


def bot_name(seat: str) -> str:
    """The name of the bot on a seat."""
    return seat[len(BOT) :].lower()


def names(seats: Sequence[str]) -> tuple[str, ...]:
    """What the players are called, each differently.

    >>> names(["Ann", "bot:bold", "bot:bold"])
    ('Ann', 'Bold', 'Bold 2')
    """
    found: list[str] = []
    taken = {seat for seat in seats if not is_bot(seat)}
    for seat in seats:
        name = called = bot_name(seat).capitalize() if is_bot(seat) else seat
        number = 1
        while is_bot(seat) and called in taken:
            number += 1
            called = f"{name} {number}"
        taken.add(called)
        found.append(called)
    return tuple(found)
