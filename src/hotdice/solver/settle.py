"""Three or more players where totals only grow: stable play, by falling sum of totals.

Each player maximises the own chance. Within one sum turn starts depend on each other only in
rounds, through turns that record nothing; how a mover plays depends on one number alone, the worth
of recording nothing. So a round is settled by turns: play that is best for the worths, the worths
that come of this play, and so on. Rounds that go in circles this way have corners where movers have
to mix; those are settled among the ways that have come up, and new ones are added until none is
better.

What is certified: let r be the most that a mover could gain in one turn of a round, the rest of his
play being as it is, and q the chance that a round of the others records nothing. Then changing all
of his play gains him at most r / (1 - q) more than at higher sums. The gains of all sums add up.
"""

import numpy as np

from hotdice.solver.crowd import NOTHING
from hotdice.solver.field import Channels, Field, Spots
from hotdice.solver.layer import Layer
from hotdice.solver.machine import Floats, Ints, Machine
from hotdice.solver.mixing import stable_all
from hotdice.solver.ring import Ring
from hotdice.texts import HotDiceError

METHOD = "turn starts by falling sum, each round by best replies, mixed at corners, certified"
SETTLED = 2e-13  # what a mover may leave on the table in one turn
REPLIES = 8
WAYS = 40


class Table:
    """The chances at all turn starts, filled sum by sum from the highest down."""

    def __init__(self, machine: Machine) -> None:
        self.field = field = Field(machine)
        self.players, self.target = field.players, field.target
        self.stride, self.sums = field.stride, field.sums
        self.values = np.zeros((self.players - 1, field.places))
        seats = np.arange(2, self.players)
        self._channels = Channels(
            np.array([self.players - 2, -1, *seats - 2]), np.array([0, -1, *seats])
        )

    def work(self) -> Floats:
        """About how much work each sum is, in the order in which they are settled."""
        starts = np.ones(1)
        for _ in range(self.players):
            starts = np.convolve(starts, np.ones(self.target))
        total = np.arange(len(starts)) / self.players
        return np.asarray((starts * (self.target - total + self.target / 4))[::-1])

    def settle(self, s: int) -> Layer:
        """Settle all rounds of one sum, those above being there."""
        ring = self._ring(s)
        settling = _Settling(self, ring, s)
        settling.run()
        layer = settling.layer()
        self.fill(s, layer)
        return layer

    def fill(self, s: int, layer: Layer) -> None:
        """Put the chances of one sum into the table."""
        place = self._ring(s).place
        self.values[:, s * self.stride + place] = layer.chances

    def _ring(self, s: int) -> Ring:
        return Ring(self.field.machine.rules.name, self.players, self.target, s)

    def turns(self, ring: Ring, s: int, worth: Floats, lanes: Ints) -> tuple[Floats, Floats]:
        """The lines of the best turns at some turn starts, and the movers' own chances.

        A line is what banking brings all players, from the mover on, and the chance that the turn
        records nothing.
        """
        after = np.zeros((self.players, len(worth)))
        after[0], after[NOTHING] = worth, 1.0
        spots = Spots(ring.own, ring.others, s * self.stride + ring.next_place)
        out = self.field.turns(self.values, self._channels, spots, after, after, lanes)
        own, nothing = out[0], out[NOTHING]
        lines = np.empty((self.players + 1, len(lanes)))
        lines[0] = own - nothing * worth[lanes]
        lines[2 : self.players] = out[2:]
        lines[1] = 1.0 - nothing - lines[0] - lines[2 : self.players].sum(axis=0)
        lines[self.players] = nothing
        return lines, own

    def guess(self, ring: Ring, s: int) -> Floats:
        """The worths of recording nothing, carried on from the sums above."""
        last, place = self.values[-1], s * self.stride + ring.next_place
        own_grows = ring.own + 1 < self.target
        next_grows = ring.others[0] + 1 < self.target
        both = own_grows & next_grows
        found = np.full(len(place), 1.0 / self.players)
        for grows, by in ((next_grows, self.stride + 1), (own_grows, self.stride)):
            found[grows] = last[place[grows] + by]
        there = place[both] + self.stride
        found[both] = last[there] + last[there + 1] - last[there + 1 + self.stride]
        return np.asarray(found.clip(0.0, 1.0))


class _Settling:
    """The rounds of one sum on their way to stable play."""

    def __init__(self, table: Table, ring: Ring, s: int) -> None:
        self._table, self._ring, self._s = table, ring, s
        size = len(ring.own)
        self.chances = np.zeros((table.players, size))
        self._nothing = np.zeros(size)
        self._left = np.zeros(size)  # what a mover leaves on the table
        self._shares = np.full(size, -1.0)
        self._worth = table.guess(ring, s)
        self._ways: list[tuple[Ints, Floats]] = []

    def run(self) -> None:
        """Best replies, as long as they help; then mixing."""
        waiting = np.arange(len(self._worth))
        lines, _ = self._table.turns(self._ring, self._s, self._worth, waiting)
        every = lines.copy()
        for _ in range(REPLIES):
            self._nothing[waiting] = lines[-1]
            self.chances[:, waiting] = self._ring.round_trip(every, waiting)
            follow = self._ring.follow[waiting]
            self._worth[waiting] = self.chances[-1, follow]
            lines, own = self._table.turns(self._ring, self._s, self._worth, waiting)
            every[:, waiting] = lines
            self._left[waiting] = own - self.chances[0, waiting]
            marked = np.zeros(len(self._worth), dtype=bool)
            marked[waiting] = self._left[waiting] > SETTLED
            still = self._ring.whole(marked)[waiting]
            waiting, lines = waiting[still], lines[:, still]
            self._ways.append((waiting, lines))
            if not len(waiting):
                return
        self._mix(waiting)

    def _mix(self, waiting: Ints) -> None:
        """Settle the rounds that best replies do not."""
        for period, rounds in _rounds(self._ring, waiting):
            self._mix_rounds(period, rounds)

    def _mix_rounds(self, period: int, rounds: Ints) -> None:
        """Rounds of one length, given by their turn starts, among the ways that have come up."""
        players = self._table.players
        count = len(rounds)
        lines = np.zeros((count, period, WAYS, players + 1))
        known = np.zeros((count, period), dtype=np.int64)
        number = np.full(len(self._worth), -1)
        number[rounds.ravel()] = np.arange(rounds.size)
        for lanes, found in self._ways[-4:]:
            _add(lines, known, number[lanes], found)
        chosen = np.zeros((count, period, players + 1))
        chances = np.zeros((count, period, players))
        worths, shares = np.zeros((count, period)), np.zeros((count, period))
        lanes = rounds.ravel()
        for _ in range(WAYS - 4):
            if not stable_all(lines, known, players, chosen, chances, worths, shares):
                raise HotDiceError("solve/unstable", rules=self._ring.rules)
            self._worth[lanes] = worths.ravel()
            found, own = self._table.turns(self._ring, self._s, self._worth, lanes)
            left = own - chances[:, :, 0].ravel()
            if (left <= SETTLED).all():
                break
            better = np.flatnonzero(left > SETTLED)
            _add(lines, known, better, found[:, better])
        else:
            raise HotDiceError("solve/unstable", rules=self._ring.rules)
        self.chances[:, lanes] = chances.reshape(-1, players).T
        self._nothing[lanes] = chosen[:, :, -1].ravel()
        self._left[lanes] = left
        self._shares[lanes] = shares.ravel()

    def layer(self) -> Layer:
        """The chances and their certificate."""
        rounding = self._table.field.machine.rounding
        others = np.ones(len(self._nothing))
        at = self._ring.follow
        for _ in range(self._table.players - 1):
            others = others * self._nothing[at]
            at = self._ring.follow[at]
        players = self._table.players
        gap = (np.maximum(self._left, 0.0) + (1 + players) * rounding) / (1.0 - others)
        error = players * rounding / (1.0 - others * self._nothing)
        mixed = int((self._shares >= 0.0).sum())
        return Layer(self.chances[1:], float(gap.max()), float(error.max()), mixed)


def _rounds(ring: Ring, waiting: Ints) -> list[tuple[int, Ints]]:
    """The turn starts that wait as whole rounds, by their length."""
    turned = [waiting]
    for _ in range(ring.players - 1):
        turned.append(ring.follow[turned[-1]])
    steps = np.stack(turned, axis=1)
    steps = steps[steps[:, 0] == steps.min(axis=1)]
    again = steps[:, 1:] == steps[:, :1]
    lengths = np.where(again.any(axis=1), again.argmax(axis=1) + 1, ring.players)
    return [
        (int(length), np.ascontiguousarray(steps[lengths == length, :length]))
        for length in np.unique(lengths)
    ]


def _add(lines: Floats, known: Ints, numbers: Ints, found: Floats) -> None:
    """Add a way to each of the numbered turn starts that are there."""
    there = numbers >= 0
    flat, counts = lines.reshape(-1, *lines.shape[2:]), known.reshape(-1)
    flat[numbers[there], counts[numbers[there]]] = found.T[there]
    counts[numbers[there]] += 1
