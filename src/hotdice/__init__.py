"""Hot Dice: Farkle, Greed and every house rule of that family, from one small rules file.

`Rules` are the rules of a game, a `State` is one moment of it: `state.actions()` are `Roll()`,
`Keep(dice)`, `Bank()` and under some rules `Take()`, and `play` drives a game with dice from a seed
(`SeededDice`), a script (`ScriptedDice`) or commitments (`FairDice`). A `Record` has a whole game.
`hotdice.solver` computes best play, `hotdice.bots` has the bots, `hotdice.arena` plays many games,
`hotdice.review` explains one, `hotdice.testing` checks rules. Whatever is not listed in their
`__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.game import (
    Action,
    Bank,
    Chooser,
    DiceSource,
    IllegalAction,
    PositionError,
    Roll,
    State,
    Step,
    Take,
    Throw,
    events,
    play,
)
from hotdice.lazy import lazy_exports
from hotdice.rules import DiceError, Keep, Rules, RulesError
from hotdice.texts import HotDiceError, speak

if TYPE_CHECKING:
    from hotdice.game.dice import ScriptedDice, SeededDice, SystemDice
    from hotdice.game.fair import FairDice, combine
    from hotdice.game.record import Record

__all__ = [
    "Action",
    "Bank",
    "Chooser",
    "DiceError",
    "DiceSource",
    "FairDice",
    "HotDiceError",
    "IllegalAction",
    "Keep",
    "PositionError",
    "Record",
    "Roll",
    "Rules",
    "RulesError",
    "ScriptedDice",
    "SeededDice",
    "State",
    "Step",
    "SystemDice",
    "Take",
    "Throw",
    "combine",
    "events",
    "play",
    "speak",
]

__version__ = "0.1.0"

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "hotdice.game.dice": ("ScriptedDice", "SeededDice", "SystemDice"),
            "hotdice.game.fair": ("FairDice", "combine"),
            "hotdice.game.record": ("Record",),
        },
    )
