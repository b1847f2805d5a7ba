"""What rules mean: limits are where answers change, steps change nothing, and compiled is plain."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from hotdice.rules import Rules, meaning
from hotdice.rules.terms import NO_FLOOR, OVERSHOOT_COUNTS, Terms
from hotdice.solver.kernels import meaning as compiled

STEP = 50
POINTS = st.integers(0, 30).map(lambda units: units * STEP)
TOTALS = st.integers(-20, 80).map(lambda units: units * STEP)
FLAG = st.integers(0, 1)
TERMS = st.builds(
    Terms,
    dice=st.integers(1, 10),
    target=st.integers(1, 60).map(lambda units: units * STEP),
    entry=POINTS,
    minimum=POINTS,
    refuse_below_entry=FLAG,
    keep_all=FLAG,
    hot_dice=st.integers(0, 2),
    immediate=FLAG,
    shared_ties=FLAG,
    penalty_farkles=st.integers(1, 3),
    penalty_points=POINTS,
    floor=st.one_of(st.just(NO_FLOOR), TOTALS),
    zero=st.just(0),
    overshoot=st.just(OVERSHOOT_COUNTS),
    equal_turns=FLAG,
    one_roll=FLAG,
    rounds=st.just(0),
    mercy=FLAG,
    piggyback=FLAG,
)


@given(TERMS, TOTALS)
def test_limits_are_the_least_points_that_do(terms: Terms, total: int) -> None:
    banked = [
        points
        for points in range(1, 40 * STEP)
        if meaning.bank_refused(terms, total, points, meaning.NO_DICE) == meaning.ALLOWED
    ]
    assert max(1, meaning.least_bank(terms, total)) == banked[0]
    assert banked == list(range(banked[0], 40 * STEP))
    recorded = [points for points in range(1, 40 * STEP) if meaning.gained(terms, total, points)]
    assert max(1, meaning.least_gain(terms, total)) == recorded[0]
    assert recorded == list(range(recorded[0], 40 * STEP))


@given(TERMS, TOTALS, POINTS)
def test_what_may_not_be_banked_gains_nothing(terms: Terms, total: int, points: int) -> None:
    if meaning.bank_refused(terms, total, points, meaning.NO_DICE) != meaning.ALLOWED:
        assert meaning.gained(terms, total, points) == 0


@given(TERMS, TOTALS, POINTS, st.integers(0, 10), st.integers(0, 2))
def test_steps_from_a_lowest_total_change_nothing(
    terms: Terms, total: int, points: int, dice: int, farkles: int
) -> None:
    lowest = -40 * STEP
    steps = terms.in_steps(STEP, lowest)
    own, more = (total - lowest) // STEP, points // STEP
    assert steps.zero == 40
    assert meaning.bank_refused(steps, own, more, dice) == meaning.bank_refused(
        terms, total, points, dice
    )
    assert meaning.gained(steps, own, more) * STEP == meaning.gained(terms, total, points)
    fallen, count = meaning.after_farkle(terms, total, farkles)
    assert meaning.after_farkle(steps, own, farkles) == ((fallen - lowest) // STEP, count)
    assert meaning.begins_end(steps, own) == meaning.begins_end(terms, total)


@pytest.mark.parametrize(
    ("finish", "left"),
    [
        ("last-round", 3),  # every other player has one more turn
        ("equal-turns", 2),  # those who come after the second of four
        ("immediate", 0),
    ],
)
def test_how_many_turns_are_left_when_the_second_of_four_is_at_the_target(
    finish: str, left: int
) -> None:
    terms = Rules.load("basic", finish=finish).terms
    following = meaning.next_player(terms, 4, 1, 1)
    assert meaning.turns_left(terms, 4, following, 1) == left
    assert meaning.has_last_round(terms) == (left > 0)


@njit
def all_of_it(
    terms: Terms, total: int, points: int, dice: int, farkles: int, starter: int, totals: Any
) -> Any:
    """Every function that compiled loops use."""
    return (
        compiled.bank_refused(terms, total, points, dice),
        compiled.gained(terms, total, points),
        compiled.least_gain(terms, total),
        compiled.hot_dice_bank(terms),
        compiled.hot_dice_roll(terms),
        compiled.after_farkle(terms, total, farkles),
        compiled.begins_end(terms, total),
        compiled.next_player(terms, len(totals), 1, starter),
        compiled.leader(totals, 2),
        compiled.has_won(terms, totals, 2, 0),
        compiled.has_won(terms, totals, 2, 1),
    )


@given(TERMS, TOTALS, POINTS, st.integers(0, 10), st.integers(0, 2), st.integers(-1, 2), TOTALS)
def test_compiled_it_is_the_same(
    terms: Terms, total: int, points: int, dice: int, farkles: int, starter: int, other: int
) -> None:
    given = (terms, total, points, dice, farkles, starter, (total, other, 100))
    assert all_of_it(*given) == all_of_it.py_func(*given)
