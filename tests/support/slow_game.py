"""Winning chances of two players straight from a rules table: slow, by sweeps over all turn starts.

Shares nothing with the package: rolls and keeps come from `slow`. A turn is followed to points that
are reached with a chance below 1e-14, and every place of a turn is worked out for all turn starts
side by side.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import count
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray
from support.slow import Table, field, keeps, outcomes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Place = tuple[int, int]  # turn points and dice to roll, or points and dice left

NEVER = 1e-14
SETTLED = 1e-14
REFUSED = -1.0
REMEMBERED = 8  # sweeps from which the next guess is made


class SlowGame:
    """All turn starts of a game of two; without a floor, totals stop falling at `lowest`."""

    def __init__(self, table: Table, lowest: int = 0) -> None:
        self.table = table
        self.dice: int = field(table, "dice")
        self.hot: str = field(table, "hot_dice")
        self.penalty: dict[str, int] | None = field(table, "penalty")
        self.counts = self.penalty["farkles"] if self.penalty else 1
        self.rolls = {number: self._rolls(number) for number in range(1, self.dice + 1)}
        points = [p for rolls in self.rolls.values() for _, some in rolls for p, _ in some]
        self.most = max(points)
        self.step = gcd(*points)
        if self.penalty:
            self.step = gcd(self.step, self.penalty["points"], self.penalty.get("floor", 0))
            lowest = min(0, self.penalty.get("floor", lowest))
        self.lowest = lowest
        self.totals = np.arange(lowest, field(table, "target"), self.step)
        self.cap = self._cap()
        self.places = self._places()
        self.least, self.allowed = self._bars()
        self.last = self._last()

    def _rolls(self, number: int) -> list[tuple[float, list[Place]]]:
        """Every set of keeps that so many dice offer, with its chance."""
        found: dict[tuple[Place, ...], Fraction] = {}
        for roll, chance in outcomes(self.table, number).items():
            some = tuple(sorted({(points, left) for _, points, left in keeps(self.table, roll)}))
            found[some] = found.get(some, Fraction()) + chance
        return [(float(chance), list(some)) for some, chance in found.items()]

    def _cap(self) -> int:
        """Points that no turn reaches but for a negligible chance."""

        @cache
        def reached(need: int, number: int) -> float:
            if need <= 0:
                return 1.0
            total = 0.0
            for chance, some in self.rolls[number]:
                goes_on = [(p, left) for p, left in some if left or p >= need or self.hot != "end"]
                ways = (reached(need - p, left or self.dice) for p, left in goes_on)
                total += chance * max(ways, default=0.0)
            return total

        for cap in count(self.step, self.step):
            if max(reached(cap, number) for number in self.rolls) < NEVER:
                return cap
        raise AssertionError

    def _places(self) -> list[Place]:
        """Where a turn can be, from the most points down."""
        found, waiting = {(0, self.dice)}, [(0, self.dice)]
        while waiting:
            points, number = waiting.pop()
            for more, left in {pair for _, some in self.rolls[number] for pair in some}:
                place = (points + more, left or self.dice)
                if place not in found and (left or self.hot != "end"):
                    found.add(place)
                    waiting += [place] if place[0] < self.cap else []
        return sorted(found, reverse=True)

    def _bars(self) -> tuple[Ints, Ints]:
        """The least points that are recorded, and that may be banked at all, by total."""
        minimum, entry = field(self.table, "minimum"), field(self.table, "entry")
        recorded = np.where(self.totals > 0, minimum, max(minimum, entry))
        refuses = field(self.table, "below_entry") == "refuse"
        return recorded, recorded if refuses else np.full(len(self.totals), minimum)

    def _turn(self, stop: Callable[[int], Floats], nothing: Floats, farkled: Floats) -> Floats:
        """What turns are worth, by what stopping with so many points is."""
        known: dict[Place, Floats] = {}
        stopped = cache(stop)

        def after(points: int, left: int) -> Floats:
            if left or self.hot != "end":
                return known[points, left or self.dice]
            bank = stopped(points)
            return np.where(bank == REFUSED, nothing, bank)

        for points, number in self.places:
            if points >= self.cap:
                known[points, number] = np.maximum(stopped(points), 0.0)
                continue
            total = np.zeros(1)
            for chance, some in self.rolls[number]:
                best = farkled if not some else after(points + some[0][0], some[0][1])
                for more, left in some[1:]:
                    best = np.maximum(best, after(points + more, left))
                total = total + chance * best
            forced = number == self.dice and self.hot == "must"
            if points and not forced:
                total = np.maximum(total, stopped(points))
            known[points, number] = total
        return known[0, self.dice]

    def _last(self) -> Floats:
        """The chance of one who reached the target, by the other's total and the steps beyond."""
        beyond = self.totals[-1] + np.arange(self.step, self.cap + 2 * self.most, self.step)
        if field(self.table, "finish") == "immediate":
            return np.ones((len(self.totals), len(beyond)))
        level = 0.5 if field(self.table, "tie") == "shared" else 0.0
        own, need = self.totals[:, None], beyond[None, :]

        def stop(points: int) -> Floats:
            total = np.where(points >= self.least[:, None], own + points, own)
            won = np.where(total > need, 1.0, np.where(total == need, level, 0.0))
            return np.where(points >= self.allowed[:, None], won, REFUSED)

        lost = np.zeros((len(self.totals), len(beyond)))
        return 1.0 - self._turn(stop, lost, lost)

    def sweep(self, values: Floats) -> Floats:
        """Every turn start once, by the values of the turn starts after it."""
        size = len(self.totals)
        other = 1.0 - values.transpose(1, 0, 3, 2)  # of the mover, by his count after the turn
        nothing = other[0]
        farkled = np.concatenate([other[1:], nothing[None][:, :, self._fallen()]])

        def stop(points: int) -> Floats:
            new = np.arange(size) + points // self.step
            inside = new < size
            found = np.empty(nothing.shape)
            found[:, inside] = nothing[:, new[inside]]
            found[:, ~inside] = self.last[:, new[~inside] - size].T
            found[:, points < self.least] = nothing[:, points < self.least]
            found[:, points < self.allowed] = REFUSED
            return found

        return np.broadcast_to(self._turn(stop, nothing, farkled), values.shape).copy()

    def _fallen(self) -> Ints:
        """Where a total stands after the last farkle."""
        if self.penalty is None:
            return np.arange(len(self.totals))
        fallen = self.totals - self.penalty["points"]
        if "floor" in self.penalty:
            fallen = np.maximum(fallen, np.minimum(self.totals, self.penalty["floor"]))
        return np.asarray(np.maximum((fallen - self.lowest) // self.step, 0))

    def solve(self) -> Floats:
        """The mover's chances by both counts of farkles and both totals, own first."""
        size = len(self.totals)
        values = np.full((self.counts, self.counts, size, size), 0.5)
        before: list[Any] = []
        after: list[Any] = []
        for number in range(10_000):
            found = self.sweep(values)
            if np.abs(found - values).max() < SETTLED:
                return found
            before, after = [*before, values.ravel()], [*after, found.ravel()]
            values = found
            if number % REMEMBERED == REMEMBERED - 1:  # a guess makes the way shorter
                changes = np.array(after) - np.array(before)
                shares = np.linalg.lstsq(np.diff(changes, axis=0).T, changes[-1], rcond=1e-12)[0]
                guess = after[-1] - np.diff(np.array(after), axis=0).T @ shares
                values = guess.clip(0.0, 1.0).reshape(found.shape)
                before, after = [], []
        raise AssertionError("the values do not settle")
