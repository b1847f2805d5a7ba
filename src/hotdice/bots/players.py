"""The built-in players. Each sees a state and nothing else, and answers with an action."""

from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL
from hotdice.game.generator import number
from hotdice.rules import Keep


class RandomBot:
    """Any legal action, each as likely, from a stream of its own."""

    def __init__(self, key: int) -> None:
        self._key = key
        self._drawn = 0

    def choose(self, state: State) -> Action:
        """The next draw of the stream, over the legal actions."""
        actions = state.actions()
        drawn = number(self._key, self._drawn)
        self._drawn += 1
        return actions[drawn * len(actions) >> 64]


class ThresholdBot:
    """Takes all that scores, and banks as soon as it may and has so many points."""

    def __init__(self, points: int) -> None:
        self.points = points

    def choose(self, state: State) -> Action:
        """Keep the most dice; then bank or roll."""
        actions = state.actions()
        keeps = [action for action in actions if isinstance(action, Keep)]
        if keeps:
            return max(keeps, key=lambda keep: (len(keep.dice), keep.points))
        return BANK if BANK in actions and self.content(state) else ROLL

    def content(self, state: State) -> bool:
        """Whether the turn points are enough."""
        return state.turn_points >= self.points


class SensibleBot(ThresholdBot):
    """The same, but never stops where that gains nothing or loses the last round."""

    def content(self, state: State) -> bool:
        """Whether the turn points are enough for where the game stands."""
        total = state.totals[state.player] + state.gain
        if state.gain == 0:
            return False
        if state.last_round:
            return total > max(state.totals)
        return total >= state.rules.target or state.turn_points >= self.points
