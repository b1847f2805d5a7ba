"""Who sits where: each seat is a person's name, or `bot:` and a bot's name."""

from collections import Counter
from collections.abc import Sequence

from hotdice.bots.built_in import BUILT_IN
from hotdice.bots.catalogue import PROGRAM, open_bot
from hotdice.bots.command import has_open_quote, short_name
from hotdice.game.record import BOT, LONGEST_SEAT
from hotdice.texts import HotDiceError, say
from hotdice.texts.signs import printable, quoted, seen

LONGEST = 24


def read_seats(text: str) -> tuple[str, ...]:
    """Seats as people type them.

    >>> read_seats("Ann, bot:bold")
    ('Ann', 'bot:bold')
    """
    seats = _split(text)
    for seat in seats:
        if not seat:
            raise HotDiceError("seat/empty", found=text or '""')
        most = LONGEST_SEAT if is_bot(seat) else LONGEST
        if not seen(seat) or len(seat) > most or not printable(seat):
            raise HotDiceError("seat/name", name=quoted(seat), most=most)
        if is_bot(seat):
            open_bot(bot_name(seat)).close()
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
    return seat[len(BOT) :].strip()


def program(seat: str) -> str | None:
    """The command of the program on a seat, if one sits there.

    >>> program("bot:exec:./mybot --deep"), program("bot:bold")
    ('./mybot --deep', None)
    """
    kind, _, command = bot_name(seat).partition(":")
    return command if is_bot(seat) and kind.lower() == PROGRAM else None


def names(seats: Sequence[str]) -> tuple[str, ...]:
    """What the players are called, each differently.

    >>> names(["Ann", "bot:bold", "bot:bold"])
    ('Ann', 'Bold', 'Bold 2')
    >>> names(["bot:human:3", "bot:human:4", "bot:human:4"])
    ('Easy', 'Level 4', 'Level 4 (2)')
    """
    found: list[str] = []
    taken = {seat for seat in seats if not is_bot(seat)}
    for seat in seats:
        name = unique = _name(seat)
        number = 1
        while is_bot(seat) and unique in taken:
            number += 1
            unique = f"{name} ({number})" if name[-1:].isdigit() else f"{name} {number}"
        taken.add(unique)
        found.append(unique)
    return tuple(found)


def _name(seat: str) -> str:
    command = program(seat)
    if command is not None:
        return short_name(command)
    if not is_bot(seat):
        return seat
    bot = bot_name(seat)
    kind, _, parameter = bot.partition(":")
    declared = BUILT_IN.get(kind.lower())
    level = declared.named_levels.get(bot.lower()) if declared else None
    if level is None and declared and declared.levels:
        return say("bot.level", level=parameter)
    name = bot if level is None else say(f"level.{level}")
    return name[:1].upper() + name[1:]


def _split(text: str) -> tuple[str, ...]:
    """The seats between the commas; a comma inside the quotes of a command is part of it."""
    seats: list[str] = []
    for word in text.split(","):
        if seats and has_open_quote(program(seats[-1]) or ""):
            seats[-1] += f",{word}"
        else:
            seats.append(word.lstrip())
    return tuple(
        " ".join(seat.split()) if program(seat) is None else seat.strip() for seat in seats
    )
