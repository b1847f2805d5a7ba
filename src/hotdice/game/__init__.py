"""Playing a game: states, actions, the driver, records and dice. Knows no people and no screens."""

from hotdice.game.actions import Action as Action
from hotdice.game.actions import Bank as Bank
from hotdice.game.actions import Roll as Roll
from hotdice.game.actions import Take as Take
from hotdice.game.driver import Chooser as Chooser
from hotdice.game.driver import DiceSource as DiceSource
from hotdice.game.driver import Step as Step
from hotdice.game.driver import Throw as Throw
from hotdice.game.driver import Turns as Turns
from hotdice.game.driver import play as play
from hotdice.game.events import Event as Event
from hotdice.game.events import events as events
from hotdice.game.illegal import IllegalAction as IllegalAction
from hotdice.game.position import PositionError as PositionError
from hotdice.game.state import State as State
