"""What rules mean: limits are where answers change, steps change nothing, and compiled is plain."""

from collections.abc import Callable
from functools import cache
from inspect import isfunction, signature
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotdice.rules import Rules, meaning
from hotdice.rules.terms import NO_FLOOR, OVERSHOOT, OVERSHOOT_COUNTS, Terms
from hotdice.solver.kernels.compiled import njit

STEP = 50
POINTS = st.integers(0, 30).map(lambda units: units * STEP)
TOTALS = st.integers(-20, 80).map(lambda units: units * STEP)
FLAG = st.integers(0, 1)
FIELDS = {
    "dice": st.integers(1, 10),
    "target": st.integers(1, 60).map(lambda units: units * STEP),
    "entry": POINTS,
    "minimum": POINTS,
    "refuse_below_entry": FLAG,
    "keep_all": FLAG,
    "hot_dice": st.integers(0, 2),
    "immediate": FLAG,
    "shared_ties": FLAG,
    "penalty_farkles": st.integers(1, 3),
    "penalty_points": POINTS,
    "floor": st.one_of(st.just(NO_FLOOR), TOTALS),
    "zero": st.just(0),
    "overshoot": st.just(OVERSHOOT_COUNTS),
    "equal_turns": FLAG,
    "one_roll": FLAG,
    "rounds": st.just(0),
    "mercy": FLAG,
    "piggyback": FLAG,
}
TERMS = st.builds(Terms, **FIELDS)
LIMITED = st.builds(
    Terms._replace,
    TERMS,
    overshoot=st.sampled_from(list(OVERSHOOT.values())),
    rounds=st.integers(0, 3),
)


def test_every_term_has_numbers_here() -> None:
    assert FIELDS.keys() == set(Terms._fields), "FIELDS needs numbers for each field of Terms"


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


@given(LIMITED, TOTALS, POINTS.map(lambda points: points + STEP))
def test_what_gains_nothing_has_a_reason(terms: Terms, total: int, points: int) -> None:
    recorded = meaning.unrecorded(terms, total, points) == meaning.ALLOWED
    assert recorded == (meaning.gained(terms, total, points) > 0)


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


FUNCTIONS = [each for each in vars(meaning).values() if isfunction(each)]


@cache
def compiled(function: Callable[..., Any]) -> Any:
    return njit(cache=True)(function)


@given(
    LIMITED,
    TOTALS,
    st.fixed_dictionaries(
        {
            "points": POINTS,
            "dice": st.integers(0, 10),
            "left": st.integers(0, 10),
            "farkles": st.integers(0, 2),
            "finished": st.integers(0, 3),
            "starter": st.integers(0, 2),
            "beginner": st.integers(0, 2),
        }
    ),
)
def test_compiled_it_is_the_same(terms: Terms, other: int, numbers: dict[str, int]) -> None:
    totals = (numbers["points"], other, 100)
    known = numbers | {
        "seats": 3,
        "seat": 0,
        "player": 1,
        "first": 2,
        "other": 1,
        "gain": numbers["points"],
    }
    for function in FUNCTIONS:
        given = {"terms": terms, "totals": totals, "total": other} | known
        missing = signature(function).parameters.keys() - given
        assert not missing, f"this test has to have a number for {missing} of {function.__name__}"
        given = {name: given[name] for name in signature(function).parameters}
        assert compiled(function)(*given.values()) == function(**given), function.__name__
