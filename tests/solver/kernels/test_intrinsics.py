"""Instructions that `llvm` emits, plain functions and plain Python do the same."""

import json
import os
import subprocess
import sys
from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import njit

from hotdice import Rules
from hotdice.solver.kernels import intrinsics, llvm
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.n_player.monotone import ValueTable
from hotdice.solver.n_player.runner import KernelRunner
from hotdice.solver.two_player.solve import solve_two_players

VECTOR: Any = llvm
PLAIN: Any = intrinsics
ROWS = 12
NEAR = 1e-14  # products and sums are fused in one of both


def some_rows(planes: int = 1) -> Any:
    """Numbers of which some are equal, so that ties are tried."""
    random = np.random.default_rng(5)
    return random.integers(0, 4, planes * ROWS * LANES) / 4 + random.random() / 8


@njit  # type: ignore[untyped-decorator,unused-ignore]
def vector_roll(rows: Any, base: int, outcomes: Any, farkled: Any, farkle: float) -> None:
    """The intrinsic, which only compiled code can call."""
    offsets, option_at, weights = outcomes
    VECTOR.row_roll(rows, 0, base, offsets, option_at, weights, 1, len(weights), farkled, farkle)


@njit  # type: ignore[untyped-decorator,unused-ignore]
def vector_raise(rows: Any, to: int, one: int, stops: Any, other: int) -> Any:
    """The intrinsic, which only compiled code can call."""
    return VECTOR.row_raise(rows, to, one, stops, other)


@njit  # type: ignore[untyped-decorator,unused-ignore]
def vector_select(array: Any, to: int, one: int, other: int, plane: int, planes: int) -> None:
    """The intrinsic, which only compiled code can call."""
    VECTOR.row_select(array, to, one, other, plane, planes)


@njit  # type: ignore[untyped-decorator,unused-ignore]
def vector_sum(array: Any, places: Any, shifts: Any, weights: Any, base: int) -> None:
    """The intrinsic, which only compiled code can call."""
    VECTOR.row_weighted_sum(array, 0, places, shifts, weights, 0, len(places), base)


@njit  # type: ignore[untyped-decorator,unused-ignore]
def vector_compare(values: Any, best: Any, picks: Any, places: Any, pick: Any, same: Any) -> None:
    """The intrinsic, which only compiled code can call."""
    VECTOR.row_compare(values, best, picks, places[0], places[1], places[2], pick, same)


@njit  # type: ignore[untyped-decorator,unused-ignore]
def machine_high_product(one: Any, other: Any) -> Any:
    """The intrinsic, which only compiled code can call."""
    return VECTOR.high_product(one, other)


def test_the_vector_instructions_are_used_where_code_is_compiled() -> None:
    assert intrinsics.row_roll is llvm.row_roll


def test_the_value_of_a_roll() -> None:
    """Its outcomes but the first: two keeps, one keep, and three of which two are the same."""
    rows, farkled, farkle = some_rows(), some_rows()[:LANES].copy(), 0.25
    base, options = 4, [[0], [1, 3], [2], [5, 0, 5]]
    offsets = np.array([row * LANES for option in options for row in option])
    option_at = np.cumsum([0, *(len(option) for option in options)])
    weights = np.array([9.0, 0.25, 0.5, 0.125])
    expected = rows.copy()
    expected[:LANES] = farkle * farkled
    for weight, option in zip(weights[1:], options[1:], strict=True):
        places = [(base + row) * LANES for row in option]
        best = np.max([rows[place : place + LANES] for place in places], axis=0)
        expected[:LANES] += weight * best

    def plain(rows: Any, base: int, outcomes: Any, *rest: Any) -> None:
        PLAIN.plain_row_roll(rows, 0, base, *outcomes, 1, len(weights), *rest)

    for operation in (vector_roll, plain):
        found = rows.copy()
        operation(found, base * LANES, (offsets, option_at, weights), farkled, farkle)
        assert found == pytest.approx(expected, abs=NEAR)


@pytest.mark.parametrize("higher", [0, 1, LANES])
def test_the_greater_of_two_rows_and_whether_it_is_the_first_anywhere(higher: int) -> None:
    rows, stops = some_rows(), some_rows()[::-1].copy()
    one, other = 2 * LANES, 5 * LANES
    first, second = rows[one : one + LANES], stops[other : other + LANES]
    np.minimum(first, second, out=first)
    first[LANES - higher :] += 1.0
    expected = rows.copy()
    expected[LANES : 2 * LANES] = np.maximum(first, second)
    for operation in (vector_raise, PLAIN.plain_row_raise):
        found = rows.copy()
        assert operation(found, LANES, one, stops, other) == (higher > 0)
        assert (found == expected).all()


def test_all_planes_follow_the_choice_of_the_first() -> None:
    rows, plane = some_rows(planes=3), ROWS * LANES
    expected = rows.copy()
    first = rows[LANES : 2 * LANES] > rows[2 * LANES : 3 * LANES]
    for at in range(0, len(rows), plane):
        one, other = rows[at + LANES : at + 2 * LANES], rows[at + 2 * LANES : at + 3 * LANES]
        expected[at : at + LANES] = np.where(first, one, other)
    for operation in (vector_select, PLAIN.plain_row_select):
        found = rows.copy()
        operation(found, 0, LANES, 2 * LANES, plane, 3)
        assert (found == expected).all()


def test_a_weighted_sum_of_rows_near_and_far() -> None:
    rows = some_rows()
    places, shifts = np.array([LANES, 2 * LANES, 0]), np.array([0, -1, -1])
    weights, base = np.array([0.25, 0.5, 0.125]), 4 * LANES
    expected = rows.copy()
    for row, weight in zip((1, 6, 4), weights, strict=True):
        expected[:LANES] += weight * rows[row * LANES : (row + 1) * LANES]

    def plain(array: Any, *rest: Any) -> None:
        PLAIN.plain_row_weighted_sum(array, 0, *rest[:3], 0, 3, rest[3])

    for operation in (vector_sum, plain):
        found = rows.copy()
        operation(found, places, shifts, weights, base)
        assert found == pytest.approx(expected, abs=NEAR)


def test_a_pick_wins_unless_its_value_is_worse_by_more_than_what_counts_as_equal() -> None:
    same = 0.25  # as far apart as neighbouring values are
    values, best = some_rows(), some_rows()[::-1].copy()
    picks = np.arange(ROWS * LANES, dtype=np.uint16)
    to, one, at, pick = 0, 3 * LANES, 5 * LANES, np.uint16(1000)
    before, value = best[one : one + LANES], values[at : at + LANES]
    better, winners = best.copy(), picks.copy()
    better[:LANES] = np.maximum(before, value)
    winners[:LANES] = np.where(value > before - same, pick, picks[one : one + LANES])
    assert 0 < (winners[:LANES] == pick).sum() < LANES

    def plain(values: Any, best: Any, picks: Any, places: Any, *rest: Any) -> None:
        PLAIN.plain_row_compare(values, best, picks, *places, *rest)

    for operation in (vector_compare, plain):
        found, won = best.copy(), picks.copy()
        operation(values, found, won, (to, one, at), pick, same)
        assert (found == better).all()
        assert (won == winners).all()


def test_the_upper_half_of_a_product() -> None:
    edges = [0, 1, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 63, (1 << 64) - 1]
    some = edges + np.random.default_rng(5).integers(0, 1 << 64, 20, dtype=np.uint64).tolist()
    for one, other in product(some, repeat=2):
        for operation in (machine_high_product, PLAIN.plain_high_product):
            assert operation(np.uint64(one), np.uint64(other)) == one * other >> 64


def small_games() -> list[Any]:
    """The values of two and of three players in games that take no time."""
    two = solve_two_players(Rules.load("pig", target=8, finish="last-round"))
    with KernelRunner(Rules.load("pig", target=4, finish="immediate"), 1, 3) as runner:
        table = ValueTable(runner)
        for s in table.sums:
            table.solve(s)
    return [two.values.ravel().tolist(), table.values.ravel().tolist()]


def test_nothing_compiled_finds_the_same_values() -> None:
    words = [sys.executable, __file__]
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1")
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    for plain, compiled in zip(json.loads(done.stdout), small_games(), strict=True):
        assert plain == pytest.approx(compiled, abs=1e-13)


if __name__ == "__main__":
    print(json.dumps(small_games()))
