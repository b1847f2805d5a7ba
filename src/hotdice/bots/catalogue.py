"""Bots by their names: those of this package, programs (`exec:./mybot`), and installed ones."""

from collections.abc import Callable

from hotdice.bots.players import RandomBot, SensibleBot, ThresholdBot
from hotdice.bots.source import BuiltIn, Maker, Source
from hotdice.game import Chooser
from hotdice.texts import HotDiceError

LIMIT = 10.0  # seconds that a program has for each answer
PROGRAM = "exec"


def _threshold(parameter: str) -> Maker:
    if not (parameter.isascii() and parameter.isdigit() and len(parameter) <= 9):
        raise HotDiceError("bot/threshold", found=parameter)
    points = int(parameter)
    return lambda key, drawn: ThresholdBot(points)


PLAIN: dict[str, Maker] = {
    "random": RandomBot,
    "cautious": lambda key, drawn: SensibleBot(0.75),  # usual rolls of all the dice are enough
    "bold": lambda key, drawn: SensibleBot(2.0),
}
WITH_PARAMETER: dict[str, Callable[[str], Maker]] = {
    "threshold": _threshold,
}
NAMES = (*PLAIN, "threshold:N")


def open_bot(name: str, limit: float = LIMIT) -> Source:
    """The bot of that name; a program has `limit` seconds for each answer.

    >>> open_bot("Bold").name
    'bold'
    """
    kind, _, parameter = name.partition(":")
    kind, plain = kind.lower(), name.lower()
    if kind == PROGRAM:
        from hotdice.bots.program import Program

        return Program(parameter, limit)
    if kind in WITH_PARAMETER:
        return BuiltIn(plain, WITH_PARAMETER[kind](parameter.lower()))
    if plain in PLAIN:
        return BuiltIn(plain, PLAIN[plain])
    from hotdice.bots.installed import installed, load

    others = installed().names - PLAIN.keys()
    if name in others:
        return load(name)
    known = (*NAMES, *sorted(others), f"{PROGRAM}:COMMAND")
    raise HotDiceError("bot/unknown", name=name or '""', known=known)


def make(name: str, key: int, drawn: int = 0) -> Chooser:
    """A player for one game; `key` is its own random stream, of which `drawn` numbers are used."""
    return open_bot(name).game(key, drawn)
