"""Solving whole games of some rules: what can be solved, and which way."""

from math import gcd
from time import perf_counter

from hotdice.rules import Rules
from hotdice.solver import fall, grow
from hotdice.solver.carry import carry
from hotdice.solver.duel import Duel, Floats
from hotdice.solver.evaluate import Turns
from hotdice.solver.moves import Moves
from hotdice.solver.plan import step_of
from hotdice.solver.turns import turns as compiled
from hotdice.texts import HotDiceError

MOST_STATES = 20_000_000_000
STATES_A_SECOND = 5_000_000  # of a slow core, for an estimate
CUT = 2500  # how far below zero totals are followed where no floor stops them


def solve(rules: Rules) -> Duel:
    """Solve all positions of two players at the start of a turn."""
    step = _step(rules)
    lowest = _lowest(rules, step)
    states = _refuse(rules, step, lowest)
    begin = perf_counter()
    _compile(rules)
    ready = perf_counter()
    values, widths, method = _solve(rules, step, lowest)
    seconds = perf_counter() - ready
    return Duel(rules, step, lowest, values, widths, method, states, seconds, ready - begin)


def _compile(rules: Rules) -> None:
    """Have all that these rules need compiled, by a tiny game."""
    if rules.penalty and not carry.signatures:
        penalty = {"farkles": 1, "points": 50, "floor": 0}
        _solve(Rules.load("greed", target=50, penalty=penalty), 50, 0)
    elif not compiled.signatures:
        _solve(Rules.load("greed", target=50), 50, 0)


def _solve(rules: Rules, step: int, lowest: int) -> tuple[Floats, Floats | float, str]:
    penalty = rules.penalty
    with Turns(rules, step, lowest) as turns:
        if penalty is None:
            values, width = grow.solve_growing(turns)
            return values[None, None], width, grow.METHOD
        floor = None if penalty.floor is None else (penalty.floor - lowest) // step
        values, widths = fall.solve_falling(turns, penalty.points // step, floor)
        return values, widths, fall.METHOD


def _step(rules: Rules) -> int:
    """The greatest step in which all totals are counted."""
    penalty = rules.penalty
    return gcd(step_of(rules), penalty.points, penalty.floor or 0) if penalty else step_of(rules)


def _lowest(rules: Rules, step: int) -> int:
    """The lowest total that is followed."""
    if rules.penalty is None:
        return 0
    if rules.penalty.floor is None:
        return -(-(-CUT // step) * step)
    return min(0, rules.penalty.floor)


def _refuse(rules: Rules, step: int, lowest: int) -> int:
    """The number of turn positions; rules that cannot be solved are told so before any work."""
    moves = Moves(rules, step)
    if moves.never_farkles():
        raise HotDiceError("solve/never-farkles", rules=rules.name)
    target = moves.units(rules.target - lowest)
    counts = rules.penalty.farkles if rules.penalty else 1
    states = counts**2 * rules.dice * target * target * (target + 1) // 2
    sweeps = 20 if rules.penalty else 1
    if states * sweeps > MOST_STATES:
        raise HotDiceError(
            "solve/large",
            rules=rules.name,
            states=f"{states:,}",
            gigabytes=round(48 * counts**2 * target**2 / 2**30, 1),
            minutes=round(states * sweeps / STATES_A_SECOND / 60),
            most=f"{MOST_STATES // sweeps:,}",
        )
    return states
