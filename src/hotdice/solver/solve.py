"""Solving whole games of some rules: two players exactly, more by stable play."""

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import NamedTuple

import numpy as np

from hotdice.rules import Rules
from hotdice.solver import fall, grow, settle
from hotdice.solver.carry import carry
from hotdice.solver.duel import Duel, Floats
from hotdice.solver.evaluate import Turns
from hotdice.solver.layer import Layer
from hotdice.solver.machine import NEGLIGIBLE, Machine
from hotdice.solver.melee import Melee
from hotdice.solver.progress import Progress, silent
from hotdice.solver.settle import Table
from hotdice.solver.size import Size, size_of
from hotdice.solver.turns import turns as compiled
from hotdice.texts import HotDiceError


class Layers(NamedTuple):
    """Sums of totals that are settled already, from the highest down, and who gets new ones."""

    known: Iterable[Layer]
    keep: Callable[[Layer], None]


COARSE = 1e-6  # a bound above this is no answer
NO_LAYERS = Layers((), lambda layer: None)


def solve(rules: Rules, progress: Progress = silent) -> Duel:
    """Solve all positions of two players at the start of a turn."""
    size = size_of(rules, 2)
    begin = perf_counter()
    _compile(rules)
    ready = perf_counter()
    values, widths, method = _duel(rules, size, progress)
    seconds = perf_counter() - ready
    found = Duel(
        rules, size.step, size.lowest, values, widths, method, size.states, seconds, ready - begin
    )
    _fine(rules, found.bound())
    return found


def solve_many(
    rules: Rules, players: int, progress: Progress = silent, layers: Layers = NO_LAYERS
) -> Melee:
    """Solve all turn starts of three or more players."""
    size = size_of(rules, players)
    begin = perf_counter()
    _melee(Rules.load("pig", target=3, finish="last-round"), 3, Size(1, 0, 0), silent, NO_LAYERS)
    ready = perf_counter()
    table, gap, error, mixed = _melee(rules, players, size, progress, layers)
    _fine(rules, max(gap, error))
    return Melee(
        rules,
        players,
        size.step,
        table.values.reshape(players - 1, -1, table.stride),
        table.last_rounds,
        gap,
        error,
        mixed,
        settle.METHOD,
        size.states,
        perf_counter() - ready,
        ready - begin,
    )


def _fine(rules: Rules, bound: float) -> None:
    """Refuse what is known too coarsely, as where a round hardly ever records anything."""
    if not bound <= COARSE:  # nor if it is no number
        raise HotDiceError("solve/coarse", rules=rules.name, bound=f"{bound:.1e}")


def _compile(rules: Rules) -> None:
    """Have all that these rules need compiled, by a tiny game."""
    if rules.penalty and not carry.signatures:
        penalty = {"farkles": 1, "points": 50, "floor": 0}
        _duel(Rules.load("greed", target=50, penalty=penalty), Size(50, 0, 0), silent)
    elif not compiled.signatures:
        _duel(Rules.load("greed", target=50), Size(50, 0, 0), silent)


def _duel(rules: Rules, size: Size, progress: Progress) -> tuple[Floats, Floats | float, str]:
    penalty = rules.penalty
    with Turns(rules, size.step, size.lowest) as turns:
        if penalty is None:
            values, width = grow.solve_growing(turns, progress)
            return values[None, None], width, grow.METHOD
        floor = None if penalty.floor is None else (penalty.floor - size.lowest) // size.step
        values, widths = fall.solve_falling(turns, penalty.points // size.step, floor, progress)
        return values, widths, fall.METHOD


def _melee(
    rules: Rules, players: int, size: Size, progress: Progress, layers: Layers
) -> tuple[Table, float, float, int]:
    """The table, the gap, the bound on errors and how many movers mix."""
    mixed = 0
    known = iter(layers.known)
    with Machine(rules, size.step, players) as machine:
        gap = error = (players - 1) * (NEGLIGIBLE + machine.rounding)  # of a last round
        table = Table(machine)
        work = np.cumsum(table.work())
        for done, s in zip(work, table.sums, strict=True):
            layer = next(known, None)
            if layer is None:
                layer = table.settle(s)
                layers.keep(layer)
            else:
                table.fill(s, layer)
            gap, error, mixed = gap + layer.gap, error + layer.error, mixed + layer.mixed
            progress(float(done / work[-1]))
    return table, gap, error, mixed
