"""One turn by itself: farkle chances, the most expected points, when to stop.

The entry and the target are ignored; `minimum`, `keep` and hot dice are not. With a penalty the
points are the long-run average, and each count of farkles in a row has its own thresholds.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from hotdice.rules import Rules
from hotdice.rules.meaning import after_farkle, hot_dice_roll, least_bank, least_gain
from hotdice.rules.terms import NO_TARGET, Terms
from hotdice.solver.turn.banks import bank_points
from hotdice.solver.turn.final_turn import chances
from hotdice.solver.turn.levels import Floats, turn_solver
from hotdice.solver.turn.moves import Moves, confirming_moves, moves_of
from hotdice.solver.turn.program import step_of
from hotdice.texts import HotDiceError, grouped

BankFrom = dict[int, int | None]

MOST_ITERATIONS = 1000
MOST_LEVELS = 2**18  # some ten seconds of work; presets need 2,048 at most
MOST_WORK = 5e9  # keeps looked at by one iteration over all levels: a dozen seconds, too
SAME_VALUE = 1e-13  # relative: rounding alone, when twice as many levels change nothing
SETTLED_BIAS = 1e-12  # relative: the biases converge until only rounding is left
SAME_POINTS = 1e-9  # steps: far above rounding, far below the one step that points differ by


class Odds(Struct, frozen=True):
    """The odds of one turn under some rules.

    `bank_from` has one table for each count of farkles in a row, and just one without a penalty:
    by number of dice the least points from which banking is at least as good as rolling. Where a
    roll can win the game there is no `expected_turn`, since points are not all that counts; the
    tables then count such a roll as none that scores.
    """

    rules: Rules
    farkle: dict[int, Fraction]
    expected_turn: float | None
    bank_from: tuple[BankFrom, ...]
    reach: dict[int, float]


def odds(rules: Rules, reach: int | None = None) -> Odds:
    """Everything about one turn; `reach` defaults to the entry."""
    wanted = rules.terms.entry if reach is None else reach
    if wanted < 0:
        raise HotDiceError("odds/reach", found=wanted)
    farkle = {count: rules.farkle_chance(count) for count in range(1, rules.dice + 1)}
    moves = confirming_moves(rules, step_of(rules))
    best, tables = _best(moves)
    expected = None if "win" in rules.decides else best
    least = max(moves.units(wanted), least_bank(*_on_board(moves)), 1)
    chance = float(chances(moves, least, shared=False)[least]) * (1.0 + spared(rules))
    return Odds(rules, farkle, expected, tables, {wanted: chance})


def _best(moves: Moves) -> tuple[float, tuple[BankFrom, ...]]:
    """The points of a turn in the long run, and the thresholds for each count of farkles."""
    lost, turns = long_run(moves)
    whole = with_mercy(moves.rules, float(turns[0][0, 0]), float(lost[0]))
    return whole * moves.step, tuple(_thresholds(moves, turn) for turn in turns)


def spared(rules: Rules) -> float:
    """The chance that the first roll of a turn is thrown again."""
    if not rules.terms.mercy:
        return 0.0
    rolls = rules.outcomes(rules.dice)
    again = (roll.probability for roll in rolls if roll.farkles and roll.decides is None)
    return float(sum(again, Fraction()))


def with_mercy(rules: Rules, rolled: float, lost: float) -> float:
    """What a turn is worth if its first roll, or one of a turn without mercy, is worth `rolled`."""
    return rolled + spared(rules) * (rolled - lost)


class LongRun(NamedTuple):
    """Turns for the most points in the long run.

    `lost` has for each count of farkles what one more is worth compared with a turn that records
    nothing, in steps; `turns` the value of rolling by level and dice left, with hot dice at index
    0.
    """

    lost: Floats
    turns: list[Floats]


@lru_cache(maxsize=16)
def long_run(moves: Moves) -> LongRun:
    """The best turns of some rules, ignoring entry and target.

    Above the last level every turn stops. There are enough levels when banking is best in all of
    the upper half, wherever it is allowed and a farkle is possible, and twice as many levels do not
    change the value of the turn.
    """
    if moves_of(moves.rules, moves.step).never_farkles():
        raise HotDiceError("solve/never-farkles", rules=moves.rules.name)
    bias = np.zeros(moves.rules.terms.penalty_farkles)
    each = turn_solver(moves).longest.size * len(bias)
    levels, before = 64, 0.0
    while 2 * levels <= MOST_LEVELS and 2 * levels * each <= MOST_WORK:
        levels *= 2
        turns = _value_iteration(moves, bias, levels)
        value = float(turns[0][0, 0])
        if abs(value - before) <= SAME_VALUE * abs(value) and all(_stops(moves, t) for t in turns):
            return LongRun(_lost(moves, bias), turns)
        before = value
    points = grouped(levels * moves.step)
    raise HotDiceError("odds/long-turns", rules=moves.rules.name, points=points)


def _lost(moves: Moves, bias: Floats) -> Floats:
    """What one more farkle is worth after each count of them, the floor of totals left aside."""
    terms, total = moves.rules.terms, NO_TARGET
    ends = [after_farkle(terms, total, count) for count in range(terms.penalty_farkles)]
    return np.array([bias[count] - (total - fallen) / moves.step for fallen, count in ends])


def _value_iteration(moves: Moves, bias: Floats, levels: int) -> list[Floats]:
    """The turns for each count of farkles, by relative value iteration.

    This is an average-reward problem: each count has a bias against count 0, which is improved.
    """
    turn = turn_solver(moves)
    points = np.arange(levels + turn.reach)
    bank = bank_points(*_on_board(moves), points)
    stop = turn.stop_values(bank, 0.0, points[levels:].astype(np.float64))
    for _ in range(MOST_ITERATIONS):
        lost = _lost(moves, bias)
        turns = [turn.roll_values(stop, each) for each in lost]
        values = np.array(
            [
                with_mercy(moves.rules, float(turn[0, 0]), float(each))
                for turn, each in zip(turns, lost, strict=True)
            ]
        )
        before = bias.copy()
        bias[:] = values - values[0]
        if np.abs(bias - before).max() < SETTLED_BIAS * max(1.0, abs(values[0])):
            break
    return turns


def _stops(moves: Moves, rolling: Floats) -> bool:
    half = len(rolling) // 2
    points = np.arange(half, len(rolling))[:, None]
    threatened = moves.farkle > 0
    if hot_dice_roll(moves.rules.terms):
        threatened[-1] = False
    return bool((points >= _by_count(rolling, moves.rules.dice)[half:, threatened]).all())


def _on_board(moves: Moves) -> tuple[Terms, int]:
    """The terms in steps, and a total that needs no entry."""
    return moves.terms, moves.terms.zero + 1


def _by_count(rolling: Floats, dice: int) -> Floats:
    """The same with all the dice last instead of first."""
    return np.roll(rolling[:, :dice], -1, axis=1)


def _thresholds(moves: Moves, rolling: Floats) -> BankFrom:
    rules = moves.rules
    points = np.arange(len(rolling))
    least = least_gain(*_on_board(moves))
    table: BankFrom = {}
    for count in range(1, rules.dice + 1):
        roll_better = np.flatnonzero(points < rolling[:, count % rules.dice] - SAME_POINTS)
        start = max(least, int(roll_better[-1]) + 1 if len(roll_better) else 0)
        forced = hot_dice_roll(rules.terms) and count == rules.dice
        table[count] = None if forced or start >= len(rolling) else start * moves.step
    return table


def as_table(found: Odds) -> dict[str, Any]:
    """The same as plain data for programs."""
    tables = [{str(count): points for count, points in t.items()} for t in found.bank_from]
    shown = tables if found.rules.terms.has_penalty else tables[0]
    return {
        "rules": found.rules.name,
        "farkle": {str(count): str(chance) for count, chance in found.farkle.items()},
        "expected_turn": found.expected_turn,
        "bank_from": None if found.expected_turn is None else shown,
        "reach": {str(points): chance for points, chance in found.reach.items()},
    }
