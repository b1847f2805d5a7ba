"""Bots by their names: `random`, `threshold:N`, `cautious`, `bold`."""

from hotdice.bots.players import RandomBot, SensibleBot, ThresholdBot
from hotdice.game import Chooser
from hotdice.texts import HotDiceError

CAUTIOUS = 300
BOLD = 800
NAMES = ("random", "cautious", "bold", "threshold:N")


def make(name: str, key: int) -> Chooser:
    """The bot of that name; `key` is its own random stream."""
    kind, colon, parameter = name.partition(":")
    if kind == "threshold":
        if not (parameter.isascii() and parameter.isdigit()):
            raise HotDiceError("bot/threshold", found=parameter)
        return ThresholdBot(int(parameter))
    if colon or name not in NAMES:
        raise HotDiceError("bot/unknown", name=name, known=NAMES)
    if name == "random":
        return RandomBot(key)
    return SensibleBot(CAUTIOUS if name == "cautious" else BOLD)
