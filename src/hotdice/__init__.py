"""Hot Dice: Farkle, Greed and every house rule of that family, from one small rules file."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotdice.game import Bank as Bank
    from hotdice.game import IllegalAction as IllegalAction
    from hotdice.game import PositionError as PositionError
    from hotdice.game import Roll as Roll
    from hotdice.game import State as State
    from hotdice.game import events as events
    from hotdice.game import play as play
    from hotdice.rules import DiceError as DiceError
    from hotdice.rules import Keep as Keep
    from hotdice.rules import Rules as Rules
    from hotdice.rules import RulesError as RulesError
    from hotdice.texts import HotDiceError as HotDiceError

__version__ = "0.1.0"

_ROOMS = {
    "game": ("Bank", "IllegalAction", "PositionError", "Roll", "State", "events", "play"),
    "rules": ("DiceError", "Keep", "Rules", "RulesError"),
    "texts": ("HotDiceError",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = [*_ROOM_OF]


def __getattr__(name: str) -> Any:
    """A name when it is first asked for, so that the command is ready for Ctrl-C at once."""
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """All names, those that nobody has asked for yet included."""
    return sorted({*globals(), *__all__})
