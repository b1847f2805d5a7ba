"""The compiled turns of many players, made ready for some rules and run on all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.last_turn import second_player
from hotdice.solver.layout import laid_out, temporary_rows
from hotdice.solver.moves import HOT, moves_of, surviving
from hotdice.solver.plan import program_of
from hotdice.solver.rounding import rounding
from hotdice.solver.rows import LANES, aligned

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PARTS = 8  # of the work for each core, so that none waits long for another
NEGLIGIBLE = 1e-12  # a chance too small to count, in a last round


class Machine:
    """Program, settings and threads; to be used in a `with` block.

    `needs` is how many different needs a last round tells apart, `boards` whether it has to tell
    players off the board from others (only where the entry is above the target). Totals count from
    the lowest, which is no greater than 0; `zero` is where 0 stands then. `least` is the least
    chance that a roll is a farkle, rolls of all dice left aside where they are forced or free.
    """

    def __init__(self, rules: Rules, step: int, players: int, lowest: int = 0) -> None:
        moves = moves_of(rules, step)
        program = program_of(rules, step)
        forced = rules.hot_dice == "must"
        safe, lose = surviving(moves.rolls) if forced else (Fraction(1), Fraction())
        self.rules = rules
        self.moves = moves
        self.players = players
        self.zero = -lowest // step
        self.target = moves.units(rules.target - lowest)
        self.entry, self.minimum = moves.units(rules.entry), moves.units(rules.minimum)
        wins = second_player(moves, rules.tie == "shared").max(axis=0)
        self.needs = int(np.argmax(wins < NEGLIGIBLE)) + 1
        if rules.finish == "last-round":
            self.needs = max(2, self.needs)
        self.boards = 2 if rules.entry > rules.target and rules.finish == "last-round" else 1
        self.rounding = rounding(moves)
        self.reach = program.reach
        self.free_rolls = rules.hot_dice == "may" and program.farkle[-1] == 0
        fewer = forced or self.free_rolls
        self.least = float(program.farkle[: -1 if fewer else None].min(initial=1.0))
        self._cores = os.cpu_count() or 1
        self._rows: list[Floats] = []
        self._dice = rules.dice
        self._temporary = temporary_rows(program)
        self._safe = (float(safe), float(lose))
        self._program = laid_out(program)
        self._settings = np.array(
            [
                rules.dice,
                HOT[rules.hot_dice],
                program.reach,
                self._temporary,
                self.target,
                self.entry,
                self.minimum,
                rules.below_entry == "refuse",
                self.needs,
                self.boards,
                self.target ** (players - 1),
                forced,
                rules.tie == "shared",
                self.zero,
            ]
        )

    def __enter__(self) -> "Machine":
        self._pool = ThreadPoolExecutor(self._cores)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The program and the settings, as compiled turns take them."""
        return (*self._program, self._settings, *self._safe)

    def split(
        self, work: Callable[[Floats, int, int], object], count: int, levels: int, planes: int
    ) -> None:
        """Do the work on parts [first, last) of so many lanes, in whole chunks, on all cores.

        Each call gets rows for so many levels of turn points and planes.
        """
        size = (self._temporary + levels * self._dice) * LANES * planes
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
