"""Bots by their names: `random`, `threshold:N`, `cautious`, `bold`."""

from hotdice.bots.players import RandomBot, SensibleBot, ThresholdBot
from hotdice.bots.source import BuiltIn, Source
from hotdice.game import Chooser
from hotdice.texts import HotDiceError

NAMES = ("random", "cautious", "bold", "threshold:N")
ROLLS = {"cautious": 0.75, "bold": 2.0}  # usual rolls of all the dice that are enough


def open_bot(name: str, limit: float = 10.0) -> Source:
    """The bot of that name; a program has `limit` seconds for each answer."""
    make(name, 0)
    return BuiltIn(name, lambda key, drawn: make(name, key, drawn))


def make(name: str, key: int, drawn: int = 0) -> Chooser:
    """The bot of that name; `key` is its own random stream, of which `drawn` numbers are used."""
    kind, colon, parameter = name.partition(":")
    if kind == "threshold":
        if not (parameter.isascii() and parameter.isdigit() and len(parameter) <= 9):
            raise HotDiceError("bot/threshold", found=parameter)
        return ThresholdBot(int(parameter))
    if colon or name not in NAMES:
        raise HotDiceError("bot/unknown", name=name or '""', known=NAMES)
    return RandomBot(key, drawn) if name == "random" else SensibleBot(ROLLS[name])
