"""Which turn points are possible with how many dice left, to check positions.

One set of dice scores one of finitely many amounts. Where hot dice bring all of them back, any
number of whole sets can have come before it, and the sums of their scores form a semigroup.
"""

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from hotdice.rules.meaning import hot_dice_bank, hot_dice_roll
from hotdice.rules.semigroup import Semigroup
from hotdice.rules.steps import Step, steps

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

USUAL = 4096  # more than one set of dice scores in the games people play, counted in steps


class Amounts(NamedTuple):
    """Sets of amounts by the number of dice left, as whole numbers in binary.

    Bit 0 is the `widest` amount of the set and bit n is n less.
    """

    widest: list[int]
    falling: list[int]


class Brought(NamedTuple):
    """What one set of dice can score, up to the amount `most`, and `before` it all whole sets.

    `confirmed` has what a keep scores after which nothing is left to confirm.
    """

    most: int
    scored: Amounts
    confirmed: Amounts
    before: Semigroup


class Reach:
    """The pairs of turn points and dice left that turns can come to under some rules.

    An amount is a number of points counted in `step`, their greatest common divisor.

    >>> from hotdice import Rules
    >>> reach = Reach(Rules.load("greed"))
    >>> reach.comes_to(150, 2), reach.comes_to(175, 2), reach.nearest(175, 2)
    (True, False, [150, 200])
    """

    def __init__(self, rules: "Rules") -> None:
        by_count = steps(rules)
        self.step = gcd(*(points for pairs in by_count.values() for points, _ in pairs))
        self._amounts = self._in_steps(by_count)
        self._confirmed = self._amounts
        if rules.confirm is not None:
            self._confirmed = self._in_steps(steps(rules, confirmed=True))
        self._dice = rules.dice
        self._terms = rules.terms
        self._hot = not hot_dice_bank(rules.terms) or rules.piggyback  # the next player rolls them
        most = max(amount for pairs in self._amounts.values() for amount, _ in pairs)
        self._most = rules.dice * most
        self._brought = self._collected(USUAL)

    @property
    def dice_left(self) -> list[int]:
        """How many dice there can be for the next roll."""
        found = {self._dice}
        for count in range(self._dice, 0, -1):
            if count in found:
                found |= {left for _, left in self._amounts[count] if left}
        return sorted(found)

    def comes_to(self, points: int, dice: int) -> bool:
        """Whether a turn can have these points with so many dice for the next roll."""
        amount, rest = divmod(points, self.step)
        return not rest and self._has(amount, dice)

    def may_bank(self, points: int) -> bool:
        """Whether a turn can have these points and need not roll on, for hot dice or to confirm."""
        left = range(hot_dice_roll(self._terms), self._dice)
        amount, rest = divmod(points, self.step)
        return not rest and any(self._has(amount, count, confirmed=True) for count in left)

    def nearest(self, points: int, dice: int) -> list[int]:
        """The nearest points below and above that a turn can have with so many dice."""
        amount = points // self.step
        below = range(amount, -1, -1)
        above = range(amount + 1, (2 * self._most + amount if self._hot else self._most) + 1)
        found = [next((n for n in side if self._has(n, dice)), None) for side in (below, above)]
        return [n * self.step for n in found if n is not None]

    def _in_steps(self, by_count: dict[int, set[Step]]) -> dict[int, set[Step]]:
        return {
            count: {(points // self.step, left) for points, left in pairs}
            for count, pairs in by_count.items()
        }

    def _has(self, amount: int, dice: int, confirmed: bool = False) -> bool:
        """Whether whole sets and a last one can add up to this."""
        brought = self._brought
        if brought.most < min(amount, self._most):
            brought = self._brought = self._collected(2 * amount)
        last = brought.confirmed if confirmed else brought.scored
        window = brought.before.window(amount, last.widest[dice])
        return bool(last.falling[dice] & window)

    def _collected(self, most: int) -> Brought:
        most = min(most, self._most)
        upper = (1 << most + 1) - 1
        sets = [0] * self._dice + [1]
        confirmed = [0] * self._dice + [1]
        for count in range(self._dice, 0, -1):
            for kept, found in ((self._amounts, sets), (self._confirmed, confirmed)):
                for amount, left in kept[count]:
                    if sets[count] and amount <= most:
                        found[left] |= sets[count] << amount & upper
        self._hot = self._hot and (most < self._most or sets[0] > 0)
        before = Semigroup(sets[0] if self._hot else 0)
        return Brought(most, _falling(sets), _falling(confirmed), before)


def _falling(sets: list[int]) -> Amounts:
    """Sets of amounts with their widest ones first."""
    widest = [max(amounts.bit_length() - 1, 0) for amounts in sets]
    return Amounts(widest, [int(f"{amounts:b}"[::-1], 2) for amounts in sets])
