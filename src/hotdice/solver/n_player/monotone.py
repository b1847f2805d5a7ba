"""Three or more players whose totals only grow: a stationary equilibrium, by falling sum of totals.

The problem: a stochastic game with perfect information in which each player maximises their own
chance of winning. A bank leads to a higher sum of totals, so sums are solved from the highest down.
Within one sum turn starts depend on each other only in rounds, through turns that record nothing,
and how a mover plays depends on a single number: x, their value after such a turn.

The method: best responses to the current x, the x that follow from this play, and so on. Most
rounds converge. In those that cycle some mover has to mix. They are solved as small games among the
strategies seen so far (`kernels.round_equilibrium`); then each mover's best response among all
strategies is added where it gains, until none does (a double oracle).

What is certified: let r be the most that a mover could gain in one turn of a round, the rest of
their play being as it is, and q the chance that a round of the others records nothing. A deviation
gains at most r each time this turn comes up, which is at most 1 / (1 - q) times if the others play
on as they do. So changing all of their play gains them at most r / (1 - q) more than at higher
sums. The gains of all sums add up to the gap. In the same way the rounding of a turn, divided by
the chance that a round records something, adds up to the error of the chances.
"""

import numpy as np

from hotdice.solver.kernels.n_player import SCORELESS, Channels, TurnStarts
from hotdice.solver.kernels.round_equilibrium import Profile, find_round_equilibria
from hotdice.solver.n_player.layer import Layer
from hotdice.solver.n_player.rotations import Rotations
from hotdice.solver.n_player.runner import Floats, Ints, KernelRunner
from hotdice.solver.n_player.turns import NPlayerTurns
from hotdice.texts import HotDiceError

METHOD = "turn starts by falling sum, each round by best responses, mixed at breakpoints, certified"
SETTLED = 2e-13  # the most a mover may forgo in one turn: its rounding; included in the gap
RESPONSES = 8  # best responses before a round is assumed to cycle
STRATEGIES = 40  # stored for each turn start at most
LAST_RESPONSES = 4  # best responses that the small game begins with


class ValueTable:
    """The chances at all turn starts, filled sum by sum from the highest down."""

    def __init__(self, runner: KernelRunner) -> None:
        self.turns = turns = NPlayerTurns(runner)
        self.players, self.target = turns.players, turns.target
        self.stride, self.sums = turns.stride, turns.sums
        self.values = np.zeros((self.players - 1, turns.places))
        seats = np.arange(2, self.players)
        self._channels = Channels(
            np.array([self.players - 2, -1, *seats - 2]), np.array([0, -1, *seats])
        )

    def work(self) -> Floats:
        """Roughly how much work each sum is, in the order in which they are solved."""
        starts = np.ones(1)
        for _ in range(self.players):
            starts = np.convolve(starts, np.ones(self.target))
        total = np.arange(len(starts)) / self.players
        return np.asarray((starts * (self.target - total + self.target / 4))[::-1])

    def solve(self, s: int) -> Layer:
        """Solve all rounds of one sum; those of higher sums are solved already."""
        solver = _SumSolver(self, self._rotations(s), s)
        solver.run()
        layer = solver.layer()
        self.fill(s, layer)
        return layer

    def fill(self, s: int, layer: Layer) -> None:
        """Put the chances of one sum into the table."""
        place = self._rotations(s).place
        self.values[:, s * self.stride + place] = layer.chances

    def _rotations(self, s: int) -> Rotations:
        return Rotations(self.turns.runner.rules.name, self.players, self.target, s)

    def best_responses(
        self, rotations: Rotations, s: int, x: Floats, lanes: Ints
    ) -> tuple[Floats, Floats]:
        """The payoffs of the best turns at some turn starts, and the movers' own chances.

        Payoffs are what banks are worth to all players, from the mover on, and the chance that the
        turn records nothing.
        """
        after = np.zeros((self.players, len(x)))
        after[0], after[SCORELESS] = x, 1.0
        place = s * self.stride + rotations.next_place
        starts = TurnStarts(rotations.own, rotations.others, place)
        out = self.turns.best(self.values, self._channels, starts, after, after, lanes)
        own, nothing = out[0], out[SCORELESS]
        payoffs = np.empty((self.players + 1, len(lanes)))
        payoffs[0] = own - nothing * x[lanes]
        payoffs[2 : self.players] = out[2:]
        payoffs[1] = 1.0 - nothing - payoffs[0] - payoffs[2 : self.players].sum(axis=0)
        payoffs[self.players] = nothing
        return payoffs, own

    def guess(self, rotations: Rotations, s: int) -> Floats:
        """A first guess at each x, extrapolated from the sums above."""
        last, place = self.values[-1], s * self.stride + rotations.next_place
        own_grows = rotations.own + 1 < self.target
        next_grows = rotations.others[0] + 1 < self.target
        both = own_grows & next_grows
        found = np.full(len(place), 1.0 / self.players)
        for grows, by in ((next_grows, self.stride + 1), (own_grows, self.stride)):
            found[grows] = last[place[grows] + by]
        there = place[both] + self.stride
        found[both] = last[there] + last[there + 1] - last[there + 1 + self.stride]
        return np.asarray(found.clip(0.0, 1.0))


class _SumSolver:
    """The rounds of one sum on their way to an equilibrium."""

    def __init__(self, table: ValueTable, rotations: Rotations, s: int) -> None:
        self._table, self._rotations, self._s = table, rotations, s
        size = len(rotations.own)
        self.chances = np.zeros((table.players, size))
        self._nothing = np.zeros(size)
        self._regret = np.zeros(size)  # what a mover could gain in one turn
        self._steeper = np.full(size, -1.0)  # as in `Profile`
        self._x = table.guess(rotations, s)
        self._responses: list[tuple[Ints, Floats]] = []

    def run(self) -> None:
        """Best responses, as long as they help; then mixing."""
        waiting = np.arange(len(self._x))
        payoffs, _ = self._best_responses(waiting)
        every = payoffs.copy()
        for _ in range(RESPONSES):
            self._nothing[waiting] = payoffs[-1]
            self.chances[:, waiting] = self._rotations.chances_after_round(every, waiting)
            follow = self._rotations.follow[waiting]
            self._x[waiting] = self.chances[-1, follow]
            payoffs, own = self._best_responses(waiting)
            every[:, waiting] = payoffs
            self._regret[waiting] = own - self.chances[0, waiting]
            marked = np.zeros(len(self._x), dtype=bool)
            marked[waiting] = self._regret[waiting] > SETTLED
            still = self._rotations.whole_rounds(marked)[waiting]
            waiting, payoffs = waiting[still], payoffs[:, still]
            self._responses.append((waiting, payoffs))
            if not len(waiting):
                return
        for period, rounds in _rounds(self._rotations, waiting):
            self._mix(period, rounds)

    def _best_responses(self, lanes: Ints) -> tuple[Floats, Floats]:
        return self._table.best_responses(self._rotations, self._s, self._x, lanes)

    def _mix(self, period: int, rounds: Ints) -> None:
        """Solve rounds of one length, given by turn starts, among the strategies seen so far."""
        players = self._table.players
        count = len(rounds)
        payoffs = np.zeros((count, period, STRATEGIES, players + 1))
        known = np.zeros((count, period), dtype=np.int64)
        number = np.full(len(self._x), -1)
        number[rounds.ravel()] = np.arange(rounds.size)
        for lanes, found in self._responses[-LAST_RESPONSES:]:
            _add(payoffs, known, number[lanes], found)
        profile = Profile(
            chosen=np.zeros((count, period, players + 1)),
            chances=np.zeros((count, period, players)),
            x=np.zeros((count, period)),
            steeper=np.zeros((count, period)),
        )
        lanes = rounds.ravel()
        for _ in range(STRATEGIES - LAST_RESPONSES):
            if not find_round_equilibria(payoffs, known, players, profile):
                raise HotDiceError("solve/unstable", rules=self._rotations.rules)
            self._x[lanes] = profile.x.ravel()
            found, own = self._best_responses(lanes)
            regret = own - profile.chances[:, :, 0].ravel()
            if (regret <= SETTLED).all():
                break
            better = np.flatnonzero(regret > SETTLED)
            _add(payoffs, known, better, found[:, better])
        else:
            raise HotDiceError("solve/unstable", rules=self._rotations.rules)
        self.chances[:, lanes] = profile.chances.reshape(-1, players).T
        self._nothing[lanes] = profile.chosen[:, :, -1].ravel()
        self._regret[lanes] = regret
        self._steeper[lanes] = profile.steeper.ravel()

    def layer(self) -> Layer:
        """The chances and their certificate."""
        rounding = self._table.turns.runner.rounding
        others = np.ones(len(self._nothing))
        at = self._rotations.follow
        for _ in range(self._table.players - 1):
            others = others * self._nothing[at]
            at = self._rotations.follow[at]
        players = self._table.players
        gap = (np.maximum(self._regret, 0.0) + (1 + players) * rounding) / (1.0 - others)
        error = players * rounding / (1.0 - others * self._nothing)
        mixed = int((self._steeper >= 0.0).sum())
        return Layer(self.chances[1:], float(gap.max()), float(error.max()), mixed)


def _rounds(rotations: Rotations, waiting: Ints) -> list[tuple[int, Ints]]:
    """The unsolved turn starts as whole rounds, by their length."""
    turned = [waiting]
    for _ in range(rotations.players - 1):
        turned.append(rotations.follow[turned[-1]])
    steps = np.stack(turned, axis=1)
    steps = steps[steps[:, 0] == steps.min(axis=1)]
    again = steps[:, 1:] == steps[:, :1]
    lengths = np.where(again.any(axis=1), again.argmax(axis=1) + 1, rotations.players)
    return [
        (int(length), np.ascontiguousarray(steps[lengths == length, :length]))
        for length in np.unique(lengths)
    ]


def _add(payoffs: Floats, known: Ints, numbers: Ints, found: Floats) -> None:
    """Add a strategy to each of these turn starts."""
    there = numbers >= 0
    flat, counts = payoffs.reshape(-1, *payoffs.shape[2:]), known.reshape(-1)
    flat[numbers[there], counts[numbers[there]]] = found.T[there]
    counts[numbers[there]] += 1
