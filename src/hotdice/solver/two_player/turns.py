"""All turns of one sum of totals, evaluated on all cores: the core of both two-player solvers.

Totals are counted in steps from the lowest possible one, so that totals below zero need no special
treatment here.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.rules.meaning import hot_dice_roll, least_gain
from hotdice.solver.feasibility import LEAST_SCORING
from hotdice.solver.kernels.lanes import LANES, aligned
from hotdice.solver.kernels.layout import keep_arrays, turn_rules
from hotdice.solver.kernels.pairs import Found, Side, TwoPlayerGame, solve_sums
from hotdice.solver.kernels.turn_outcomes import BANKED, LaneTurn, turn_outcomes
from hotdice.solver.kernels.two_player import LEVELS_AT, SumTurns, bank_values, evaluate_turns
from hotdice.solver.turn.final_turn import forced_hot_dice, last_mover_wins
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.rounding import rounding

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class TurnChunk(NamedTuple):
    """The turns of totals from `first` on, side by side, against one sum of totals.

    Values are in `rows` from `base` on, `LANES` apart: by level and dice left, with hot dice at
    index 0, for so many `levels`; above them it is best to stop. `stops` has the values of stopping
    by turn and level.
    """

    first: int
    rows: Floats
    base: int
    stops: Floats
    levels: int


class ChunkRequest(NamedTuple):
    """The wanted chunks of one sum, and what `TwoPlayerTurns.evaluate` has to know.

    The values of stopping are computed for at least `levels` levels.
    """

    banked: Floats
    sum: int
    after_farkle: Floats
    after_nothing: Floats
    chunks: Ints
    levels: int = 0


ChunkVisitor = Callable[[int, TurnChunk], None]


class TwoPlayerTurns:
    """The turns of some rules, ready to be evaluated; to be used in a `with` block."""

    def __init__(self, rules: Rules, step: int, lowest: int) -> None:
        moves = moves_of(rules, step)
        self.rules = rules
        self._turn_rules = turn_rules(rules, moves, lowest)
        self.terms = terms = self._turn_rules.terms
        self._keeps = keeps = keep_arrays(moves)
        self.zero, self.target = terms.zero, terms.target
        self.wins = last_mover_wins(moves)
        self.rounding = rounding(moves)
        self._least_farkle = float(keeps.farkle.min())
        self._endless = hot_dice_roll(terms) or keeps.farkle[-1] == 0
        self.game = TwoPlayerGame(
            wins=self.wins,
            forced=forced_hot_dice(moves) if hot_dice_roll(terms) else np.zeros((2, 1)),
            least_farkle=self._least_farkle,
            least_scoring=LEAST_SCORING,
            rounding=self.rounding,
        )
        self.work = self.target * len(moves.points)
        self._least_gain = np.array([least_gain(terms, total) for total in range(self.target)])
        beyond = max(self.wins.shape[1], int(self._least_gain.max()))
        levels = 2 * self.target + beyond + keeps.reach + 2
        size = LEVELS_AT + levels * rules.dice * LANES
        self._rows = [aligned(size) for _ in range(os.cpu_count() or 1)]

    def __enter__(self) -> "TwoPlayerTurns":
        self._pool = ThreadPoolExecutor(len(self._rows))
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    @property
    def cores(self) -> int:
        """How many threads share the work."""
        return len(self._rows)

    @property
    def sums(self) -> range:
        """All sums of two totals below the target, from the highest down."""
        return range(2 * self.target - 2, -1, -1)

    def totals(self, s: int) -> Ints:
        """The totals of the player to move in one sum."""
        return np.arange(max(0, s - self.target + 1), min(self.target - 1, s) + 1)

    def table(self) -> Floats:
        """An empty table for the values of all pairs: by sum and by the other player's total."""
        return np.zeros((2 * self.target + 1, self.target))

    def evaluate(
        self,
        banked: Floats,
        s: int,
        after_farkle: Floats,
        after_nothing: Floats,
        out: Floats,
        wanted: Bools | None = None,
    ) -> None:
        """The values of the turns of one sum, where they are wanted.

        `banked` is the table of the other player's values after a bank; `after_farkle` and
        `after_nothing` are the values of a farkle, and of stopping with too little.
        """
        starts = np.arange(0, len(after_farkle), LANES)
        chunks = np.arange(len(starts))
        if wanted is not None:
            chunks = np.flatnonzero(np.logical_or.reduceat(wanted, starts))
        turns = self._sum_turns(s, after_farkle, after_nothing)

        def work(rows: Floats, some: Ints) -> None:
            self._evaluate(banked, turns, rows, some, out)

        self._share(work, chunks)

    def solve_sums(self, found: Found, highest: int, lowest: int) -> None:
        """Solve all pairs of these sums, from the highest down, as if no total could fall.

        The work is shared if it is a single sum.
        """
        sides = self._sides if highest == lowest else self._sides[:1]

        def work(part: int) -> None:
            solve_sums(
                self._turn_rules, self._keeps, self.game, found, highest, lowest, part, len(sides),
                sides[part],
            )  # fmt: skip

        if len(sides) == 1:  # no need to wake another thread
            work(0)
            return
        for job in [self._pool.submit(work, part) for part in range(len(sides))]:
            job.result()

    @cached_property
    def _sides(self) -> list[tuple[Side, Side]]:
        """Room for the pairs of every core."""
        levels = self._rows[0].size // (self.rules.dice * LANES)

        def side() -> Side:
            return Side(
                rows=aligned(len(self._rows[0])),
                stops=aligned(levels * LANES),
                forced=aligned(self._keeps.reach * LANES),
                active=np.zeros(levels, dtype=np.int64),
            )

        return [(side(), side()) for _ in self._rows]

    def together(self, wanted: Bools) -> Bools:
        """All lanes that are evaluated if some are wanted."""
        starts = np.arange(0, len(wanted), LANES)
        some = np.logical_or.reduceat(wanted, starts)
        return np.repeat(some, LANES)[: len(wanted)]

    def outcomes(
        self,
        banked: Floats,
        s: int,
        after_farkle: Floats,
        after_nothing: Floats,
        every: int,
        least: float,
    ) -> Floats:
        """How the turns of one sum end under best play: a row for each `every`-th total.

        The totals are those that `every` divides; a row is as in `turn_outcomes`, without chances
        below the least.
        """
        totals = self.totals(s)
        turns = self._sum_turns(s, after_farkle, after_nothing)
        values = np.empty(len(totals))
        picked = np.flatnonzero(totals % every == 0)
        found = np.zeros((len(picked), BANKED + self.target))

        def chances(rows: Floats, chunks: Ints) -> None:
            for chunk in chunks:
                self._evaluate(banked, turns, rows, np.array([chunk]), values)
                for k in np.flatnonzero(picked // LANES == chunk):
                    at = picked[k]
                    lane = LaneTurn(
                        sum=s,
                        total=turns.first + at,
                        lane=at % LANES,
                        top=turns.top[chunk],
                        hot_top=turns.hot_top[chunk],
                        after_nothing=after_nothing[at],
                    )
                    turn_outcomes(
                        self._turn_rules, self._keeps, banked, self.wins, lane,
                        rows, least, found[k],
                    )  # fmt: skip

        self._share(chances, np.unique(picked // LANES))
        return found

    def visit_chunks(self, requests: Sequence[ChunkRequest], visit: ChunkVisitor) -> None:
        """Compute chunks of `LANES` totals; `visit` gets each, with the number of its request."""
        places = np.array(
            [(n, chunk) for n, asked in enumerate(requests) for chunk in asked.chunks]
        )
        known = [
            self._sum_turns(asked.sum, asked.after_farkle, asked.after_nothing)
            for asked in requests
        ]

        def work(rows: Floats, some: Ints) -> None:
            for n, chunk in places[some]:
                asked, turns = requests[n], known[n]
                at = int(chunk) * LANES
                lanes = len(asked.after_farkle)
                self._evaluate(asked.banked, turns, rows, np.array([chunk]), np.empty(lanes))
                levels = max(int(turns.hot_top[chunk]) + 1, asked.levels)
                stops = np.empty((min(LANES, lanes - at), levels))
                bank_values(
                    self._turn_rules, asked.banked, self.wins, asked.sum, turns.first + at,
                    asked.after_nothing[at:], stops,
                )  # fmt: skip
                worked_out = int(turns.hot_top[chunk]) + self._keeps.reach + 1
                visit(int(n), TurnChunk(turns.first + at, rows, LEVELS_AT, stops, worked_out))

        self._share(work, np.arange(len(places)))

    def _evaluate(
        self, banked: Floats, turns: SumTurns, rows: Floats, chunks: Ints, out: Floats
    ) -> None:
        evaluate_turns(self._turn_rules, self._keeps, banked, self.wins, turns, rows, chunks, out)

    def _sum_turns(self, s: int, after_farkle: Floats, after_nothing: Floats) -> SumTurns:
        """What the compiled loop needs to know of one sum."""
        totals = self.totals(s)
        starts = np.arange(0, len(totals), LANES)
        tops = self._tops(s, totals, after_farkle)
        top, hot_top = (np.maximum.reduceat(levels, starts) for levels in tops)
        return SumTurns(
            sum=s,
            first=int(totals[0]),
            top=top,
            hot_top=hot_top,
            after_farkle=after_farkle,
            after_nothing=after_nothing,
        )

    def _share(self, work: Callable[[Floats, Ints], None], chunks: Ints) -> None:
        """Let every core do its part of the chunks, each with rows of its own."""
        if len(chunks) == 1:  # no need to wake another thread
            work(self._rows[0], chunks)
            return
        jobs = [
            self._pool.submit(work, rows, chunks[at :: len(self._rows)])
            for at, rows in enumerate(self._rows[: len(chunks)])
        ]
        for job in jobs:
            job.result()

    def _tops(self, s: int, totals: Ints, after_farkle: Floats) -> tuple[Ints, Ints]:
        """For each lane the highest level that is computed, for all dice and for hot dice.

        Rolling is worth at most 1 - farkle * (1 - after_farkle). So past the target somebody who
        is beaten with a chance of at most farkle * (1 - after_farkle) does best to stop at once.
        """
        others = s - totals
        top = np.maximum(self.target - totals, self._least_gain[totals]) - 1
        if self.terms.immediate:
            return top, top
        limit = self._least_farkle * (1.0 - after_farkle)
        need = np.empty_like(top)
        for board in (0, 1):
            chosen = (others > self.zero) == bool(board)
            need[chosen] = np.searchsorted(-self.wins[board], -limit[chosen], side="left")
        top = np.maximum(top, others + need - 1 - totals)
        if not self._endless:
            return top, top
        return top, np.maximum(top, others + self.wins.shape[1] - 1 - totals)
