"""A stored solution compared with a newly computed one."""

from typing import NamedTuple

import numpy as np

from hotdice.rules import Rules
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.progress import Progress, silent
from hotdice.solver.storage.lookup import Solution, is_solved, solve, stored
from hotdice.solver.storage.store import TWO_PLAYER, explicit_kind
from hotdice.solver.two_player.solution import Floats, TwoPlayerSolution
from hotdice.texts import HotDiceError


class Comparison(NamedTuple):
    """How many turn starts were compared, the greatest difference, and what the bounds allow."""

    positions: int
    difference: float
    allowed: float
    agrees: bool


def check_stored(rules: Rules, players: int, progress: Progress = silent) -> Comparison:
    """Solve once more and compare every turn start with what is stored."""
    before: Solution | None = None
    if needs_explicit(rules):
        before = stored(explicit_kind(players), rules)
    elif players == 2:
        before = stored(TWO_PLAYER, rules)
    elif is_solved(rules, players):
        before = solve(rules, players)
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
    if isinstance(found, ExplicitSolution):
        return found.states
    target = -(-(found.rules.target - found.lowest) // found.step)
    counts = found.rules.terms.penalty_farkles
    return int((counts * target) ** found.players)


def _again(rules: Rules, players: int, progress: Progress) -> Solution:
    if needs_explicit(rules):
        from hotdice.solver.explicit.solve import solve_explicit

        return solve_explicit(rules, players, progress)
    from hotdice.solver.n_player.solve import solve_n_players
    from hotdice.solver.two_player.solve import solve_two_players

    if players == 2:
        return solve_two_players(rules, progress)
    return solve_n_players(rules, players, progress)


def _allowed(found: Solution) -> Floats:
    if isinstance(found, ExplicitSolution):
        return np.asarray(found.errors + (found.gap if found.players == 2 else 0.0))
    return np.asarray(found.widths if isinstance(found, TwoPlayerSolution) else found.errors)
