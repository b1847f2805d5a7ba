"""Turns of all pairs of totals of one sum: what both ways of solving evaluate again and again.

Totals are counted in steps from the lowest that can come about, so that rules under which totals
fall below zero need nothing of their own here.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.last_turn import second_player
from hotdice.solver.layout import laid_out, temporary_rows
from hotdice.solver.leads import BANKED, lead
from hotdice.solver.moves import HOT, moves_of, surviving
from hotdice.solver.plan import program_of
from hotdice.solver.rounding import rounding
from hotdice.solver.rows import aligned
from hotdice.solver.turns import LANES, stops, turns

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Chunk(NamedTuple):
    """The turns of totals from `first` on, side by side, against one sum of totals.

    Values stand in `rows` from `base` on, those of one place `LANES` apart from those of the next:
    by level and dice left, hot dice standing at 0. `stops` has those of stopping by turn and level.
    """

    first: int
    rows: Floats
    base: int
    stops: Floats


class Sight(NamedTuple):
    """Chunks of one sum to look at, and what `Turns.evaluate` has to know of the sum."""

    banked: Floats
    sum: int
    lost: Floats
    unrecorded: Floats
    chunks: Ints


See = Callable[[int, Chunk], None]


class Turns:
    """The turns of some rules, ready to be evaluated; to be used in a `with` block."""

    def __init__(self, rules: Rules, step: int, lowest: int) -> None:
        moves = moves_of(rules, step)
        program = program_of(rules, step)
        forced = rules.hot_dice == "must"
        safe, lost = surviving(moves.rolls) if forced else (Fraction(1), Fraction())
        self.rules = rules
        self.zero = -lowest // step
        self.target = self.zero + moves.units(rules.target)
        self._entry, self._minimum = moves.units(rules.entry), moves.units(rules.minimum)
        self.wins = second_player(moves, rules.tie == "shared")
        self.rounding = rounding(moves)
        self._least = float(program.farkle.min())
        self._endless = forced or program.farkle[-1] == 0
        temporary = temporary_rows(program)
        beyond = max(self.wins.shape[1], self._entry, self._minimum)
        levels = 2 * self.target + beyond + program.reach + 2
        size = (temporary + levels * rules.dice) * LANES
        self._rows = [aligned(size) for _ in range(os.cpu_count() or 1)]
        settings = [
            rules.dice,
            self.target,
            self._entry,
            self._minimum,
            rules.below_entry == "refuse",
            HOT[rules.hot_dice],
            rules.finish == "immediate",
            program.reach,
            temporary,
            self.zero,
        ]
        self._fixed = (
            *laid_out(program),
            np.array(settings),
            float(safe),
            float(lost),
        )
        self._rolls = (
            np.array(settings),
            program.farkle,
            *(moves.chance, moves.roll_at, moves.keep_at, moves.points, moves.left),
        )

    def __enter__(self) -> "Turns":
        self._pool = ThreadPoolExecutor(len(self._rows))
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    @property
    def sums(self) -> range:
        """All sums of two totals below the target, from the highest down."""
        return range(2 * self.target - 2, -1, -1)

    def totals(self, s: int) -> Ints:
        """The totals of the player to move in one sum."""
        return np.arange(max(0, s - self.target + 1), min(self.target - 1, s) + 1)

    def table(self) -> Floats:
        """Room for the values of all pairs: by sum and by the total of the other player."""
        return np.zeros((2 * self.target + 1, self.target))

    def evaluate(
        self,
        banked: Floats,
        s: int,
        lost: Floats,
        unrecorded: Floats,
        out: Floats,
        wanted: Bools | None = None,
    ) -> None:
        """The values of the turns of one sum, where they are wanted.

        `banked` is the table of the other player's values after a bank; `lost` and `unrecorded`
        are the worth of a farkle, and of stopping with too little.
        """
        starts = np.arange(0, len(lost), LANES)
        chunks = np.arange(len(starts))
        if wanted is not None:
            chunks = np.flatnonzero(np.logical_or.reduceat(wanted, starts))
        here = self._here(s, lost, unrecorded, out)

        def work(rows: Floats, some: Ints) -> None:
            turns(banked, self.wins, rows, *self._fixed, *here, some)

        self._share(work, chunks)

    def together(self, wanted: Bools) -> Bools:
        """All lanes that are evaluated if some are wanted."""
        starts = np.arange(0, len(wanted), LANES)
        some = np.logical_or.reduceat(wanted, starts)
        return np.repeat(some, LANES)[: len(wanted)]

    def outcomes(
        self, banked: Floats, s: int, lost: Floats, unrecorded: Floats, every: int, least: float
    ) -> Floats:
        """Where the turns of one sum lead if all play best: a row for each `every`-th total.

        The totals are those that `every` divides; a row is as in `lead`, but for chances below the
        least.
        """
        totals = self.totals(s)
        here = self._here(s, lost, unrecorded, np.empty(len(totals)))
        _, first, top, hot_top, *_ = here
        picked = np.flatnonzero(totals % every == 0)
        found = np.zeros((len(picked), BANKED + self.target))

        def chances(rows: Floats, chunks: Ints) -> None:
            for chunk in chunks:
                one = np.array([chunk])
                turns(banked, self.wins, rows, *self._fixed, *here, one)
                for k in np.flatnonzero(picked // LANES == chunk):
                    at = picked[k]
                    lane = (s, first + at, at % LANES, top[chunk], hot_top[chunk], unrecorded[at])
                    lead(banked, self.wins, rows, *self._rolls, *lane, least, found[k])

        self._share(chances, np.unique(picked // LANES))
        return found

    def look(self, sights: Sequence[Sight], see: See) -> None:
        """Work out chunks of `LANES` totals, and let `see` see each and the number of its sight."""
        places = np.array([(n, chunk) for n, sight in enumerate(sights) for chunk in sight.chunks])
        known = [self._here(*sight[1:4], np.empty(len(sight.lost))) for sight in sights]
        settings = self._rolls[0]
        base = int(settings[8]) * LANES

        def work(rows: Floats, some: Ints) -> None:
            for n, chunk in places[some]:
                (banked, s, lost, unrecorded, _), here = sights[n], known[n]
                _, first, _, hot_top, *_ = here
                at = int(chunk) * LANES
                turns(banked, self.wins, rows, *self._fixed, *here, np.array([chunk]))
                found = np.empty((min(LANES, len(lost) - at), hot_top[chunk] + 1))
                stops(banked, self.wins, s, first + at, unrecorded[at:], settings, found)
                see(int(n), Chunk(first + at, rows, base, found))

        self._share(work, np.arange(len(places)))

    def _here(self, s: int, lost: Floats, unrecorded: Floats, out: Floats) -> tuple[Any, ...]:
        """What the compiled loop needs to know of one sum."""
        totals = self.totals(s)
        starts = np.arange(0, len(totals), LANES)
        top, hot_top = (np.maximum.reduceat(tops, starts) for tops in self._tops(s, totals, lost))
        return s, int(totals[0]), top, hot_top, lost, unrecorded, out

    def _share(self, work: Callable[[Floats, Ints], None], chunks: Ints) -> None:
        """Let every core do its part of the chunks, each with rows of its own."""
        if len(chunks) == 1:  # for which no other thread has to be woken
            work(self._rows[0], chunks)
            return
        jobs = [
            self._pool.submit(work, rows, chunks[at :: len(self._rows)])
            for at, rows in enumerate(self._rows[: len(chunks)])
        ]
        for job in jobs:
            job.result()

    def _tops(self, s: int, totals: Ints, lost: Floats) -> tuple[Ints, Ints]:
        """For each lane the highest level that is worked out, for all dice and for hot dice.

        Rolling is worth at most 1 - farkle * (1 - lost). So past the target somebody who is beaten
        with a chance of at most farkle * (1 - lost) does best to stop at once.
        """
        others = s - totals
        least = np.where(totals > self.zero, self._minimum, max(self._minimum, self._entry))
        top = np.maximum(self.target - totals, least) - 1
        if self.rules.finish == "immediate":
            return top, top
        limit = self._least * (1.0 - lost)
        need = np.empty_like(top)
        for board in (0, 1):
            chosen = (others > self.zero) == bool(board)
            need[chosen] = np.searchsorted(-self.wins[board], -limit[chosen], side="left")
        top = np.maximum(top, others + need - 1 - totals)
        if not self._endless:
            return top, top
        return top, np.maximum(top, others + self.wins.shape[1] - 1 - totals)
