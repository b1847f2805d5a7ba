"""Hot Dice: Farkle, Greed and every house rule of that family, from one small rules file."""

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
