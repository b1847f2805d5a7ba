"""A stored solution against one that is worked out anew."""

from typing import NamedTuple

import numpy as np

from hotdice.rules import Rules
from hotdice.solver.duel import Duel, Floats
from hotdice.solver.library import Solution, is_settled, solution, stored
from hotdice.solver.progress import Progress, silent
from hotdice.solver.store import DUEL
from hotdice.texts import HotDiceError


class Comparison(NamedTuple):
    """The turn starts compared, the greatest difference and what the bounds of both allow there."""

    positions: int
    difference: float
    allowed: float
    agrees: bool


def check_stored(rules: Rules, players: int, progress: Progress = silent) -> Comparison:
    """Solve once more and compare every turn start with what is stored."""
    before: Solution | None = stored(DUEL, rules) if players == 2 else None
    if players > 2 and is_settled(rules, players):
        before = solution(rules, players)
    if before is None:
        raise HotDiceError("solve/nothing-stored", rules=rules.name, players=players)
    return compare(before, _again(rules, players, progress))


def compare(before: Solution, again: Solution) -> Comparison:
    """Two solutions of the same rules."""
    off = np.abs(before.values - again.values)
    allowed = np.broadcast_to(_allowed(before) + _allowed(again), off.shape)
    worst = int(off.argmax())
    return Comparison(
        _starts(before),
        float(off.flat[worst]),
        float(allowed.flat[worst]),
        bool((off <= allowed).all()),
    )


def _starts(found: Solution) -> int:
    """How many turn starts a solution has."""
    target = -(-(found.rules.target - found.lowest) // found.step)
    counts = found.rules.penalty.farkles if found.rules.penalty else 1
    return int((counts * target) ** found.players)


def _again(rules: Rules, players: int, progress: Progress) -> Solution:
    from hotdice.solver.solve import solve, solve_many

    return solve(rules, progress) if players == 2 else solve_many(rules, players, progress)


def _allowed(found: Solution) -> Floats:
    return np.asarray(found.widths if isinstance(found, Duel) else found.errors)
