"""What banking and farkling do to totals, asked of the real `State`.

Shares nothing with the solver. Totals are counted in steps from the lowest. Where a penalty has no
floor they are followed down to `lowest`, and whoever would fall below stays there.

A turn is followed up to a cap of points that no way of playing reaches with a chance above 1e-13.
Beyond it only banking is looked at, and who may not bank there has lost. All chances lie between 0
and 1, so this moves the chance of a turn start by at most 1e-13 for each turn still to come. Where
banking wins from some points on, whatever the dice, nothing beyond them is needed at all.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from support.brute_rolls import Ints, Rolls

from hotdice import Bank, Roll, Rules, State

REFUSED = -1  # the place of a total after banking that is not allowed
CHECKS = 300


class RequestBody:
    """Totals after banking by steps, dice left and total before; and totals after a farkle."""

    def __init__(self, rules: Rules, players: int, lowest: int) -> None:
        self.rules, self.players, self.lowest = rules, players, lowest
        self.rolls = Rolls.of(rules)
        self.step = self.rolls.step
        self.totals = range(lowest, rules.target, self.step)
        self.counts = rules.penalty.farkles if rules.penalty else 1
        self.cap = self.rolls.cap()
        self.banked = self._ask_banks()
        self.fallen = self._ask_farkles()
        self._check()
        self.immediate = self._bank(self._own(0, -1), self.cap, 1).over
        if self.immediate:
            unsure = np.flatnonzero((self.banked < len(self.totals)).any(axis=(1, 2)))
            self.banked = self.banked[: min(self.cap, unsure[-1] + 1) + self.rolls.most]

    def start(self, counts: Sequence[int], places: Sequence[int]) -> State:
        """The start of a turn of seat 0, by everybody's farkles in a row and place of the total."""
        totals = tuple(self.totals[place] for place in places)
        return State(self.rules, totals, 0, 0, self.rules.dice, (), tuple(counts))

    def shares(self, *places: int) -> tuple[float, ...]:
        """What everybody has won where seat 0 reached the target, and these are the last totals."""
        totals = tuple(self.lowest + place * self.step for place in places)
        state = State(self.rules, totals, 0, 0, self.rules.dice, (), (0,) * self.players, 0)
        assert state.over
        won = 1 / len(state.winners)
        return tuple(won if seat in state.winners else 0.0 for seat in range(self.players))

    def _own(self, count: int, place: int) -> State:
        rest = self.players - 1
        return self.start([count] + [0] * rest, [place] + [0] * rest)

    def _ask_banks(self) -> Ints:
        starts = [self._own(0, place) for place in range(len(self.totals))]
        dice = range(1, self.rules.dice + 1)
        levels = range(self.cap + self.rolls.most)
        return np.array(
            [
                [[self._place(self._bank(start, steps, left)) for start in starts] for left in dice]
                for steps in levels
            ]
        )

    def _ask_farkles(self) -> Ints:
        """Farkles in a row and the total after one more, by both before."""
        farkled = [
            [self._farkled(self._own(count, place), 1) for place in range(len(self.totals))]
            for count in range(self.counts)
        ]
        counts = [[state.farkles[0] for state in row] for row in farkled]
        return np.array([counts, [[self._place(state) for state in row] for row in farkled]])

    def _place(self, state: State) -> int:
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
        rest = (), start.farkles, start.starter
        return State(self.rules, start.totals, 0, points, dice, *rest)

    def _check(self) -> None:
        """See at places picked at random that nothing matters but what was asked for."""
        draw = Random(1)
        for _ in range(CHECKS):
            counts = [draw.randrange(self.counts) for _ in range(self.players)]
            places = [draw.randrange(len(self.totals)) for _ in range(self.players)]
            steps, dice = draw.randrange(1, len(self.banked)), draw.randint(1, self.rules.dice)
            start = self.start(counts, places)
            farkled, banked = self._farkled(start, steps), self._bank(start, steps, dice)
            fallen = farkled.farkles[0], self._place(farkled)
            assert fallen == tuple(self.fallen[:, counts[0], places[0]])
            assert self._place(banked) == self.banked[steps, dice - 1, places[0]]
            if self._place(banked) != REFUSED:
                assert banked.farkles[0] == 0
                reached = banked.totals[0] >= self.rules.target
                assert (banked.starter == 0) == reached
                immediate = reached and self.rules.finish == "immediate"
                assert banked.over == immediate
            for state in (farkled, banked):
                assert state.totals[1:] == start.totals[1:]
                assert state.farkles[1:] == start.farkles[1:]
                assert state.over or state.turn_points or (state.player == 1 and state.fresh)
            if self.rules.finish == "last-round":
                self._check_last(start, draw.randint(1, self.players - 1), steps, dice)

    def _check_last(self, start: State, starter: int, steps: int, dice: int) -> None:
        """The same holds once somebody has reached the target."""
        totals = list(start.totals)
        totals[starter] = self.rules.target + steps * self.step
        last = State(self.rules, tuple(totals), 0, 0, start.dice, (), start.farkles, starter)
        for then, before in (
            (self._bank(last, steps, dice), self._bank(start, steps, dice)),
            (self._farkled(last, steps), self._farkled(start, steps)),
        ):
            assert self._place(then) == self._place(before)
            assert then.starter == starter
            assert then.totals[1:] == last.totals[1:]
            assert then.over == (not then.turn_points and starter == 1)
