"""Runs the compiled turns of many players, for some rules, on all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.rules.meaning import has_last_round, hot_dice_free, hot_dice_roll, least_gain
from hotdice.solver.kernels.lanes import LANES, aligned
from hotdice.solver.kernels.layout import row_program, turn_rules
from hotdice.solver.kernels.n_player import NeedAxes
from hotdice.solver.turn.final_turn import last_mover_wins
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import program_of
from hotdice.solver.turn.rounding import rounding

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PARTS = 8  # of the work per core, so that none waits long for another
UNMET_NEED = 1e-12  # needs met with a smaller chance count as never met; part of every bound


class KernelRunner:
    """Rules, program and threads; to be used in a `with` block.

    `axes` has the number of different needs in a last round, and whether it has to distinguish
    players off the board (only if the entry is above the target). Totals count from the lowest,
    which is at most 0; `zero` is the place of 0 then. `least_farkle` is the least chance
    that a roll is a farkle, not counting rolls of all dice if they are forced or free.
    """

    def __init__(self, rules: Rules, step: int, players: int, lowest: int = 0) -> None:
        moves = moves_of(rules, step)
        program = program_of(rules, step)
        self.rules = rules
        self.moves = moves
        self.players = players
        self.turn_rules = turn_rules(rules, moves, lowest)
        self.program = row_program(program)
        self.terms = terms = self.turn_rules.terms
        self.zero, self.target = terms.zero, terms.target
        wins = last_mover_wins(moves).max(axis=0)
        needs = int(np.argmax(wins < UNMET_NEED)) + 1
        boards = 1
        if has_last_round(terms):
            needs = max(2, needs)
            boards = 2 if rules.terms.entry > rules.terms.target else 1
        self.axes = NeedAxes(needs, boards)
        self.rounding = rounding(moves)
        self.reach = program.reach
        self.free_rolls = hot_dice_free(terms) and program.farkle[-1] == 0
        fewer = hot_dice_roll(terms) or self.free_rolls
        self.least_farkle = float(program.farkle[: -1 if fewer else None].min(initial=1.0))
        self._cores = os.cpu_count() or 1
        self._rows: list[Floats] = []

    def __enter__(self) -> "KernelRunner":
        self._pool = ThreadPoolExecutor(self._cores)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def least_gain(self, on_board: bool) -> int:
        """The fewest steps that a bank records."""
        return least_gain(self.terms, self.zero + on_board)

    def split(
        self, work: Callable[[Floats, int, int], object], count: int, levels: int, planes: int
    ) -> None:
        """Do the work on parts [first, last) of so many lanes, in whole chunks, on all cores.

        Each call gets rows for so many levels of turn points and planes.
        """
        size = (self.program.temporary + levels * self.rules.dice) * LANES * planes
        while len(self._rows) < self._cores:
            self._rows.append(aligned(0))
        self._rows = [rows if len(rows) >= size else aligned(size) for rows in self._rows]
        free = SimpleQueue[Floats]()
        for rows in self._rows:
            free.put(rows)

        def part(first: int, last: int) -> None:
            rows = free.get()
            try:
                work(rows[:size], first, last)
            finally:
                free.put(rows)

        parts = min(PARTS * self._cores, -(-count // LANES))
        cuts = [at * count // parts // LANES * LANES for at in range(parts)] + [count]
        jobs = [
            self._pool.submit(part, first, last) for first, last in pairwise(cuts) if first < last
        ]
        for job in jobs:
            job.result()
