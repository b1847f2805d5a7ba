"""One turn by itself: farkle chances, the greatest expected points, when to stop.

The entry and the target are left aside; `minimum`, `keep` and hot dice count. With a penalty the
points are those of the long run: each count of farkles in a row has its own thresholds.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from hotdice.rules import Rules
from hotdice.solver.last_turn import chances
from hotdice.solver.loops import rolling as rolling_values
from hotdice.solver.moves import HOT, Moves
from hotdice.solver.plan import step_of
from hotdice.texts import HotDiceError

Floats = NDArray[np.float64]
BankFrom = dict[int, int | None]

SWEEPS = 1000


class Odds(Struct, frozen=True):
    """What one turn of some rules offers.

    `bank_from` has one table for each count of farkles in a row, and just one without a penalty:
    by number of dice the least points from which banking is at least as good as rolling.
    """

    rules: Rules
    farkle: dict[int, Fraction]
    expected_turn: float
    bank_from: tuple[BankFrom, ...]
    reach: dict[int, float]


def odds(rules: Rules, reach: int | None = None) -> Odds:
    """Everything about one turn; `reach` defaults to the entry."""
    wanted = rules.entry if reach is None else reach
    if wanted < 0:
        raise HotDiceError("odds/reach", found=wanted)
    farkle = {count: rules.farkle_chance(count) for count in range(1, rules.dice + 1)}
    moves = Moves(rules, step_of(rules))
    if moves.never_farkles():
        raise HotDiceError("solve/never-farkles", rules=rules.name)
    least = moves.units(max(wanted, rules.minimum, 1))
    chance = float(chances(moves, least, shared=False)[least])
    expected, tables = _best(moves)
    return Odds(rules, farkle, expected, tables, {wanted: chance})


def _best(moves: Moves) -> tuple[float, tuple[BankFrom, ...]]:
    """The points of a turn in the long run, and the thresholds for each count of farkles.

    Each count k has a worth h[k] against count 0; a farkle leads on to h[k + 1], the last one to
    the penalty and h[0]. These few numbers are iterated until they stand.
    """
    penalty = moves.rules.penalty
    counts = penalty.farkles if penalty else 1
    worth = np.zeros(counts + 1)
    turns: list[Floats] = []
    for _ in range(SWEEPS):
        worth[counts] = -penalty.points / moves.step if penalty else 0.0
        turns = [_turn(moves, worth[count + 1]) for count in range(counts)]
        values = np.array([turn[0, moves.rules.dice] for turn in turns])
        before = worth[:counts].copy()
        worth[:counts] = values - values[0]
        if np.abs(worth[:counts] - before).max() < 1e-12 * max(1.0, abs(values[0])):
            break
    return float(values[0] * moves.step), tuple(_thresholds(moves, turn) for turn in turns)


def _turn(moves: Moves, lost: float) -> Floats:
    """The value of rolling by points in steps and dice, if a farkle is worth `lost` steps.

    Above the last level every turn is stopped. There are enough of them when banking is best in all
    of the upper half, wherever it is allowed and a farkle threatens, and twice as many levels do
    not change the value of the turn.
    """
    levels, before = 64, 0.0
    while True:
        levels *= 2
        rolling = rolling_values(
            moves.chance,
            moves.roll_at,
            moves.keep_at,
            moves.points,
            moves.left,
            moves.farkle,
            moves.rules.dice,
            HOT[moves.rules.hot_dice],
            moves.units(moves.rules.minimum),
            levels,
            int(moves.points.max()),
            lost,
        )
        value = float(rolling[0, moves.rules.dice])
        if abs(value - before) <= 1e-13 * abs(value) and _stops(moves, rolling):
            return np.asarray(rolling)
        before = value


def _stops(moves: Moves, rolling: Floats) -> bool:
    half = len(rolling) // 2
    points = np.arange(half, len(rolling))[:, None]
    threatened = moves.farkle > 0
    if moves.rules.hot_dice == "must":
        threatened[-1] = False
    return bool((points >= rolling[half:, 1:][:, threatened]).all())


def _thresholds(moves: Moves, rolling: Floats) -> BankFrom:
    rules = moves.rules
    points = np.arange(len(rolling))
    least = moves.units(rules.minimum)
    table: BankFrom = {}
    for count in range(1, rules.dice + 1):
        roll_better = np.flatnonzero(points < rolling[:, count] - 1e-9)
        start = max(least, int(roll_better[-1]) + 1 if len(roll_better) else 0)
        forced = rules.hot_dice == "must" and count == rules.dice
        table[count] = None if forced or start >= len(rolling) else start * moves.step
    return table


def as_table(found: Odds) -> dict[str, Any]:
    """The same as plain data for programs."""
    tables = [{str(count): points for count, points in t.items()} for t in found.bank_from]
    return {
        "rules": found.rules.name,
        "farkle": {str(count): str(chance) for count, chance in found.farkle.items()},
        "expected_turn": found.expected_turn,
        "bank_from": tables if found.rules.penalty else tables[0],
        "reach": {str(points): chance for points, chance in found.reach.items()},
    }
