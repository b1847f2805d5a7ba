"""Which positions there are: those that play comes to, and no others."""

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.strategies import toml

from hotdice import Keep, PositionError, Rules, RulesError, State

FACES = range(1, 7)
MOST = 36  # turn points that are looked at, under rules with scores of a few points

Table = tuple[int, int, tuple[int, ...]]  # turn points, dice and the roll that lies there


@st.composite
def small_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Rules with few dice and few points, so that every turn can be played."""
    patterns = ["1", "2", "5", "11", "13", "456", "1111", "a", "aa", "ab", "aab", "aaa", "aabb"]
    chosen = draw(st.lists(st.sampled_from(patterns), unique=True, min_size=1, max_size=4))
    score: dict[str, Any] = {pattern: draw(st.integers(1, 9)) for pattern in chosen}
    if "aa" in score and draw(st.booleans()):
        score["aa"] = f"{draw(st.integers(1, 3))}a+2"
    if draw(st.integers(0, 2)) == 0:
        score["none"] = draw(st.integers(1, 20))
    return {
        "name": "house",
        "dice": draw(st.integers(1, 4)),
        "target": draw(st.integers(1, 40)),
        "entry": draw(st.sampled_from((0, 0, 12))),
        "keep": draw(st.sampled_from(("any", "all"))),
        "hot_dice": draw(st.sampled_from(("may", "must", "end"))),
        "minimum": draw(st.sampled_from((0, 0, 7))),
        "finish": draw(st.sampled_from(("last-round", "immediate"))),
        "score": score,
    }


def played(start: State) -> set[Table]:
    """All that can lie on the table in one turn, by playing it in every way."""
    found: set[Table] = {(0, start.dice, ())}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state.rolled:
            after = [state.keep(keep.dice) for keep in state.actions() if isinstance(keep, Keep)]
        else:
            rolls = combinations_with_replacement(FACES, state.dice)
            after = [state.roll(roll) for roll in rolls]
        for each in after:
            over = each.fresh or each.player != start.player or each.totals != start.totals
            table = (each.turn_points, each.dice, each.rolled)
            if not over and each.turn_points <= MOST and table not in found:
                found.add(table)
                waiting.append(each)
    return found


def accepted(rules: Rules, seats: str, points: int, dice: int, roll: tuple[int, ...] = ()) -> bool:
    lies = " r" + "".join(map(str, roll)) if roll else ""
    try:
        state = State.parse(f"{rules.name} {seats} t{points} d{dice}{lies}", rules)
    except PositionError:
        return False
    assert (state.turn_points, state.dice, state.rolled) == (points, dice, roll)
    return True


@given(table=small_tables(), rolled_at=st.sets(st.integers(0, MOST), max_size=4))
def test_the_positions_are_those_that_play_comes_to(
    table: dict[str, Any], rolled_at: set[int]
) -> None:
    try:
        rules = Rules.parse(toml(table))
    except RulesError:
        assume(False)
    begin = "0,0 p1"
    there = played(State.parse(f"house {begin} t0 d{rules.dice}", rules))
    for points in range(MOST + 1):
        for dice in FACES:
            found = accepted(rules, begin, points, dice)
            assert found == ((points, dice, ()) in there), (points, dice)
    for points in rolled_at:
        for dice in range(1, rules.dice + 1):
            for roll in combinations_with_replacement(FACES, dice):
                found = accepted(rules, begin, points, dice, roll)
                assert found == ((points, dice, roll) in there), (points, dice, roll)


NINE_DIGITS = 999_999_999


# Of ten dice 1s bring 7 and 2s bring 11: n dice kept in all bring 7a + 11b points with a + b = n,
# and n % 10 of them are of the last set. 70 more 2s for 110 fewer 1s change nothing.
def sums(points: int, dice: int) -> bool:
    tries = range(min(points // 11, 700) + 1)
    counts = {(points - 11 * twos) // 7 + twos for twos in tries if (points - 11 * twos) % 7 == 0}
    return any(count % 10 == (10 - dice) % 10 for count in counts)


@cache
def ten_dice(keep: str) -> Rules:
    """Rules that find out once which points there are."""
    return Rules.parse(f'name = "ten"\ndice = 10\nkeep = "{keep}"\n[score]\n1 = 7\n2 = 11\n')


@pytest.mark.parametrize("keep", ["any", "all"])
@pytest.mark.parametrize("dice", range(1, 11))
@pytest.mark.parametrize("first", [0, 650, 9900, 1_000_000, 20_000_000, NINE_DIGITS - 150])
def test_ten_dice_and_points_of_any_size(keep: str, dice: int, first: int) -> None:
    rules = ten_dice(keep)
    for points in range(first, first + 150):
        right = sums(points, dice)
        if points == 0:
            right = dice == 10  # a turn begins with all the dice
        assert accepted(rules, "0,0 p1", points, dice) == right, points


@pytest.mark.parametrize(
    ("position", "code", "sentence"),
    [
        (
            "greed 0,0 p1 t175 d2",
            "position/turn-points",
            "t175 is not possible with d2: no turn of greed comes to it; nearest: t150, t200",
        ),
        (
            "basic 0,0 p1 t7 d3",
            "position/turn-points",
            "t7 is not possible with d3: no turn of basic comes to it; nearest: t150",
        ),
        (  # five singles are 250 at least
            "basic 0,0 p1 t200 d1",
            "position/turn-points",
            "t200 is not possible with d1: no turn of basic comes to it; nearest: t250",
        ),
        (  # the turn was banked by itself
            "basic+hot_dice=end 0,0 p1 t300 d6",
            "position/turn-points",
            "t300 is not possible with d6: no turn of basic+hot_dice=end comes to it; nearest: t0",
        ),
        (
            "basic 0,0 p1 t100 d3 r115",
            "position/turn-points",
            "t100 is not possible with d3: no turn of basic comes to it; nearest: t150",
        ),
        (  # dice go in threes
            "basic+score.1=+score.5= 0,0 p1 t200 d4",
            "position/dice-left",
            (
                "d4 is not possible: no turn of basic+score.1=+score.5= leaves so many; "
                "possible: d3, d6"
            ),
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_could_be(
    position: str, code: str, sentence: str
) -> None:
    with pytest.raises(PositionError) as caught:
        State.parse(position)
    assert (caught.value.code, str(caught.value)) == (code, sentence)


@pytest.mark.parametrize(
    "position",
    [
        "greed 0,0 p1 t150 d2",  # three 5s, one by one
        "basic 0,0 p1 t150 d3",
        "basic 7,13 p1 t300 d6",  # a head start of any size, and hot dice
        "thousand 0,0 p1 t300 d6",
        "basic 0,0 p1 t12350 d1 r5",
    ],
)
def test_what_can_be_is_read(position: str) -> None:
    assert str(State.parse(position)) == position
