"""Two players, best play of both, for rules without a penalty.

Totals only grow, so pairs of totals are solved by falling sum. Within one sum only (a, b) and
(b, a) depend on each other, through turns that record nothing: x = f(1 - z) and z = g(1 - x), where
f and g are convex and piecewise linear. All pairs of one sum are worked on side by side.

The bound: let all values of higher sums rise by e, z fall by e + d' and so 1 - z rise by e + d'.
Then f rises by at most e + m d', where m is the slope of f above the solution (by convexity, that
of any chord to its right). With a residual r the bracket of half-widths d and d' is sent into
itself if r + m d' <= d and r' + n d <= d'; the widths of all sums add up.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.last_turn import HOT, NEGLIGIBLE, Moves, second_player, surviving
from hotdice.solver.plan import program_of, step_of
from hotdice.solver.turns import LANES, turns
from hotdice.texts import HotDiceError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

METHOD = "pairs of totals by falling sum, each pair by secants, bracketed"
EVALUATIONS = 40
MOST_STATES = 20_000_000_000
STATES_A_SECOND = 5_000_000  # on a slow core; an estimate for people, not a promise
SETTLED = 4e-15
GAP = 1e-4
ROUNDING = 2.0**-53


class Duel(NamedTuple):
    """The value of every pair of totals for the player to move, and the bound on its error.

    `values[s, b]` is the chance of the player to move who has s - b against b, in steps.
    """

    rules: Rules
    step: int
    values: Floats
    bound: float
    states: int
    seconds: float
    compile_seconds: float

    def chance(self, own: int, other: int) -> float:
        """The chance of winning of the player to move, a shared win counted as a half."""
        if own % self.step or other % self.step:
            totals = f"{own},{other}"
            raise HotDiceError("solve/step", totals=totals, rules=self.rules.name, step=self.step)
        a, b = own // self.step, other // self.step
        return float(self.values[a + b, b])


def solve(rules: Rules) -> Duel:
    """Solve all pairs of totals below the target."""
    _refuse(rules)
    begin = perf_counter()
    if not turns.signatures:
        _Solver(Rules.load("greed", target=50)).run()
    compiled = perf_counter()
    solver = _Solver(rules)
    solver.run()
    seconds = perf_counter() - compiled
    return Duel(
        rules,
        solver.step,
        solver.values,
        solver.bound + NEGLIGIBLE,
        solver.states,
        seconds,
        compiled - begin,
    )


def _refuse(rules: Rules) -> None:
    """Rules that cannot be solved are told so before anything is worked out."""
    if rules.penalty is not None:
        raise HotDiceError("solve/penalty", rules=rules.name)
    moves = Moves(rules, step_of(rules))
    if moves.never_farkles():
        raise HotDiceError("solve/never-farkles", rules=rules.name)
    target = moves.units(rules.target)
    states = rules.dice * target * target * (target + 1) // 2
    if states > MOST_STATES:
        raise HotDiceError(
            "solve/large",
            rules=rules.name,
            states=f"{states:,}",
            gigabytes=round(16 * target**2 / 2**30, 1),
            minutes=round(states / STATES_A_SECOND / 60),
            most=f"{MOST_STATES:,}",
        )


class _Solver:
    """The values found so far, and what all sums have in common."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.step = step_of(rules)
        moves = Moves(rules, self.step)
        self.target = target = moves.units(rules.target)
        self.values = np.zeros((2 * target + 1, target))
        self.bound = 0.0
        self.states = 0
        program = program_of(rules, self.step)
        self.least = float(program.farkle.min())
        self.wins = second_player(moves)
        self.rounding = _rounding(moves)
        forced = rules.hot_dice == "must"
        safe, lost = surviving(moves.rolls) if forced else (Fraction(1), Fraction())
        self.endless = forced or program.farkle[-1] == 0
        temporary = int(np.diff(program.best_at).max(initial=0)) + 1
        levels = 2 * target + self.wins.shape[1] + program.reach + 2
        workers = os.cpu_count() or 1
        self.rows = [np.zeros((temporary + levels * rules.dice) * LANES) for _ in range(workers)]
        settings = [
            rules.dice,
            target,
            moves.units(rules.entry),
            moves.units(rules.minimum),
            rules.below_entry == "refuse",
            HOT[rules.hot_dice],
            rules.finish == "immediate",
            program.reach,
            temporary,
        ]
        self.fixed = (
            *_places(program.best[:, 0], program.best_at, program.best_at),
            program.best[:, 1] * LANES,
            program.best_at,
            *_places(program.rows, program.sum_at, program.best_at),
            program.weights,
            program.sum_at,
            program.farkle,
            np.array(settings),
            float(safe),
            float(lost),
        )

    def run(self) -> None:
        """Solve all sums from the highest down."""
        with ThreadPoolExecutor(len(self.rows)) as self.pool:
            for s in range(2 * self.target - 2, -1, -1):
                self.solve_sum(s)

    def solve_sum(self, s: int) -> None:
        """All pairs of one sum, the higher sums being known."""
        totals = np.arange(max(0, s - self.target + 1), min(self.target - 1, s) + 1)
        x = self._guess(s, totals)
        caution = 0.25
        while True:
            trusted = caution * x[::-1]
            tops = self._tops(s, totals, trusted)
            x, width = self._settle(s, totals, tops, x)
            if self.rules.finish == "immediate" or (x[::-1] >= trusted).all():
                break
            caution *= 0.01
        self.values[s, s - totals] = x
        self.bound += width
        self.states += int(self.rules.dice * (self.target - totals).sum())

    def _settle(
        self, s: int, totals: Ints, tops: tuple[Ints, Ints], x: Floats
    ) -> tuple[Floats, float]:
        """The meeting point of f and g for each pair, and the width of a bracket around it."""
        above = np.minimum(1.0, 1.0 - x[::-1] + GAP)
        above_f = np.empty(len(x))
        self._evaluate(s, totals, tops, above, above_f, np.full(len(x), True))
        y0, f0, m = above, above_f, np.zeros(len(x))
        f = np.empty(len(x))
        waiting = np.full(len(x), True)
        for _ in range(EVALUATIONS):
            y = 1.0 - x[::-1]
            self._evaluate(s, totals, tops, y, f, waiting)
            waiting = np.abs(f - x) > SETTLED
            waiting |= waiting[::-1]
            if not waiting.any():
                break
            far = np.abs(y - y0) > 1e-9
            m = np.where(far, (f - f0) / np.where(far, y - y0, 1.0), m)
            x = np.where(waiting, _meet(y, f, m), x)
            y0, f0 = np.where(far, y, y0), np.where(far, f, f0)
        near = above - y < np.minimum(GAP / 10, (1.0 - y) / 2)
        if near.any():
            above = np.where(near, np.minimum(1.0, y + GAP), above)
            self._evaluate(s, totals, tops, above, above_f, near)
        m = (above_f - f) / (above - y)
        off = np.abs(f - x) + self.rounding
        both = 1.0 - m * m[::-1]
        if (both < 1e-9).any():
            at = totals[np.argmin(both)]
            pair = f"{at * self.step},{(s - at) * self.step}"
            raise HotDiceError("solve/never-ends", rules=self.rules.name, totals=pair)
        return x, float(((off + m * off[::-1]) / both).max())

    def _guess(self, s: int, totals: Ints) -> Floats:
        """Values to begin with, carried on from the sums above."""
        others = s - totals
        edge = np.full((3, len(totals)), 0.5)
        for at, (own, other) in enumerate(((1, 0), (0, 1), (1, 1))):
            inside = (totals + own < self.target) & (others + other < self.target)
            edge[at, inside] = self.values[s + own + other, others[inside] + other]
        guess: Floats = edge[0] + edge[1] - edge[2]
        within: Floats = guess.clip(0.0, 1.0)
        return within

    def _tops(self, s: int, totals: Ints, trusted: Floats) -> tuple[Ints, Ints]:
        """For each lane the highest level that is worked out, for all dice and for hot dice.

        Past the target somebody whose total is beaten with a chance of at most farkle times the
        worth of a lost turn to the other does best to stop at once.
        """
        others = s - totals
        top = self.target - 1 - totals
        if self.rules.finish == "immediate":
            return top, top
        need = np.empty_like(top)
        for board in (0, 1):
            chosen = (others > 0) == bool(board)
            falling = -self.wins[board]
            need[chosen] = np.searchsorted(falling, -self.least * trusted[chosen], side="left")
        top = np.maximum(top, others + need - 1 - totals)
        if not self.endless:
            return top, top
        return top, np.maximum(top, others + self.wins.shape[1] - 1 - totals)

    def _evaluate(
        self,
        s: int,
        totals: Ints,
        tops: tuple[Ints, Ints],
        y: Floats,
        out: Floats,
        wanted: NDArray[np.bool_],
    ) -> None:
        """The values of the wanted turns of one sum, if a lost turn is worth y."""
        starts = np.arange(0, len(totals), LANES)
        chunks = np.flatnonzero(np.logical_or.reduceat(wanted, starts))
        top = np.maximum.reduceat(tops[0], starts)
        hot_top = np.maximum.reduceat(tops[1], starts)
        shared = (self.values, self.wins)
        here = (s, int(totals[0]), top, hot_top, y, out)
        jobs = [
            self.pool.submit(turns, *shared, rows, *self.fixed, *here, chunks[at :: len(self.rows)])
            for at, rows in enumerate(self.rows[: len(chunks)])
        ]
        for job in jobs:
            job.result()


def _meet(y: Floats, f: Floats, m: Floats) -> Floats:
    """Where the lines of slope m through (y, f) of both players of a pair meet."""
    own = f - m * y
    n, other = m[::-1], own[::-1]
    # x = own + m (1 - z) and z = other + n (1 - x)
    met: Floats = (own + m * (1.0 - other - n)) / (1.0 - m * n)
    within: Floats = met.clip(0.0, 1.0)
    return within


def _places(rows: Ints, cuts: Ints, temporary_from: Ints) -> tuple[Ints, Ints]:
    """Offsets of rows: temporary ones from the start, values from the level worked on."""
    begin = np.repeat(temporary_from[:-1], np.diff(cuts))
    temporary = rows < 0
    offsets = np.where(temporary, (-1 - rows - begin) * LANES, rows * LANES)
    return offsets, np.where(temporary, 0, -1)


def _rounding(moves: Moves) -> float:
    """What rounding can add to one turn: per roll, times the most rolls a turn can be expected."""
    terms = int(np.diff(moves.roll_at).max()) + 4
    return terms * ROUNDING * _most_rolls(moves)


def _most_rolls(moves: Moves) -> float:
    """The expected number of rolls of somebody who never stops and keeps to roll on longest."""
    expected = np.zeros(moves.rules.dice + 1)
    while True:
        before = expected.copy()
        for count in range(1, moves.rules.dice + 1):
            expected[count] = 1.0
            for pairs, chance in moves.rolls[count - 1].chances.items():
                longest = max(expected[left or moves.rules.dice] for _, left in pairs)
                expected[count] += float(chance) * longest
        if np.abs(expected - before).max() < 1e-6 * expected.max():
            return 1.01 * float(expected.max())
