"""Winning chances of two players where a turn can bring tens of thousands of points.

Shares nothing with the solver. What can be kept from so many dice, what a farkle does and what
banking does is asked of the real `State`; a turn is then worked out from its highest points down,
for many turn starts side by side, and all turn starts are gone through until they stand.

A turn is followed up to a cap of points that no way of playing reaches with a chance above 1e-13.
Beyond it only banking is looked at, and who may not bank there has lost. All chances lie between 0
and 1, so this moves the chance of a turn start by at most 1e-13 for each turn still to come. Where
banking wins from some points on, whatever the dice, nothing beyond them is needed at all.
"""

from itertools import count
from random import Random

import numpy as np
from brute_rolls import Floats, Ints, Rolls

from hotdice import Bank, Roll, Rules, State

SETTLED = 1e-13
LANES = 256  # so many turns side by side stay in a processor's cache
REFUSED = -1  # the place of a total after banking that is not allowed, and its value
REMEMBERED = 8  # sweeps from which the next guess is made
CHECKS = 300


class BruteTurns:
    """All turn starts of two players before the last round.

    Totals are counted in steps from the lowest. Where a penalty has no floor they are followed down
    to `lowest`, and whoever would fall below stays there.
    """

    def __init__(self, rules: Rules, lowest: int = 0) -> None:
        self.rules, self.lowest = rules, lowest
        self.rolls = Rolls.of(rules)
        self.step = self.rolls.step
        self.totals = range(lowest, rules.target, self.step)
        self.counts = rules.penalty.farkles if rules.penalty else 1
        self.cap = self.rolls.cap()
        self.banked = self._ask_banks()
        self.fallen = self._ask_farkles()
        self._check()
        self.reached = self._reached()

    def start(self, i: int, j: int, a: int, b: int) -> State:
        """The start of a turn with i farkles in a row against j, and totals at a and b."""
        totals = (self.totals[a], self.totals[b])
        return State(self.rules, totals, 0, 0, self.rules.dice, (), (i, j))

    def solve(self) -> Floats:
        """Go through all turn starts until none changes any more: by i, j, a and b."""
        shape = (self.counts, self.counts, len(self.totals), len(self.totals))
        places = np.indices(shape).reshape(4, -1)
        values = np.zeros(shape)
        guess = _Guess()
        for sweep in count():
            assert sweep < 1000, "the values do not settle"
            parts = [self._turns(values, places[:, lanes]) for lanes in _chunks(places.shape[1])]
            found = np.concatenate(parts).reshape(shape)
            if np.abs(found - values).max() < SETTLED:
                return found
            values = guess(values, found)
        raise AssertionError

    def _turns(self, values: Floats, places: Ints) -> Floats:
        """Turns by the values of the turn starts after them."""
        i, j, a, b = places
        reached = np.broadcast_to(self.reached, (self.counts, *self.reached.shape))
        refused = np.full((self.counts, len(self.totals), 1), REFUSED)
        banks = np.concatenate([1.0 - values[:, 0], reached, refused], axis=2)
        count, total = self.fallen[:, i, a]
        return self.rolls.turns(banks[j, b, self.banked[:, :, a]], 1.0 - values[j, count, b, total])

    def _reached(self) -> Floats:
        """The mover's chance after reaching the target, by the other's total and the new one."""
        first, most = len(self.totals), len(self.totals) + len(self.banked)
        new = range(first, most)
        if self._bank(self.start(0, 0, -1, 0), self.cap, 1).over:
            unsure = np.flatnonzero((self.banked < first).any(axis=(1, 2)))
            self.banked = self.banked[: min(self.cap, unsure[-1] + 1) + self.rolls.most]
            return np.array([[self._won(0, t, b) for t in new] for b in range(first)])
        lost, level, won = (
            self._same({self._won(1, t, t + more) for t in new for more in steps})
            for steps in ((-first, -1), (0,), (1, self.cap))
        )
        found = np.ones((first, most - first))
        near = [(b, t) for b in range(first) for t in new if t - b <= self.cap]
        for lanes in _chunks(len(near)):
            b, t = np.array(near[lanes]).T
            totals = self.banked[:, :, b]
            stops = np.where(totals > t, won, np.where(totals == t, level, lost))
            stops[totals == REFUSED] = REFUSED
            found[b, t - first] = 1.0 - self.rolls.turns(stops, np.full(len(b), lost))
        return found

    def _won(self, seat: int, first: int, second: int) -> float:
        """What a seat has won where seat 0 reached the target and these are the last totals."""
        totals = (self.lowest + first * self.step, self.lowest + second * self.step)
        state = State(self.rules, totals, 0, 0, self.rules.dice, (), (0, 0), 0)
        assert state.over
        return (seat in state.winners) / len(state.winners)

    @staticmethod
    def _same(found: set[float]) -> float:
        (same,) = found
        return same

    def _ask_banks(self) -> Ints:
        """Totals after banking by steps, dice left and total before."""
        starts = [self.start(0, 0, a, 0) for a in range(len(self.totals))]
        dice = range(1, self.rules.dice + 1)
        levels = range(self.cap + self.rolls.most)
        return np.array(
            [
                [[self._own(self._bank(start, steps, left)) for start in starts] for left in dice]
                for steps in levels
            ]
        )

    def _ask_farkles(self) -> Ints:
        """Farkles in a row and the total after one more, by both before."""
        farkled = [
            [self._farkled(self.start(i, 0, a, 0), 1) for a in range(len(self.totals))]
            for i in range(self.counts)
        ]
        counts = [[state.farkles[0] for state in row] for row in farkled]
        return np.array([counts, [[self._own(state) for state in row] for row in farkled]])

    def _own(self, state: State) -> int:
        """The place of the total of seat 0 after its turn; its turn going on, it was refused."""
        if state.turn_points:
            return REFUSED
        place, between = divmod(max(state.totals[0], self.lowest) - self.lowest, self.step)
        assert not between
        return place

    def _bank(self, start: State, steps: int, dice: int) -> State:
        """What banking makes of a turn; the same turn where it is refused."""
        state = self._under_way(start, steps, dice)
        actions = state.actions()
        assert Roll() in actions
        return state.bank() if Bank() in actions else state

    def _farkled(self, start: State, steps: int) -> State:
        return self._under_way(start, steps, len(self.rolls.farkle)).roll(self.rolls.farkle)

    def _under_way(self, start: State, steps: int, dice: int) -> State:
        points = steps * self.step
        return State(self.rules, start.totals, 0, points, dice, (), start.farkles)

    def _check(self) -> None:
        """See at places picked at random that nothing matters but what was asked for."""
        draw = Random(1)
        for _ in range(CHECKS):
            i, j = draw.randrange(self.counts), draw.randrange(self.counts)
            a, b = draw.randrange(len(self.totals)), draw.randrange(len(self.totals))
            steps, dice = draw.randrange(1, len(self.banked)), draw.randint(1, self.rules.dice)
            start = self.start(i, j, a, b)
            farkled, banked = self._farkled(start, steps), self._bank(start, steps, dice)
            assert (farkled.farkles[0], self._own(farkled)) == tuple(self.fallen[:, i, a])
            assert self._own(banked) == self.banked[steps, dice - 1, a]
            if self._own(banked) != REFUSED:
                assert banked.farkles[0] == 0
                reached = banked.totals[0] >= self.rules.target
                assert (banked.starter == 0) == reached
                immediate = reached and self.rules.finish == "immediate"
                assert banked.over == immediate
            for state in (farkled, banked):
                assert (state.totals[1], state.farkles[1]) == (start.totals[1], j)
                assert state.over or state.turn_points or (state.player == 1 and state.fresh)


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


def _chunks(size: int) -> list[slice]:
    return [slice(at, at + LANES) for at in range(0, size, LANES)]
