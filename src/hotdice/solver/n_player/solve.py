"""Solves all turn starts of three and more players, continuing from what is already solved."""

from collections.abc import Callable, Iterable
from itertools import count
from time import perf_counter
from typing import NamedTuple

import numpy as np

from hotdice.rules import Rules
from hotdice.solver.feasibility import COARSE, SolutionSize, refuse_coarse, size_of
from hotdice.solver.n_player import monotone, with_penalty
from hotdice.solver.n_player.certificate import certify
from hotdice.solver.n_player.layer import Layer
from hotdice.solver.n_player.penalty_states import PenaltyStates
from hotdice.solver.n_player.runner import UNMET_NEED, KernelRunner
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.n_player.turns import NPlayerTurns
from hotdice.solver.progress import Progress, silent


class Checkpoints(NamedTuple):
    """Layers that are already solved, from the highest sum down, and who saves new ones."""

    known: Iterable[Layer]
    keep: Callable[[Layer], None]


NO_CHECKPOINTS = Checkpoints((), lambda layer: None)


def solve_n_players(
    rules: Rules,
    players: int,
    progress: Progress = silent,
    checkpoints: Checkpoints = NO_CHECKPOINTS,
) -> NPlayerSolution:
    """Solve all turn starts of three or more players."""
    size = size_of(rules, players)
    begin = perf_counter()
    tiny = Rules.load("pig", target=3, finish="last-round")  # compiles everything
    _solve_monotone(tiny, 3, SolutionSize(1, 0, 0), silent, NO_CHECKPOINTS)
    ready = perf_counter()
    if rules.terms.has_penalty:
        found = _solve_with_penalty(rules, players, progress, checkpoints)
    else:
        found = _solve_monotone(rules, players, size, progress, checkpoints)
    refuse_coarse(rules, max(found.gap, found.bound()))
    return found._replace(seconds=perf_counter() - ready, compile_seconds=ready - begin)


def _solve_monotone(
    rules: Rules, players: int, size: SolutionSize, progress: Progress, checkpoints: Checkpoints
) -> NPlayerSolution:
    """Three or more players whose totals only grow."""
    mixed = 0
    known = iter(checkpoints.known)
    with KernelRunner(rules, size.step, players) as runner:
        gap = error = (players - 1) * (UNMET_NEED + runner.rounding)  # of a last round
        table = monotone.ValueTable(runner)
        work = np.cumsum(table.work())
        for done, s in zip(work, table.sums, strict=True):
            layer = next(known, None)
            if layer is None:
                layer = table.solve(s)
                checkpoints.keep(layer)
            else:
                table.fill(s, layer)
            gap, error, mixed = gap + layer.gap, error + layer.error, mixed + layer.mixed
            progress(float(done / work[-1]))
    return NPlayerSolution(
        rules=rules,
        players=players,
        step=size.step,
        lowest=0,
        values=table.values.reshape(players - 1, 1, -1, table.stride),
        last_rounds=table.turns.last_rounds,
        gap=gap,
        errors=error,
        mixed=mixed,
        method=monotone.METHOD,
        states=size.states,
        seconds=0.0,
        compile_seconds=0.0,
    )


def _solve_with_penalty(
    rules: Rules, players: int, progress: Progress, checkpoints: Checkpoints
) -> NPlayerSolution:
    """Three or more players where totals can fall, followed as deep as the error bound requires."""
    known = next(iter(checkpoints.known), None)
    play = None
    for depth in count(1):
        size = size_of(rules, players, depth)
        if known is not None and size.starts < known.chances.shape[1]:
            continue
        with KernelRunner(rules, size.step, players, size.lowest) as runner:
            states = PenaltyStates(NPlayerTurns(runner))
            if known is not None:
                return _from_layer(rules, size, states, known)
            play = with_penalty.solve_with_penalty(states, progress, play)
            layer = certify(play)
        found = _from_layer(rules, size, states, layer)
        if not states.cut or found.bound() <= COARSE:
            checkpoints.keep(layer)
            return found
    raise AssertionError


def _from_layer(
    rules: Rules, size: SolutionSize, states: PenaltyStates, layer: Layer
) -> NPlayerSolution:
    """The contents of the single layer, put into their places."""
    turns = states.turns
    shape = (states.blocks, -1, turns.stride)
    values = np.zeros((turns.players - 1, states.places))
    errors = np.full(states.places, layer.error)
    every = states.every()
    values[:, every], errors[every] = layer.chances[:-1], layer.chances[-1]
    return NPlayerSolution(
        rules=rules,
        players=turns.players,
        step=size.step,
        lowest=size.lowest,
        values=values.reshape(turns.players - 1, *shape),
        last_rounds=turns.last_rounds,
        gap=layer.gap,
        errors=errors.reshape(shape),
        mixed=layer.mixed,
        method=with_penalty.METHOD,
        states=size.states,
        seconds=0.0,
        compile_seconds=0.0,
    )
