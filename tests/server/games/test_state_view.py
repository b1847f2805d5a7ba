"""What a page can say of a keep before it is made."""

from typing import Any

import pytest
from msgspec import to_builtins

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.server.games.state_view import state_view

FARKLE = {str(dice): "1/2" for dice in range(1, 7)}


@pytest.mark.parametrize(
    ("rules", "roll", "kept", "told"),
    [
        ("basic", [1, 1, 1, 5, 2, 3], [1, 1, 1], (1000, 3, 1000, None)),
        ("basic", [1, 1, 1, 5, 2, 3], [5], (50, 5, 50, None)),
        ("thousand", [1, 1, 2, 3, 4, 6], [1], (100, 5, 0, "bank/entry")),
        ("thousand", [1, 1, 1, 5, 5, 5], [1, 1, 1, 5, 5, 5], (1500, 0, 1500, "bank/hot-dice")),
        ("basic+hot_dice=end", [1, 1, 1, 5, 5, 5], [1, 1, 1, 5, 5, 5], (1500, 0, 1500, None)),
        ("basic+entry=500", [1, 1, 2, 3, 4, 6], [1, 1], (200, 4, 0, None)),
    ],
)
def test_a_keep_tells_what_banking_after_it_adds(
    rules: str, roll: list[int], kept: list[int], told: tuple[int, int, int, str | None]
) -> None:
    state = State.start(Rules.load(rules)).roll(roll)
    keeps = {keep.dice: keep for keep in state_view(state, tuple(roll), FARKLE).keeps}
    found = keeps[tuple(kept)]
    assert (found.points, found.left, found.gain, found.bank_refused) == told


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("basic 0,0 p1 t200 d4", (None, None)),
        ("basic+entry=500 0,0 p1 t200 d4", ("entry", None)),
        ("basic+entry=500 50,0 p1 t200 d4", (None, None)),
        ("thousand 0,0 p1 t200 d4", ("entry", None)),  # refused, and it would record nothing
        ("basic+minimum=300 0,0 p1 t200 d4", ("minimum", None)),
        ("basic+minimum=300+entry=500 0,0 p1 t200 d4", ("entry", None)),
        ("basic+overshoot=lose-turn 9900,0 p1 t200 d4", ("target", None)),
        ("basic+overshoot=lose-turn 9800,0 p1 t200 d4", (None, None)),
        ("basic+overshoot=welfare 9900,0 p1 t200 d4", ("target", {"player": 1, "points": 200})),
        ("basic+overshoot=welfare 9900,9900 p1 t200 d4", ("target", None)),
    ],
)
def test_a_bank_that_records_nothing_says_why(
    position: str, told: tuple[str | None, dict[str, int] | None]
) -> None:
    found: dict[str, Any] = to_builtins(state_view(State.parse(position), (), FARKLE))
    assert (found.get("unrecorded"), found.get("given")) == told


def test_a_keep_that_records_nothing_says_who_gets_it() -> None:
    rules = Rules.load("basic+overshoot=welfare+hot_dice=end")
    state = State.start(rules, totals=[9900, 300]).roll([1, 1, 1, 5, 5, 5])
    best = state_view(state, (1, 1, 1, 5, 5, 5), FARKLE).keeps[0]
    assert best.dice == (1, 1, 1, 5, 5, 5)
    assert to_builtins(best)["given"] == {"player": 1, "points": best.points}


EXTRAS = ("offer", "roll_first", "spared", "round")
BAG = "basic+piggyback=true+mercy=true+confirm=aaa"


def extras(position: str) -> dict[str, Any]:
    """The fields of the view that only some rules need."""
    state = State.parse(position)
    found: dict[str, Any] = to_builtins(state_view(state, (), FARKLE))
    return {field: found[field] for field in EXTRAS if field in found}


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("basic 0,0 p1 t0 d6", {}),
        ("basic+mercy=true 0,0 p1 t0 d6", {"spared": False}),
        ("basic+mercy=true 0,0 p1 t0 d6 m", {"spared": True}),
        ("basic+rounds=10 0,0 p1 t0 d6 n3", {"round": 3}),
        ("basic+confirm=aaa 0,0 p1 t200 d3 u", {"roll_first": "unconfirmed"}),
        ("basic+confirm=aaa 0,0 p1 t200 d3", {"roll_first": None}),
        (
            f"{BAG} 1000,0 p2 t0 d6 o1000:3",
            {"offer": {"points": 1000, "dice": 3}, "roll_first": None, "spared": False},
        ),
        (
            f"{BAG} 1000,0 p2 t1000 d3 v",
            {"offer": None, "roll_first": "taken-over", "spared": False},
        ),
    ],
)
def test_what_only_some_rules_need_is_there_under_these_alone(
    position: str, told: dict[str, Any]
) -> None:
    assert extras(position) == told
