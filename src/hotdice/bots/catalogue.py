"""Bots by name: those of this package, programs (`exec:./mybot`), and installed ones."""

from collections.abc import Callable
from importlib.util import find_spec

from hotdice.bots.players import ENOUGH, RandomBot, SensibleBot, ThresholdBot
from hotdice.bots.source import BuiltIn, Maker, Source
from hotdice.game import Chooser
from hotdice.texts import HotDiceError
from hotdice.texts.install import install
from hotdice.texts.near import near

LIMIT = 10.0  # seconds that a program has for each answer
PROGRAM = "exec"
LEVELS = range(1, 11)


def _threshold(parameter: str) -> Maker:
    if not (parameter.isascii() and parameter.isdigit() and len(parameter) <= 9):
        raise HotDiceError("bot/threshold", name=_full_name("threshold", parameter))
    points = int(parameter)
    return lambda key, drawn: ThresholdBot(points)


def _human(parameter: str) -> Maker:
    if parameter not in map(str, LEVELS):
        raise HotDiceError("bot/level", name=_full_name("human", parameter), most=LEVELS[-1])
    level = int(parameter)

    def maker(key: int, drawn: int) -> Chooser:
        from hotdice.bots.human import HumanBot

        return HumanBot(level, key, drawn)

    return maker


def _full_name(kind: str, parameter: str) -> str:
    """The name with its parameter, if it has one."""
    return f"{kind}:{parameter}" if parameter else kind


def _turn(key: int, drawn: int) -> Chooser:
    from hotdice.bots.turn import TurnBot

    return TurnBot()


def _optimal(key: int, drawn: int) -> Chooser:
    from hotdice.bots.optimal import OptimalBot

    return OptimalBot()


PLAIN: dict[str, Maker] = {
    "random": RandomBot,
    "cautious": lambda key, drawn: SensibleBot(ENOUGH["cautious"]),
    "bold": lambda key, drawn: SensibleBot(ENOUGH["bold"]),
    "turn": _turn,
    "optimal": _optimal,
}
WITH_PARAMETER: dict[str, Callable[[str], Maker]] = {
    "threshold": _threshold,
    "human": _human,
}
NAMES = (*PLAIN, "human:LEVEL", "threshold:N")
PARAMETER = {"human": "5", "threshold": "300", PROGRAM: "./mybot"}  # examples
NEED_SOLVER = ("turn", "optimal", "human")  # these need the extra `solve`


def open_bot(name: str, limit: float = LIMIT) -> Source:
    """The bot of that name; a program has `limit` seconds for each answer.

    >>> open_bot("Bold").name
    'bold'
    """
    kind, _, parameter = name.partition(":")
    kind, plain = kind.lower(), name.lower()
    if not can_play(plain):
        raise HotDiceError("bot/missing", name=plain, install=install("solve"))
    if kind == PROGRAM:
        from hotdice.bots.program import ProgramBot

        return ProgramBot(parameter, limit)
    if kind in WITH_PARAMETER:
        return BuiltIn(plain, WITH_PARAMETER[kind](parameter.lower()))
    if plain in PLAIN:
        return BuiltIn(plain, PLAIN[plain])
    from hotdice.bots.installed import installed, load

    others = installed().names - PLAIN.keys()
    if name in others:
        return load(name)
    known = (*NAMES, *sorted(others), f"{PROGRAM}:COMMAND")
    meant = near(plain, [*PLAIN, *others]) or _with_parameter(kind, parameter)
    if meant is None:
        raise HotDiceError("bot/unknown", name=name or '""', known=known)
    raise HotDiceError("bot/unknown.near", name=name, near=meant, known=known)


def _with_parameter(kind: str, parameter: str) -> str | None:
    """The closest name with a parameter, if any is close."""
    meant = near(kind, [*WITH_PARAMETER, PROGRAM])
    return None if meant is None else f"{meant}:{parameter or PARAMETER[meant]}"


def can_play(name: str) -> bool:
    """Whether what a bot of that name needs is installed."""
    return name.partition(":")[0] not in NEED_SOLVER or find_spec("numpy") is not None


def is_built_in(name: str) -> bool:
    """Whether a bot of that name is one of this package."""
    return name in PLAIN or name.partition(":")[0] in WITH_PARAMETER


def make(name: str, key: int, drawn: int = 0) -> Chooser:
    """A player for one game; of its own random stream `key`, `drawn` numbers are already used."""
    return open_bot(name).game(key, drawn)
