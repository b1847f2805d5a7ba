"""Solves all turn starts under any options."""

from itertools import count
from time import perf_counter

import numpy as np

from hotdice.rules import Rules
from hotdice.solver.explicit.axes import axes_of, can_fall, refuse_large
from hotdice.solver.explicit.certificate import certify
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.explicit.turns import ExplicitTurns, by_round, by_sum, last_rounds
from hotdice.solver.feasibility import COARSE, is_cut, refuse_coarse
from hotdice.solver.kernels.explicit_sweeps import LOSS, UNSETTLED
from hotdice.solver.progress import Progress, silent
from hotdice.solver.turn.levels import Floats
from hotdice.texts import HotDiceError

EXACT = 1e-9  # totals are cut off so low that the chances of two players are known to this
SWEEPS = 3000  # gives up after so many
SETTLED = 2e-15  # only rounding
ROUNDING_ONLY = 1e-12  # changes below this that shrink no more are rounding


def solve_explicit(rules: Rules, players: int, progress: Progress = silent) -> ExplicitSolution:
    """Solve all turn starts; totals without a floor are followed as deep as the bound requires."""
    for depth in count(1):
        axes = axes_of(rules, players, depth)
        refuse_large(axes)
        begin = perf_counter()
        with ExplicitTurns(axes) as turns:
            found = _solved(turns, progress)
        found = found._replace(seconds=perf_counter() - begin)
        bound = found.bound()
        if not is_cut(rules) or bound <= (EXACT if players == 2 else COARSE):
            refuse_coarse(rules, max(found.gap, bound))
            return found
    raise AssertionError


def _solved(turns: ExplicitTurns, progress: Progress) -> ExplicitSolution:
    axes = turns.axes
    turns.tables.plain.fill(1.0 / axes.players)
    turns.tables.offered.fill(1.0 / axes.players)
    errors: Floats | float
    if axes.rules.rounds:
        errors = gap = _in_rounds(turns, progress)
    elif can_fall(axes.rules):
        errors, gap = _falling(turns, progress)
    else:
        errors = gap = _growing(turns, progress)
    return ExplicitSolution(
        axes=axes,
        values=turns.tables.plain,
        offered=turns.tables.offered,
        errors=errors,
        gap=gap,
        seconds=0.0,
    )


def _in_rounds(turns: ExplicitTurns, progress: Progress) -> float:
    """Games of some rounds; returns the bound on errors and gains."""
    layers = list(by_round(turns.axes))
    for done, places in enumerate(layers, 1):
        turns.in_order(places)
        progress(done / len(layers))
    return len(layers) * turns.source


def _growing(turns: ExplicitTurns, progress: Progress) -> float:
    """Games whose totals only grow; returns the bound on errors and gains."""
    loss = turns.axes.players * turns.source
    for places in last_rounds(turns.axes):
        turns.in_order(places)
    layers = list(by_sum(turns.axes))
    for done, places in enumerate(layers, 1):
        report = turns.settle(places)
        if report[UNSETTLED] and turns.axes.players > 2:
            raise HotDiceError("solve/unstable", rules=turns.axes.rules.name)
        loss += float(report[LOSS])
        if not np.isfinite(loss):  # everybody may wait for ever
            raise HotDiceError("solve/never-ends", rules=turns.axes.rules.name)
        progress(done / len(layers))
    return loss


def _falling(turns: ExplicitTurns, progress: Progress) -> tuple[Floats, float]:
    """Games whose totals can fall: sweeps until nothing changes; returns errors and the gap."""
    last = list(last_rounds(turns.axes))
    for places in last:
        turns.in_order(places)
    every = np.concatenate(list(by_sum(turns.axes)))
    before = np.inf
    for sweep in range(SWEEPS):
        change = turns.sweep(every)
        progress(1.0 - 1.0 / (1.0 + sweep / 20))
        if change <= SETTLED or (change <= ROUNDING_ONLY and change > 0.9 * before):
            return certify(turns, np.concatenate([*last, every]), change)
        before = change
    key = "solve/never-ends" if turns.axes.players == 2 else "solve/unstable"
    raise HotDiceError(key, rules=turns.axes.rules.name)
