"""The kernels of numbered turn starts, ready to run on the tables of some rules."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hotdice.rules.finishing import stuck_needs
from hotdice.rules.meaning import hot_dice_roll, turns_left
from hotdice.solver.explicit.axes import Axes, can_fall
from hotdice.solver.explicit.rolls import kernel_rolls, least_lost
from hotdice.solver.kernels.explicit import (
    NO_PAYOFF,
    OWN,
    SCORELESS,
    Game,
    RollEnds,
    TableRows,
    Tables,
    Workspace,
)
from hotdice.solver.kernels.explicit_sweeps import UNSETTLED, settle_circles, solve_in_order
from hotdice.solver.turn.final_turn import NEGLIGIBLE
from hotdice.solver.turn.levels import Floats, Ints
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.rounding import rounding

FEW = 64  # places that are not worth a second thread


class ExplicitTurns:
    """The turns of some rules with the values of all turn starts; to be used in a `with` block."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        self.game = game_of(axes)
        self.rolls = kernel_rolls(axes.rules, axes.step)
        players = axes.players
        self.tables = tables_of(axes, players - 1)
        self.rows = TableRows(
            np.array([OWN, *range(players - 2), SCORELESS]),
            np.array([*range(players - 1), NO_PAYOFF]),
            -1,
        )
        # twice the rounding of plain turns, and all that levels and needs are cut off
        self.source = 2 * rounding(moves_of(axes.rules, axes.step)) + 4 * NEGLIGIBLE
        self._work = [workspace_of(axes, self.rolls) for _ in range(os.cpu_count() or 1)]

    def __enter__(self) -> "ExplicitTurns":
        self._pool = ThreadPoolExecutor(len(self._work))
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def in_order(self, places: Ints) -> None:
        """Solve places that depend only on what is solved."""
        self._share(places, lambda some, work: self.sweep(some, work))

    def sweep(self, places: Ints, work: Workspace | None = None) -> float:
        """The same one after another; returns the most that any chance has changed."""
        room = work or self._work[0]
        return float(solve_in_order(self.game, self.rolls, self.tables, self.rows, places, room))

    def settle(self, places: Ints) -> Floats:
        """Solve the circles that begin at some of these places; returns the worst of each part."""

        def one(some: Ints, work: Workspace) -> Floats:
            report = np.zeros(UNSETTLED + 1)
            settle_circles(
                self.game, self.rolls, self.tables, self.rows, some, work, self.source, report
            )
            return report

        return np.asarray(np.max(self._share(places, one), axis=0))

    @property
    def work(self) -> Workspace:
        """Room for one turn."""
        return self._work[0]

    def _share(self, places: Ints, run: Callable[[Ints, Workspace], Any]) -> list[Any]:
        if len(places) < FEW:
            return [run(places, self._work[0])]
        count = len(self._work)
        jobs = [
            self._pool.submit(run, places[at::count], work) for at, work in enumerate(self._work)
        ]
        return [job.result() for job in jobs]


def game_of(axes: Axes) -> Game:
    """The numbers of the axes for the kernels."""
    rules = axes.rules
    lost = least_lost(rules, axes.step)
    may_stop = not (hot_dice_roll(rules.terms) or rules.confirm is not None or rules.piggyback)
    wins = "win" in rules.decides
    return Game(
        terms=rules.terms.in_steps(axes.step, axes.lowest),
        players=axes.players,
        totals=axes.totals,
        counts=axes.counts,
        seats=axes.seats,
        rounds=axes.rounds,
        starters=axes.starters,
        needs=axes.needs,
        boards=axes.boards,
        last_at=np.array(axes.last_at),
        top=axes.top,
        offer_levels=axes.offer_levels,
        bound_stop=int(may_stop and lost > 0.0),
        flat_stop=int(may_stop and not wins and not can_fall(rules)),
        differences=int(axes.differences),
        least_lost=lost,
    )


def tables_of(axes: Axes, rows: int, guess: float = 0.0) -> Tables:
    """Tables of so many rows, which begin with a guess."""
    offers = (
        (axes.places, axes.offer_levels, axes.rules.dice) if axes.rules.piggyback else (0, 1, 1)
    )
    return Tables(np.full((rows, axes.places), guess), np.full((rows, *offers), guess))


def workspace_of(axes: Axes, rolls: RollEnds) -> Workspace:
    """Room for one turn of these rules."""
    kinds, levels = 2 * axes.players, axes.top + rolls.reach + 1
    seats = [np.zeros(axes.players, np.int64) for _ in range(6)]
    return Workspace(
        totals=seats[0],
        counts=seats[1],
        after=seats[2],
        after_counts=seats[3],
        by_seat=seats[4],
        rotated=seats[5],
        where=np.zeros(5, np.int64),
        ends=np.zeros(4, np.int64),
        nodes=np.zeros((levels * rolls.width, kinds)),
        rolls=np.zeros((axes.top + 1, axes.rules.dice, kinds)),
        lost=np.zeros(kinds),
        lost_total=np.zeros(kinds),
        stop=np.zeros((levels, kinds)),
        stop_ends=np.zeros(levels, np.int64),
        chosen=np.zeros(len(rolls.best) + 1, np.int64),
        out=np.zeros(kinds),
    )


def last_rounds(axes: Axes) -> Iterator[Ints]:
    """The places of last rounds, those with fewest players to move first."""
    if axes.needs:
        cuts = axes.last_at
        for movers in range(1, axes.players):
            yield np.arange(cuts[movers], cuts[movers + 1])
    if axes.starters > 1:
        terms = axes.rules.terms
        by_movers: dict[int, list[Ints]] = {}
        for seat in range(axes.seats):
            for starter in range(1, axes.starters):
                movers = turns_left(terms, axes.players, seat, (seat + starter) % axes.players)
                some = _with_target(axes, starter)
                by_movers.setdefault(movers, []).append(some + _block(axes, 0, seat, starter))
        for movers in sorted(by_movers):
            yield np.concatenate(by_movers[movers])


def coming_up(axes: Axes) -> NDArray[np.bool_]:
    """Which totals, counted from the lowest, there are before the end of games people may begin."""
    target = axes.rules.terms.in_steps(axes.step, axes.lowest).target
    stuck = stuck_needs(axes.rules, target * axes.step)
    needs = target - np.arange(axes.totals)
    return np.array([need > 0 and not stuck >> int(need) & 1 for need in needs])


def by_sum(axes: Axes) -> Iterator[Ints]:
    """The places before the end by falling sum of totals, then of counts of farkles."""
    size = axes.totals**axes.players
    digits = np.indices((axes.totals,) * axes.players).reshape(axes.players, -1)
    inside = np.flatnonzero(coming_up(axes)[digits].all(axis=0))
    sums = digits.sum(axis=0)[inside]
    order = np.argsort(-sums, kind="stable")
    cuts = np.flatnonzero(np.diff(sums[order])) + 1
    farkles = np.indices((axes.counts,) * axes.players).reshape(axes.players, -1).sum(axis=0)
    blocks = [
        _block(axes, 0, seat, 0) + counts * size
        for counts in np.argsort(-farkles, kind="stable")
        for seat in range(axes.seats)
    ]
    for some in np.split(inside[order], cuts):
        yield np.concatenate([some + block for block in blocks])


def by_round(axes: Axes) -> Iterator[Ints]:
    """The places of games of some rounds, from the last turn to the first."""
    size = axes.totals**axes.players
    totals = np.arange(size)
    if axes.differences:
        digits = np.indices((axes.totals,) * axes.players).reshape(axes.players, -1)
        totals = np.flatnonzero(digits.min(axis=0) == 0)
    counts = np.arange(axes.counts**axes.players) * size
    every = (counts[:, None] + totals).reshape(-1)
    for finished in reversed(range(axes.rounds)):
        for seat in reversed(range(axes.seats)):
            yield every + _block(axes, finished, seat, 0)


def _block(axes: Axes, finished: int, seat: int, starter: int) -> int:
    """Where the places of a seat, a round and a starter begin."""
    number = (finished * axes.seats + seat) * axes.starters + starter
    size: int = (axes.totals * axes.counts) ** axes.players
    return number * size


def _with_target(axes: Axes, starter: int) -> Ints:
    """Totals and counts where the starter has the target."""
    size = axes.totals**axes.players
    places = np.arange(size * axes.counts**axes.players)
    own = places % size // axes.totals ** (axes.players - 1 - starter) % axes.totals
    return np.flatnonzero(own == axes.totals - 1)
