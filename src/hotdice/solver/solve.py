"""Solving whole games of some rules: two players exactly, more by stable play."""

from collections.abc import Callable, Iterable
from itertools import count
from math import ceil, log
from time import perf_counter
from typing import NamedTuple

import numpy as np

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver import fall, grow, settle, tumble
from hotdice.solver.carry import carry
from hotdice.solver.certify import certified
from hotdice.solver.counts import Counts
from hotdice.solver.duel import Duel, Floats
from hotdice.solver.evaluate import Turns
from hotdice.solver.field import Field
from hotdice.solver.layer import Layer
from hotdice.solver.machine import NEGLIGIBLE, Machine
from hotdice.solver.melee import Melee
from hotdice.solver.progress import Progress, silent
from hotdice.solver.settle import Table
from hotdice.solver.size import Size, is_cut, size_of
from hotdice.solver.turns import turns as compiled
from hotdice.texts import HotDiceError


class Layers(NamedTuple):
    """Sums of totals that are settled already, from the highest down, and who gets new ones."""

    known: Iterable[Layer]
    keep: Callable[[Layer], None]


FINE = 1e-9  # how well the chances of two players at the beginning of a game are to be known
COARSE = 1e-6  # a bound above this is no answer
NO_LAYERS = Layers((), lambda layer: None)


def solve(rules: Rules, progress: Progress = silent) -> Duel:
    """Solve all positions of two players at the start of a turn.

    Totals that no floor stops are followed down further as long as that makes the bound better.
    """
    depth = 1
    size = size_of(rules, 2, depth)
    begin = perf_counter()
    _compile(rules)
    ready = perf_counter()
    found = _followed_to(rules, size, progress)
    while is_cut(rules) and found.bound() > FINE:
        before, depth = found, _deeper(depth, found.bound())
        try:
            size = size_of(rules, 2, depth)
        except HotDiceError:
            if found.bound() <= COARSE:
                break
            raise
        found = _followed_to(rules, size, progress)
        if found.bound() > before.bound() / 2 and before.bound() <= COARSE:
            found = min(before, found, key=Duel.bound)
            break
    _fine(rules, found.bound())
    return found._replace(seconds=perf_counter() - ready, compile_seconds=ready - begin)


def _followed_to(rules: Rules, size: Size, progress: Progress) -> Duel:
    """The solution with totals down to the lowest of this size."""
    values, widths, method = _duel(rules, size, progress)
    return Duel(rules, size.step, size.lowest, values, widths, method, size.states, 0.0, 0.0)


def _deeper(depth: int, bound: float) -> int:
    """How deep to go next: the bound falls about as fast with the depth as it did so far."""
    more = log(FINE) / min(log(bound), -1.0)
    return ceil(depth * min(max(more, 1.2), 2.0))


def solve_many(
    rules: Rules, players: int, progress: Progress = silent, layers: Layers = NO_LAYERS
) -> Melee:
    """Solve all turn starts of three or more players."""
    size = size_of(rules, players)
    begin = perf_counter()
    _grown(Rules.load("pig", target=3, finish="last-round"), 3, Size(1, 0, 0), silent, NO_LAYERS)
    ready = perf_counter()
    if rules.penalty:
        found = _fallen(rules, players, progress, layers)
    else:
        found = _grown(rules, players, size, progress, layers)
    _fine(rules, max(found.gap, _at_start(found)))
    return found._replace(seconds=perf_counter() - ready, compile_seconds=ready - begin)


def _fine(rules: Rules, bound: float) -> None:
    """Refuse what is known too coarsely, as where a round hardly ever records anything."""
    if not bound <= COARSE:  # nor if it is no number
        raise HotDiceError("solve/coarse", rules=rules.name, bound=f"{bound:.1e}")


def _at_start(found: Melee) -> float:
    """The bound on errors at the beginning of a game."""
    return found.bound(State.start(found.rules, found.players))


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


def _grown(rules: Rules, players: int, size: Size, progress: Progress, layers: Layers) -> Melee:
    """Three or more players where totals only grow."""
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
    values = table.values.reshape(players - 1, 1, -1, table.stride)
    how = (settle.METHOD, size.states, 0.0, 0.0)
    last = table.field.last_rounds
    return Melee(rules, players, size.step, 0, values, last, gap, error, mixed, *how)


def _fallen(rules: Rules, players: int, progress: Progress, layers: Layers) -> Melee:
    """Three or more players where totals can fall, followed as deep as the bound on errors asks."""
    known = next(iter(layers.known), None)
    play = None
    for falls in count(1):
        size = size_of(rules, players, falls)
        if known is not None and size.starts < known.chances.shape[1]:
            continue
        with Machine(rules, size.step, players, size.lowest) as machine:
            starts = Counts(Field(machine))
            if known is not None:
                return _from_layer(rules, size, starts, known)
            play = tumble.tumbled(starts, progress, play)
            layer = certified(play)
        found = _from_layer(rules, size, starts, layer)
        if not starts.cut or _at_start(found) <= COARSE:
            layers.keep(layer)
            return found
    raise AssertionError


def _from_layer(rules: Rules, size: Size, starts: Counts, layer: Layer) -> Melee:
    """What one layer for everything holds, put into its places."""
    field = starts.field
    shape = (starts.blocks, -1, field.stride)
    values = np.zeros((field.players - 1, starts.places))
    errors = np.full(starts.places, layer.error)
    every = starts.every()
    values[:, every], errors[every] = layer.chances[:-1], layer.chances[-1]
    return Melee(
        rules,
        field.players,
        size.step,
        size.lowest,
        values.reshape(field.players - 1, *shape),
        field.last_rounds,
        layer.gap,
        errors.reshape(shape),
        layer.mixed,
        tumble.METHOD,
        size.states,
        0.0,
        0.0,
    )
