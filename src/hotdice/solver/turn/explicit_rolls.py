"""The rolls of rules with options, laid out for whole levels of turn points at a time.

`moves` merges keeps with the same points and dice left, and knows one kind of farkle. Here keeps
that have to be confirmed are told apart, and so are the ways in which a roll can end a turn.
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from hotdice.rules import Keep, Rules
from hotdice.rules.rules import Outcome
from hotdice.solver.turn.levels import Floats, Ints
from hotdice.solver.turn.program import step_of

FARKLE, DECIDED_FARKLE, TOTAL_LOST, WON = range(-4, 0)  # columns of weights after the outcomes
DECIDED = {"farkle": DECIDED_FARKLE, "lose-total": TOTAL_LOST, "win": WON}

Places = tuple[int, ...]


class ExplicitRolls:
    """The rolls of some rules: where their keeps lead, and how likely each outcome is.

    A place is a level times `slots`, plus the number of dice left, 0 being hot dice; and as many as
    there are dice more if the keep has to be confirmed. `keeps` has the places of each outcome in a
    column, in the order of actions, filled up by repeating the last one. `weights` has a row for
    each number of dice, all of them first.
    """

    def __init__(self, rules: Rules) -> None:
        self.dice = rules.dice
        self.step = step_of(rules)
        self.slots = rules.dice * (1 if rules.confirm is None else 2)
        chances: list[dict[Places | int, Fraction]] = []
        for count in range(1, rules.dice + 1):
            chances.append({})
            for outcome in rules.outcomes(count):
                kind = self._kind(outcome)
                chances[-1][kind] = chances[-1].get(kind, Fraction()) + outcome.probability
        columns = sorted({kind for row in chances for kind in row if isinstance(kind, tuple)})
        most = max(map(len, columns))
        filled = [[*places, *places[-1:] * (most - len(places))] for places in columns]
        self.keeps: Ints = np.ascontiguousarray(np.array(filled).T)
        self.reach = int(self.keeps.max()) // self.slots
        self.weights: Floats = np.zeros((rules.dice, len(columns) - FARKLE))
        at = {places: number for number, places in enumerate(columns)}
        for count, row in enumerate(chances, 1):
            for kind, chance in row.items():
                column = at[kind] if isinstance(kind, tuple) else kind
                self.weights[count % rules.dice, column] = float(chance)

    def place(self, keep: Keep) -> int:
        """How many places above the beginning of its level a keep leads."""
        level = keep.points // self.step
        return level * self.slots + keep.left + self.dice * keep.unconfirmed

    def _kind(self, outcome: Outcome) -> Places | int:
        """The places that an outcome offers, or how it ends the turn."""
        if outcome.decides:
            return DECIDED[outcome.decides]
        return tuple(map(self.place, outcome.distinct_keeps)) or FARKLE


@lru_cache(maxsize=16)
def explicit_rolls(rules: Rules) -> ExplicitRolls:
    """The rolls of these rules, laid out once."""
    return ExplicitRolls(rules)
