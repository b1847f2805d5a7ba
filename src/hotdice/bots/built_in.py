"""The bots of this package, each declared once: menus, API, arena and docs follow from it.

What a bot does is said in `texts`, as `bot.about.NAME`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from hotdice.bots.players import RandomBot, SensibleBot, ThresholdBot
from hotdice.bots.source import Maker
from hotdice.game import Chooser
from hotdice.texts import HotDiceError

# how the arena plays a bot compiled
CompiledForm = Literal["random", "sensible", "threshold", "human", "max-points", "optimal"]
LEVELS = range(1, 11)  # of `human`


class Parameter(NamedTuple):
    """What follows the colon in a bot's name; `levels` if there are only so many values."""

    name: str
    example: str
    levels: range | None = None


class Declaration(NamedTuple):
    """A built-in bot: its name, and from a parameter the maker of its players.

    Without a compiled form the arena plays it through `State`. `named_levels` are those of its full
    names that are shown as `level.…` of the texts.
    """

    name: str
    open: Callable[[str], Maker]
    needs: Literal["odds", "solution"] | None = None
    compiled: CompiledForm | None = None
    parameter: Parameter | None = None
    named_levels: Mapping[str, str] = MappingProxyType({})

    @property
    def title(self) -> str:
        """The name with that of its parameter."""
        return full_name(self.name, self.parameter.name if self.parameter else "")

    @property
    def example(self) -> str:
        """A name that it can be opened by."""
        return full_name(self.name, self.parameter.example if self.parameter else "")

    @property
    def levels(self) -> range | None:
        """Its levels, if it has any."""
        return self.parameter.levels if self.parameter else None


def full_name(name: str, parameter: str) -> str:
    """A name with its parameter, if it has one."""
    return f"{name}:{parameter}" if parameter else name


def _sensible(rolls: float) -> Callable[[str], Maker]:
    """Banks from so many times the mean roll of all the dice."""
    return lambda _: lambda key, drawn: SensibleBot(rolls)


def _threshold(parameter: str) -> Maker:
    if not (parameter.isascii() and parameter.isdigit() and len(parameter) <= 9):
        raise HotDiceError("bot/threshold", name=full_name("threshold", parameter))
    points = int(parameter)
    return lambda key, drawn: ThresholdBot(points)


def _human(parameter: str) -> Maker:
    if parameter not in map(str, LEVELS):
        raise HotDiceError("bot/level", name=full_name("human", parameter), most=LEVELS[-1])
    level = int(parameter)

    def maker(key: int, drawn: int) -> Chooser:
        from hotdice.bots.human import HumanBot

        return HumanBot(level, key, drawn)

    return maker


def _turn(key: int, drawn: int) -> Chooser:
    from hotdice.bots.turn import TurnBot

    return TurnBot()


def _optimal(key: int, drawn: int) -> Chooser:
    from hotdice.bots.optimal import OptimalBot

    return OptimalBot()


BUILT_IN: dict[str, Declaration] = {
    bot.name: bot
    for bot in (  # the weakest first
        Declaration("random", lambda _: RandomBot, compiled="random"),
        Declaration("cautious", _sensible(0.75), compiled="sensible"),
        Declaration("bold", _sensible(2.0), compiled="sensible"),
        Declaration("threshold", _threshold, compiled="threshold", parameter=Parameter("N", "300")),
        Declaration(
            "human",
            _human,
            needs="odds",
            compiled="human",
            parameter=Parameter("LEVEL", "5", LEVELS),
            named_levels=MappingProxyType({"human:3": "3", "human:5": "5", "human:8": "8"}),
        ),
        Declaration("turn", lambda _: _turn, needs="odds", compiled="max-points"),
        Declaration(
            "optimal",
            lambda _: _optimal,
            needs="solution",
            compiled="optimal",
            named_levels=MappingProxyType({"optimal": "best"}),
        ),
    )
}


def built_in(name: str) -> Declaration | None:
    """The declaration of the bot with that full name, if it is one of this package."""
    kind, colon, _ = name.partition(":")
    bot = BUILT_IN.get(kind)
    return None if bot is None or (colon and bot.parameter is None) else bot


def needs(name: str) -> Literal["odds", "solution"] | None:
    """What a bot needs of the solver: the odds of the rules, or their solution."""
    bot = BUILT_IN.get(name.partition(":")[0])
    return bot.needs if bot else None


def compiled_form(name: str) -> CompiledForm | None:
    """How a bot is played compiled, if it can be."""
    bot = built_in(name)
    return bot.compiled if bot else None
