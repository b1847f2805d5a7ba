"""What rolls let a player go on with, asked of the real `State`, and whole turns made of them.

Shares nothing with the solver. A turn is followed up to a cap of steps, which `Rolls.cap` finds so
high that no way of playing reaches it with a chance above 1e-13.
"""

from collections import Counter
from itertools import combinations_with_replacement, count, product
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice import Keep, Rules, State

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Options = frozenset[tuple[int, int]]  # points and dice left

UNREACHED = 1e-13
TIE = 1e-11  # choices so near to the best one are as good
LANES = 256  # so many turns side by side stay in a processor's cache


def options(state: State, roll: tuple[int, ...]) -> Options:
    """What a roll lets the mover go on with; nothing after a farkle."""
    rolled = state.roll(roll)
    if rolled.player != state.player:
        return frozenset()
    kept = [rolled]
    if rolled.rolled:
        kept = [rolled.keep(action.dice) for action in rolled.actions() if isinstance(action, Keep)]
    assert all(after.player == state.player for after in kept), "hot dice that end a turn"
    return frozenset((after.turn_points - state.turn_points, after.dice) for after in kept)


def same_options(rules: Rules, roll: tuple[int, ...]) -> Options:
    """The options of a roll, which are the same at different moments of a game."""
    found = {
        options(State(rules, totals, 0, points, len(roll), (), (0, 0), starter), roll)
        for totals, points, starter in (
            ((0, 0), 300, None),
            ((0, 50), 50, None),
            ((50, 0), 20_000, None),
            ((50, rules.target), 1000, 1),
        )
    }
    (same,) = found
    return same


class Rolls(NamedTuple):
    """Everything that any number of dice can bring.

    Rolls with the same options are one; those with the most options come first. `columns` has the
    first option of each, the second of each that has two, and so on, as places in a flat table of
    steps and dice left. What the chances of some dice lack to 1 is that of a farkle.
    """

    step: int
    most: int
    columns: list[Ints]
    chances: Floats
    farkle: tuple[int, ...]

    @staticmethod
    def of(rules: Rules) -> "Rolls":
        """Ask for all rolls of these rules."""
        found: Counter[tuple[int, Options]] = Counter()
        farkle: tuple[int, ...] = ()
        for dice in range(1, rules.dice + 1):
            ways = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))
            for roll in combinations_with_replacement(range(1, 7), dice):
                same = same_options(rules, roll)
                found[dice, same] += ways[roll]
                farkle = farkle if same else roll
        rolls = sorted((key for key in found if key[1]), key=lambda key: -len(key[1]))
        points = [points for _, same in rolls for points, _ in same]
        step = gcd(*points)
        places = [[p // step * rules.dice + left - 1 for p, left in same] for _, same in rolls]
        columns = [
            np.array([row[at] for row in places if len(row) > at]) for at in range(len(places[0]))
        ]
        chances = np.zeros((rules.dice, len(rolls)))
        for at, (dice, same) in enumerate(rolls):
            chances[dice - 1, at] = found[dice, same] / 6**dice
        return Rolls(step, max(points) // step, columns, chances, farkle)

    def rolled(self, best: Floats) -> Floats:
        """The values of rolling by dice and lane, of what is best by place from here and lane."""
        kept = best.take(self.columns[0], axis=0)
        for column in self.columns[1:]:
            some = kept[: len(column)]
            np.maximum(some, best.take(column, axis=0), out=some)
        return np.asarray(self.chances @ kept)

    def cap(self) -> int:
        """The steps that no way of playing gets in a turn, but for a negligible chance."""
        reached = np.ones((self.most + 1, len(self.chances)))  # by steps less that are needed
        for need in count(1):
            reached[0] = self.rolled(reached.reshape(-1, 1))[:, 0]
            if reached[0, -1] < UNREACHED:
                return need
            reached = np.roll(reached, 1, axis=0)
        raise AssertionError

    def turns(self, stops: Floats, farkled: Floats) -> Floats:
        """The values of whole turns by lane, of what stopping brings by steps, dice and lane.

        Stopping has a value below 0 where it is refused. The last `most` levels are beyond the cap.
        """
        dice = len(self.chances)
        best = np.maximum(stops, 0.0, order="C").reshape(-1, len(farkled))  # quick to take from
        lost = (1.0 - self.chances.sum(axis=1))[:, None] * farkled
        for steps in range(len(stops) - self.most - 1, -1, -1):
            here = best[steps * dice :]
            rolled = self.rolled(here) + lost
            np.maximum(stops[steps], rolled, out=here[:dice])
        return np.asarray(rolled[-1])

    def both(self, own: Floats, other: Floats, farkled: Floats) -> Floats:
        """The same, and below it the most that another seat gets where the mover does his best.

        `other` is what it gets by steps, dice and lane where the mover stops, `farkled` has a row
        for either of them.
        """
        dice, lanes = len(self.chances), farkled.shape[1]
        best = np.maximum(own, 0.0, order="C").reshape(-1, lanes)
        theirs = np.array(other, order="C").reshape(-1, lanes)
        lost = (1.0 - self.chances.sum(axis=1))[:, None] * farkled[:, None]
        for steps in range(len(own) - self.most - 1, -1, -1):
            here, there = best[steps * dice :], theirs[steps * dice :]
            mine, rest = (each.take(self.columns[0], axis=0) for each in (here, there))
            for column in self.columns[1:]:
                more = here.take(column, axis=0), there.take(column, axis=0)
                _choose(mine[: len(column)], rest[: len(column)], *more)
            rolled, rest = self.chances @ mine + lost[0], self.chances @ rest + lost[1]
            best[steps * dice : (steps + 1) * dice] = rolled
            theirs[steps * dice : (steps + 1) * dice] = rest
            _choose(here[:dice], there[:dice], own[steps], other[steps])
        return np.stack([rolled[-1], rest[-1]])


def _choose(mine: Floats, rest: Floats, more: Floats, its: Floats) -> None:
    """Take what is more where it is; of equal things what is best for the other."""
    np.copyto(rest, its, where=(more > mine + TIE) | ((more >= mine - TIE) & (its > rest)))
    np.maximum(mine, more, out=mine)


def chunks(size: int) -> list[slice]:
    """As many turns at a time as are best done side by side."""
    return [slice(at, at + LANES) for at in range(0, size, LANES)]
