"""How final totals are counted: each by itself if there are few, else in bins of equal width."""

from functools import lru_cache
from math import ceil, gcd

from msgspec import Struct

from hotdice.rules import Rules
from hotdice.rules.meaning import least_gain
from hotdice.texts import grouped

BINS = 2048
TARGETS = 3  # bins reach up to so many times the target, entry or minimum
ROLLS_A_TURN = 2  # so many mean rolls in each of a number of rounds are taken for a target


class Bins(Struct, frozen=True):
    """Bins from `lowest` up, one of which begins with the first total that reaches the target.

    In a game of so many rounds, which has no target, that is the bin that begins at 0.

    Totals are multiples of `step`, and none is below `bottom`, if there is one. The last bin is
    open-ended: it has all higher totals. So is the first, if totals can be lower still.
    """

    lowest: int
    width: int
    step: int
    goal: int  # the bin that begins at the target, or at 0
    bottom: int | None

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: Rules) -> "Bins":
        """The bins for some rules.

        >>> Bins.of(Rules.load("basic"))
        Bins(lowest=0, width=50, step=50, goal=200, bottom=0)
        >>> Bins.of(Rules.load("basic", rounds=10)).goal
        0
        """
        terms = rules.terms
        high = ceil(ROLLS_A_TURN * rules.mean_score * terms.rounds) or terms.target
        most = max(high, least_gain(terms, terms.zero))
        points = (*rules.combinations.values(), rules.none, rules.hot_dice_bonus)
        step = gcd(*points, *terms.falls)
        bottom = terms.lowest if terms.has_floor else None
        low = -most if bottom is None else max(bottom, -most)
        width = -(-(TARGETS * most - low) // ((BINS - 2) * step)) * step
        reached = 0 if terms.rounds else -(-rules.target // step) * step
        goal = -(-(reached - low) // width)
        return Bins(reached - goal * width, width, step, goal, bottom)

    @property
    def open_below(self) -> bool:
        """Whether the first bin has all lower totals too."""
        return self.bottom is None or self.bottom < self.lowest

    def bin(self, total: int) -> int:
        """The bin of a total."""
        return max(0, min(BINS - 1, (total - self.lowest) // self.width))

    def start(self, number: int) -> int:
        """The lowest total of a bin."""
        start = self.lowest + number * self.width
        return start if self.bottom is None else max(start, self.bottom)

    def end(self, number: int) -> int:
        """The highest total of a bin."""
        return self.lowest + (number + 1) * self.width - self.step

    def key(self, number: int) -> int | str:
        """A bin for programs: its lowest total, or the side on which it is open-ended.

        >>> Bins.of(Rules.load("basic")).key(3), Bins.of(Rules.load("basic")).key(BINS - 1)
        (150, '>=102350')
        """
        if number == BINS - 1:
            return f">={self.start(number)}"
        if number == 0 and self.open_below:
            return f"<={self.end(number)}"
        return self.start(number)

    def label(self, first: int, last: int | None = None) -> str:
        """One or several bins for people: the lowest total, or the side on which they are open.

        >>> Bins.of(Rules.load("basic")).label(60, 64), Bins.of(Rules.load("zilch")).label(0)
        ('3,000', '≤ -10,000')
        """
        last = first if last is None else last
        if last == BINS - 1:
            return f"≥ {grouped(self.start(first))}"
        if first == 0 and self.open_below:
            return f"≤ {grouped(self.end(last))}"
        return grouped(self.start(first))
