"""The built-in players. Each sees a state and nothing else, and answers with an action."""

from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL
from hotdice.game.generator import number
from hotdice.rules import Keep, Rules


class RandomBot:
    """Any legal action, all equally likely, from a random stream of its own."""

    def __init__(self, key: int, drawn: int = 0) -> None:
        self._key = key
        self._drawn = drawn

    def choose(self, state: State) -> Action:
        """The next draw of the stream, over the legal actions."""
        actions = state.actions()
        drawn = number(self._key, self._drawn)
        self._drawn += 1
        return actions[drawn * len(actions) >> 64]


class ThresholdBot:
    """Keeps all that scores, and banks as soon as it may and has enough points."""

    def __init__(self, points: int) -> None:
        self.points = points

    def choose(self, state: State) -> Action:
        """Keep the most dice; then bank or roll."""
        if state.rolled:
            return most_dice(state)
        actions = state.actions()
        return BANK if BANK in actions and self.has_enough(state) else ROLL

    def has_enough(self, state: State) -> bool:
        """Whether the turn points are enough."""
        return state.turn_points >= self.points


class SensibleBot(ThresholdBot):
    """Banks from a multiple of the mean roll, but never for nothing or to lose at the end."""

    def __init__(self, rolls: float) -> None:
        super().__init__(0)
        self.rolls = rolls

    def has_enough(self, state: State) -> bool:
        """Whether the turn points are enough for where the game stands."""
        self.points = self.points or usual_points(state.rules, self.rolls)
        total = state.totals[state.player] + state.gain
        if state.gain == 0:
            return False
        if state.last_round:
            return total > max(state.totals)
        return total >= state.rules.target or state.turn_points >= self.points


def most_dice(state: State) -> Keep:
    """The keep of a roll with most dice, then most points."""
    keeps = [action for action in state.actions() if isinstance(action, Keep)]
    return max(keeps, key=lambda keep: (len(keep.dice), keep.points))


def usual_points(rules: Rules, rolls: float) -> int:
    """So many times the mean score of a roll of all the dice."""
    return round(rolls * float(rules.mean_score))
