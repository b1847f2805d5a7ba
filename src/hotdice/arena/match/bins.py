"""How final totals are counted: each by itself where there are few, else in bins of equal width."""

from functools import lru_cache
from math import gcd

from msgspec import Struct

from hotdice.rules import Rules
from hotdice.texts import grouped

BINS = 2048
TARGETS = 3  # so many targets, entries or minima are told apart at least


class Bins(Struct, frozen=True):
    """Bins from `lowest` up, one of which begins with the first total that reaches the target.

    Totals are multiples of `step`, and none is below `bottom`, if there is one. The last bin is
    open: it takes all above. So does the first for all below, where totals can be lower still.
    """

    lowest: int
    width: int
    step: int
    goal: int  # the bin that begins at the target
    bottom: int | None

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: Rules) -> "Bins":
        """The bins for some rules.

        >>> Bins.of(Rules.load("basic"))
        Bins(lowest=0, width=50, step=50, goal=200, bottom=0)
        """
        penalty, most = rules.penalty, max(rules.target, rules.entry, rules.minimum)
        falls = (penalty.points, penalty.floor or 0) if penalty else ()
        step = gcd(*rules.combinations.values(), rules.none, *falls)
        bottom = min(0, penalty.floor) if penalty and penalty.floor is not None else None
        bottom = bottom if penalty else 0
        low = -most if bottom is None else max(bottom, -most)
        width = -(-(TARGETS * most - low) // ((BINS - 2) * step)) * step
        reached = -(-rules.target // step) * step
        goal = -(-(reached - low) // width)
        return Bins(reached - goal * width, width, step, goal, bottom)

    @property
    def open_below(self) -> bool:
        """Whether the first bin takes all totals below."""
        return self.bottom is None or self.bottom < self.lowest

    def bin(self, total: int) -> int:
        """The bin of a total."""
        return max(0, min(BINS - 1, (total - self.lowest) // self.width))

    def start(self, number: int) -> int:
        """The least total of a bin."""
        start = self.lowest + number * self.width
        return start if self.bottom is None else max(start, self.bottom)

    def end(self, number: int) -> int:
        """The greatest total of a bin."""
        return self.lowest + (number + 1) * self.width - self.step

    def key(self, number: int) -> int | str:
        """A bin for programs: its least total, or how far it is open.

        >>> Bins.of(Rules.load("basic")).key(3), Bins.of(Rules.load("basic")).key(BINS - 1)
        (150, '>=102350')
        """
        if number == BINS - 1:
            return f">={self.start(number)}"
        if number == 0 and self.open_below:
            return f"<={self.end(number)}"
        return self.start(number)

    def label(self, first: int, last: int | None = None) -> str:
        """One bin, or all of some, for people: the least total, or how far they are open.

        >>> Bins.of(Rules.load("basic")).label(60, 64), Bins.of(Rules.load("zilch")).label(0)
        ('3,000', '≤ -10,000')
        """
        last = first if last is None else last
        if last == BINS - 1:
            return f"≥ {grouped(self.start(first))}"
        if first == 0 and self.open_below:
            return f"≤ {grouped(self.end(last))}"
        return grouped(self.start(first))
