"""`human:LEVEL`: plays for points as people do, and errs as people do, less at each level."""

from functools import lru_cache

from hotdice.bots.house_rules import end_of_game
from hotdice.bots.players import most_dice
from hotdice.bots.turn import TurnBot
from hotdice.game import Action, State
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.game.generator import number
from hotdice.rules import Rules
from hotdice.solver.turn.max_points import max_points
from hotdice.solver.turn.odds import BankFrom, odds

ALL_NUMBERS = 1 << 64
MISJUDGED = 3  # a misjudged threshold is three times, or a third of, the right one


class HumanBot:
    """Plays each turn for the most points, except for errors.

    In some of its decisions it sees no keep but that of all scoring dice; or it is timid and banks
    from a third of the right points; or greedy and wants three times as many. It never overlooks
    that a bank wins, or that in a last round less than the highest total is worth nothing. It takes
    over where that brings more points than a turn of its own; never if it is timid, always if it is
    greedy.
    """

    def __init__(self, level: int, key: int, drawn: int = 0) -> None:
        self.errors = error_rate(level)
        self._key = key
        self._drawn = drawn

    def choose(self, state: State) -> Action:
        """The action for this state; one random number is drawn for each decision."""
        mood = number(self._key, self._drawn)
        self._drawn += 1
        if state.rolled:
            sees = mood >= self.errors
            return TurnBot().choose(state) if sees else most_dice(state)
        if state.extras.offer:
            return TAKE if self._takes(state, mood) else ROLL
        banks = BANK in state.actions() and self._has_enough(state, mood)
        return BANK if banks else ROLL

    def _takes(self, state: State, mood: int) -> bool:
        """Whether somebody in this mood takes over."""
        if mood < self.errors:
            return mood >= self.errors // 2
        return max_points(state.rules).takes(state)

    def _has_enough(self, state: State, mood: int) -> bool:
        """Whether the turn points are enough for somebody in this mood."""
        end = end_of_game(state)
        if end is not None:
            return end
        bar = bank_from(state.rules)[state.farkles[state.player]][state.dice]
        if bar is None:
            return False
        if mood < self.errors // 2:
            return MISJUDGED * state.turn_points >= bar
        return state.turn_points >= (MISJUDGED * bar if mood < self.errors else bar)


def error_rate(level: int) -> int:
    """The share of decisions with an error at a level, as a fraction of 2**64."""
    return (11 - level) * ALL_NUMBERS * 9 // 100


@lru_cache(maxsize=16)
def bank_from(rules: Rules) -> tuple[BankFrom, ...]:
    """The points to bank from, by count of farkles in a row and number of dice."""
    return odds(rules).bank_from
