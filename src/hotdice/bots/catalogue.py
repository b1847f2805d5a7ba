"""Bots by name: those of this package, programs (`exec:./mybot`), and installed ones."""

from importlib.util import find_spec

from hotdice.bots.built_in import BUILT_IN, built_in, full_name, needs
from hotdice.bots.source import BuiltIn, Source
from hotdice.game import Chooser
from hotdice.texts import HotDiceError
from hotdice.texts.install import install
from hotdice.texts.near import near

LIMIT = 10.0  # seconds that a program has for each answer
PROGRAM = "exec"
PROGRAM_EXAMPLE = "./mybot"


def open_bot(name: str, limit: float = LIMIT) -> Source:
    """The bot of that name; a program has `limit` seconds for each answer.

    >>> open_bot("Bold").name
    'bold'
    """
    kind, _, parameter = name.partition(":")
    plain = name.lower()
    if not can_play(plain):
        raise HotDiceError("bot/missing", name=plain, install=install("solve"))
    if kind.lower() == PROGRAM:
        from hotdice.bots.program import ProgramBot

        return ProgramBot(parameter, limit)
    bot = built_in(plain)
    if bot is not None:
        return BuiltIn(plain, bot.open(parameter.lower()))
    from hotdice.bots.installed import installed, load

    others = installed().names - BUILT_IN.keys()
    if name in others:
        return load(name)
    known = (*built_in_names(), *sorted(others), f"{PROGRAM}:COMMAND")
    meant = near(plain, [*_without_parameter(), *others]) or _with_parameter(plain)
    if meant is None:
        raise HotDiceError("bot/unknown", name=name or '""', known=known)
    raise HotDiceError("bot/unknown.near", name=name, near=meant, known=known)


def built_in_names() -> list[str]:
    """The bots of this package, those with a parameter last."""
    titles = sorted(bot.title for bot in BUILT_IN.values() if bot.parameter)
    return [*_without_parameter(), *titles]


def _without_parameter() -> list[str]:
    return [bot.name for bot in BUILT_IN.values() if bot.parameter is None]


def _with_parameter(name: str) -> str | None:
    """The closest name with a parameter, if any is close."""
    kind, _, parameter = name.partition(":")
    examples = {bot.name: bot.parameter.example for bot in BUILT_IN.values() if bot.parameter}
    examples[PROGRAM] = PROGRAM_EXAMPLE
    meant = near(kind, examples)
    return None if meant is None else full_name(meant, parameter or examples[meant])


def can_play(name: str) -> bool:
    """Whether what a bot of that name needs is installed."""
    return needs(name) is None or find_spec("numpy") is not None


def is_built_in(name: str) -> bool:
    """Whether a bot of that name is one of this package."""
    return built_in(name) is not None


def make(name: str, key: int, drawn: int = 0) -> Chooser:
    """A player for one game; of its own random stream `key`, `drawn` numbers are already used."""
    return open_bot(name).game(key, drawn)
