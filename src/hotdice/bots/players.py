"""The built-in players. Each sees a state and nothing else, and answers with an action."""

from hotdice.bots.house_rules import (
    end_of_game,
    end_of_target,
    is_worth,
    keeps_within,
    most_points,
    only_keep,
)
from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL, TAKE
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
    """Keeps all that scores, and banks as soon as it may and has enough points.

    It takes over what is worth as many points. Where the target must not be passed, it keeps no
    more than that if it can, and banks as soon as it is there.
    """

    def __init__(self, points: int) -> None:
        self.points = points

    def choose(self, state: State) -> Action:
        """Keep the most dice; then bank or roll."""
        if state.rolled:
            return most_points(state) if only_keep(state) else most_dice(state)
        if state.extras.offer:
            return TAKE if is_worth(state, self.bar(state.rules)) else ROLL
        return BANK if BANK in state.actions() and self.has_enough(state) else ROLL

    def bar(self, rules: Rules) -> int:
        """How many points are enough."""
        return self.points

    def has_enough(self, state: State) -> bool:
        """Whether the turn points are enough."""
        at_target = end_of_target(state)
        return state.turn_points >= self.points if at_target is None else at_target


class SensibleBot(ThresholdBot):
    """Banks from a multiple of the mean roll, but never for nothing or to lose at the end."""

    def __init__(self, rolls: float) -> None:
        super().__init__(0)
        self.rolls = rolls

    def has_enough(self, state: State) -> bool:
        """Whether the turn points are enough for where the game stands."""
        end = end_of_game(state)
        return state.turn_points >= self.bar(state.rules) if end is None else end

    def bar(self, rules: Rules) -> int:
        """How many points are enough: so many times the mean roll."""
        self.points = self.points or usual_points(rules, self.rolls)
        return self.points


def most_dice(state: State) -> Keep:
    """The keep of a roll with most dice, then most points; within the target if possible."""
    return max(keeps_within(state), key=lambda keep: (len(keep.dice), keep.points))


def usual_points(rules: Rules, rolls: float) -> int:
    """So many times the mean score of a roll of all the dice."""
    return round(rolls * float(rules.mean_score))
