"""Solves all states of two players, as deep below zero as the bound requires."""

from math import ceil, log
from time import perf_counter
from typing import Any

from hotdice.rules import Rules
from hotdice.solver.feasibility import COARSE, SolutionSize, is_cut, refuse_coarse, size_of
from hotdice.solver.kernels.pairs import solve_sums
from hotdice.solver.kernels.propagate import propagate
from hotdice.solver.progress import Progress, silent
from hotdice.solver.two_player import monotone, with_penalty
from hotdice.solver.two_player.solution import Floats, TwoPlayerSolution
from hotdice.solver.two_player.turns import TwoPlayerTurns
from hotdice.texts import HotDiceError

FINE = 1e-9  # the error bound to reach at the beginning of a game


def solve_two_players(rules: Rules, progress: Progress = silent) -> TwoPlayerSolution:
    """Solve all turn starts of two players.

    Without a floor, totals are followed down further as long as that improves the bound.
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
            found = min(before, found, key=TwoPlayerSolution.bound)
            break
    refuse_coarse(rules, found.bound())
    return found._replace(seconds=perf_counter() - ready, compile_seconds=ready - begin)


def _followed_to(rules: Rules, size: SolutionSize, progress: Progress) -> TwoPlayerSolution:
    """The solution with totals down to the lowest of this size."""
    values, widths, method = _solved(rules, size, progress)
    return TwoPlayerSolution(
        rules=rules,
        step=size.step,
        lowest=size.lowest,
        values=values,
        widths=widths,
        method=method,
        states=size.states,
        seconds=0.0,
        compile_seconds=0.0,
    )


def _deeper(depth: int, bound: float) -> int:
    """How deep to go next, assuming that the bound goes on falling as fast as so far."""
    more = log(FINE) / min(log(bound), -1.0)
    return ceil(depth * min(max(more, 1.2), 2.0))


def _compile(rules: Rules) -> None:
    """Compile everything that these rules need, by solving a tiny game."""
    if rules.terms.has_penalty and not _is_compiled(propagate):
        penalty = {"farkles": 1, "points": 50, "floor": 0}
        _solved(Rules.load("greed", target=50, penalty=penalty), SolutionSize(50, 0, 0), silent)
    elif not _is_compiled(solve_sums):
        _solved(Rules.load("greed", target=50), SolutionSize(50, 0, 0), silent)


def _is_compiled(loop: Any) -> bool:
    """Whether a loop was compiled before; plain Python (`NUMBA_DISABLE_JIT`) needs no compiling."""
    return bool(getattr(loop, "signatures", True))


def _solved(
    rules: Rules, size: SolutionSize, progress: Progress
) -> tuple[Floats, Floats | float, str]:
    """Values, bounds on their errors, and the method by which they were found."""
    with TwoPlayerTurns(rules, size.step, size.lowest) as turns:
        if not rules.terms.has_penalty:
            values, width = monotone.solve_monotone(turns, progress)
            return values[None, None], width, monotone.METHOD
        values, widths = with_penalty.solve_with_penalty(turns, progress)
        return values, widths, with_penalty.METHOD
