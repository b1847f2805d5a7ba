"""How fast whole games are solved, beside a plain version of the same algorithm.

The plain one solves pair by pair with scalar loops on one thread, to a smaller target; its time is
scaled by the number of turn positions. Both are compiled, and their values are compared.

    python benchmarks/solver.py [RULES | RULES:PLAYERS ...]

Without names all that have a wanted time are measured, but for `basic:3`, which is a long job.
"""

import sys
from time import perf_counter

import numpy as np
from numba import njit

from hotdice import Rules, State
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.n_player.solve import solve_n_players
from hotdice.solver.turn.final_turn import last_mover_wins
from hotdice.solver.turn.moves import Moves
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.solver.two_player.solve import solve_two_players

PLAIN_TARGET = 2000
AT_LEAST = 10
WANTED = {  # seconds
    "basic": 4,
    "three-pair": 30,
    "facebook": 180,
    "greed:3": 20,
    "greed:4": 600,
}


@njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]
def plain(chance, roll_at, keep_at, points, left, farkle, wins, dice, target, reach):  # type: ignore[no-untyped-def]
    """Values of all pairs of totals: `basic` and its like, one pair after the other by secants."""
    values = np.full((target + 1, target + 1), 0.5)
    best = np.zeros((2 * target + wins.shape[1] + 2 * reach, dice))
    for s in range(2 * target - 2, -1, -1):
        for a in range(max(0, s - target + 1), s // 2 + 1):
            b = s - a
            x = values[a + 1, b] + values[a, b + 1] - values[a + 1, b + 1]
            z = values[b + 1, a] + values[b, a + 1] - values[b + 1, a + 1]
            y0, y1, f0, f1, m, n = 2.0, 2.0, 0.0, 0.0, 0.3, 0.3
            for _ in range(60):
                f = _turn(chance, roll_at, keep_at, points, left, farkle, wins, dice, target, reach,
                          values, best, a, b, 1 - z)  # fmt: skip
                g = _turn(chance, roll_at, keep_at, points, left, farkle, wins, dice, target, reach,
                          values, best, b, a, 1 - x)  # fmt: skip
                change = max(abs(f - x), abs(g - z))
                if change < 1e-14:
                    break
                if abs(1 - z - y0) > 1e-9 and y0 < 2:
                    m = (f - f0) / (1 - z - y0)
                if abs(1 - x - y1) > 1e-9 and y1 < 2:
                    n = (g - f1) / (1 - x - y1)
                y0, f0, y1, f1 = 1 - z, f, 1 - x, g
                own, other = f - m * y0, g - n * y1
                x = (own + m * (1 - other - n)) / (1 - m * n)
                z = other + n * (1 - x)
            values[a, b], values[b, a] = x, z
    return values


@njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]
def _turn(  # type: ignore[no-untyped-def]
    chance, roll_at, keep_at, points, left, farkle, wins, dice, target, reach,
    values, best, own, other, lost,
):  # fmt: skip
    """The value of one turn, if a lost turn is worth so much."""
    top = target - own
    while _wins(wins, own + top - other) > farkle[dice - 1] * (1 - lost):
        top += 1
    value = 0.0
    for u in range(top + reach - 1, -1, -1):
        total = own + u
        bank = 1 - (values[other, total] if total < target else _wins(wins, total - other))
        if u >= top:
            best[u, :] = bank
            continue
        for count in range(1, dice + 1):
            value = farkle[count - 1] * lost
            for outcome in range(roll_at[count - 1], roll_at[count]):
                most = 0.0
                for k in range(keep_at[outcome], keep_at[outcome + 1]):
                    most = max(most, best[u + points[k], left[k]])
                value += chance[outcome] * most
            best[u, count % dice] = max(bank, value)
    return value


@njit(cache=True, inline="always")  # type: ignore[untyped-decorator,unused-ignore]
def _wins(wins, need):  # type: ignore[no-untyped-def]
    return wins[1, need] if need < wins.shape[1] else 0.0


def plain_rate(rules: Rules) -> float:
    """Turn positions a second of the plain version; its values must be the solver's."""
    found = solve_two_players(rules)
    moves = Moves(rules, found.step)
    arguments = (
        moves.chance,
        moves.roll_at,
        moves.keep_at,
        moves.points,
        moves.left,
        moves.farkle,
        last_mover_wins(moves),
        rules.dice,
    )
    reach = int(moves.points.max())
    plain(*arguments, 2, reach)
    begin = perf_counter()
    values = plain(*arguments, moves.units(rules.target), reach)
    seconds = perf_counter() - begin
    assert abs(values[0, 0] - found.chance(0, 0)) < 1e-9, (values[0, 0], found.chance(0, 0))
    return found.states / seconds


def measured(game: str) -> TwoPlayerSolution | NPlayerSolution:
    """A game solved anew; `greed:3` is greed with three players."""
    name, _, players = game.partition(":")
    rules = Rules.load(name)
    return solve_n_players(rules, int(players)) if players else solve_two_players(rules)


def main() -> None:
    """Print rates and ratios, the plain version measured before and after each game."""
    games = sys.argv[1:] or list(WANTED)
    small = Rules.load("basic", target=PLAIN_TARGET)
    slow = plain_rate(small)
    print(f"plain, {small.name}: {slow:,.0f} turn positions/s")
    for game in games:
        before = plain_rate(small)
        found = measured(game)
        slow = (before + plain_rate(small)) / 2
        rate = found.states / found.seconds
        first = found.chances(State.start(found.rules, found.players))[0]
        within = found.bound() if isinstance(found, TwoPlayerSolution) else found.gap
        wanted = f"  (wanted on a quiet machine: {WANTED[game]} s)" if game in WANTED else ""
        print(
            f"{game:<12} {found.seconds:7.2f} s (compiling {found.compile_seconds:.1f} s)  "
            f"{rate:>12,.0f} turn positions/s  {rate / slow:6.1f} times plain  "
            f"win {first:.9f} ± {within:.0e}{wanted}",
            flush=True,
        )
    print(f"basic: at least {AT_LEAST} times plain is wanted, 30 aimed at")


if __name__ == "__main__":
    main()
