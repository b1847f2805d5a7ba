"""Winning chances of two players where a turn can bring tens of thousands of points.

Shares nothing with the solver. What can be kept from so many dice, what a farkle does and what
banking does is asked of the real `State`; a turn is then worked out from its highest points down,
for many turn starts side by side, and all turn starts are gone through until they stand.
"""

from itertools import count

import numpy as np
from support.brute_asks import REFUSED, RequestBody
from support.brute_rolls import Floats, Ints, chunks

from hotdice import Rules, State

SETTLED = 1e-13
REMEMBERED = 8  # sweeps from which the next guess is made


class BruteTurns:
    """All turn starts of two players before the last round."""

    def __init__(self, rules: Rules, lowest: int = 0) -> None:
        self.asked = RequestBody(rules, 2, lowest)
        self.reached = self._reached()

    def start(self, i: int, j: int, a: int, b: int) -> State:
        """The start of a turn with i farkles in a row against j, and totals at a and b."""
        return self.asked.start((i, j), (a, b))

    def solve(self) -> Floats:
        """Go through all turn starts until none changes any more: by i, j, a and b."""
        counts, totals = self.asked.counts, len(self.asked.totals)
        shape = (counts, counts, totals, totals)
        places = np.indices(shape).reshape(4, -1)
        values = np.zeros(shape)
        guess = _Guess()
        for sweep in count():
            assert sweep < 1000, "the values do not settle"
            parts = [self._turns(values, places[:, lanes]) for lanes in chunks(places.shape[1])]
            found = np.concatenate(parts).reshape(shape)
            if np.abs(found - values).max() < SETTLED:
                return found
            values = guess(values, found)
        raise AssertionError

    def _turns(self, values: Floats, places: Ints) -> Floats:
        """Turns by the values of the turn starts after them."""
        i, j, a, b = places
        asked = self.asked
        reached = np.broadcast_to(self.reached, (asked.counts, *self.reached.shape))
        refused = np.full((asked.counts, len(asked.totals), 1), REFUSED)
        banks = np.concatenate([1.0 - values[:, 0], reached, refused], axis=2)
        count, total = asked.fallen[:, i, a]
        farkled = 1.0 - values[j, count, b, total]
        return asked.rolls.turns(banks[j, b, asked.banked[:, :, a]], farkled)

    def _reached(self) -> Floats:
        """The mover's chance after reaching the target, by the other's total and the new one."""
        asked = self.asked
        first, most = len(asked.totals), len(asked.totals) + len(asked.banked)
        new = range(first, most)
        if asked.immediate:
            return np.array([[asked.shares(t, b)[0] for t in new] for b in range(first)])
        lost, level, won = (
            self._same({asked.shares(t, t + more)[1] for t in new for more in steps})
            for steps in ((-first, -1), (0,), (1, asked.cap))
        )
        found = np.ones((first, most - first))
        near = [(b, t) for b in range(first) for t in new if t - b <= asked.cap]
        for lanes in chunks(len(near)):
            b, t = np.array(near[lanes]).T
            totals = asked.banked[:, :, b]
            stops = np.where(totals > t, won, np.where(totals == t, level, lost))
            stops[totals == REFUSED] = REFUSED
            found[b, t - first] = 1.0 - asked.rolls.turns(stops, np.full(len(b), lost))
        return found

    @staticmethod
    def _same(found: set[float]) -> float:
        (same,) = found
        return same


class _Guess:
    """Where sweeps lead to, guessed from the last few: the mix of them that changes least.

    It only makes the way shorter: values stand when a sweep does not change them.
    """

    def __init__(self) -> None:
        self.before: list[Floats] = []
        self.after: list[Floats] = []

    def __call__(self, before: Floats, after: Floats) -> Floats:
        self.before = [*self.before, before.ravel()][-REMEMBERED:]
        self.after = [*self.after, after.ravel()][-REMEMBERED:]
        changes = np.array(self.after) - np.array(self.before)
        if len(changes) < 3:
            return after
        shares = np.linalg.lstsq(np.diff(changes, axis=0).T, changes[-1], rcond=1e-12)[0]
        guess = self.after[-1] - np.diff(np.array(self.after), axis=0).T @ shares
        return np.asarray(guess.clip(0.0, 1.0).reshape(after.shape))
