"""Games move for move: the package's `State` beside the slow referee, and golden scenarios on both.

Where the documents say nothing, the tests say nothing: whose turn it is and how many dice there are
once a game is over is not compared.
"""

import os
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, find, given, reject, settings
from hypothesis import strategies as st
from support.side_by_side import (
    Step,
    act,
    act_slowly,
    check,
    compare,
    kinds,
    refuse,
    taken,
)
from support.slow import DEFAULTS, PRESETS, Referee, field, lines
from support.strategies import games, house_games, rolls, starts, toml

from hotdice import Rules, RulesError, State

ACTIONS = 105 if os.environ.get("HOTDICE_LONG") == "1" else 35  # under each random rules

NOTHING = [2, 2, 3, 3, 4, 6]
ALL_SIX = [1, 1, 1, 5, 5, 5]

# What the golden file leaves out: each case is a preset with changes, steps, and what must be so.
MORE: dict[str, tuple[str, dict[str, Any], list[int], list[Step], dict[str, Any]]] = {
    "third-farkle-goes-below-zero": (
        "facebook",
        {},
        [0],
        [["roll", NOTHING], ["roll", NOTHING], ["roll", NOTHING]],
        {"totals": [-500], "farkles": [0], "over": False},
    ),
    "two-farkles-are-counted": (
        "facebook",
        {},
        [0, 700],
        [["roll", NOTHING], ["roll", NOTHING], ["roll", NOTHING]],
        {"totals": [0, 700], "farkles": [2, 1], "player": 1},
    ),
    "a-bank-ends-the-row-of-farkles": (
        "facebook",
        {},
        [0],
        [
            ["roll", NOTHING],
            ["roll", NOTHING],
            ["roll", [3, 3, 3, 2, 4, 6]],
            ["keep", [3, 3, 3]],
            ["bank"],
            ["roll", NOTHING],
        ],
        {"totals": [300], "farkles": [1]},
    ),
    "a-bank-of-nothing-ends-the-row-too": (
        "three-pair",
        {"penalty": {"farkles": 2, "points": 500}},
        [0],
        [
            ["roll", NOTHING],
            ["roll", [1, 2, 3, 4, 4, 6]],
            ["keep", [1]],
            ["bank"],
            ["roll", NOTHING],
        ],
        {"totals": [0], "farkles": [1]},
    ),
    "no-penalty-no-count": ("basic", {}, [0], [["roll", NOTHING]], {"farkles": [0]}),
    "the-floor-holds": (
        "basic",
        {"penalty": {"farkles": 1, "points": 500, "floor": 0}},
        [300, 900],
        [["roll", NOTHING], ["roll", NOTHING]],
        {"totals": [0, 400]},
    ),
    "the-floor-lifts-nobody": (
        "basic",
        {"penalty": {"farkles": 1, "points": 500, "floor": 200}},
        [100, 900, 600],
        [["roll", NOTHING], ["roll", NOTHING], ["roll", NOTHING]],
        {"totals": [100, 400, 200]},
    ),
    "off-the-board-again": (
        "three-pair",
        {"penalty": {"farkles": 1, "points": 600}},
        [600, 700],
        [
            ["roll", NOTHING],
            ["roll", NOTHING],
            ["roll", [4, 4, 4, 5, 2, 3]],
            ["keep", [4, 4, 4, 5]],
            ["bank"],
            ["roll", [4, 4, 4, 5, 2, 3]],
            ["keep", [4, 4, 4, 5]],
            ["bank"],
        ],
        {"totals": [0, 550], "player": 0},
    ),
    "below-the-minimum": (
        "facebook",
        {},
        [9900, 0],
        [["roll", [1, 2, 3, 3, 4, 6]], ["keep", [1]], ["illegal", ["bank"], "100 is not 300"]],
        {"totals": [9900, 0], "turn": 100, "dice": 5, "player": 0},
    ),
    "exactly-the-minimum": (
        "zilch",
        {},
        [0, 0],
        [["roll", [3, 3, 3, 2, 4, 6]], ["keep", [3, 3, 3]], ["bank"]],
        {"totals": [300, 0], "player": 1},
    ),
    "hot-dice-bank-by-themselves": (
        "basic",
        {"hot_dice": "end"},
        [0, 0],
        [["roll", ALL_SIX], ["keep", ALL_SIX]],
        {"totals": [1500, 0], "player": 1, "turn": 0, "dice": 6},
    ),
    "hot-dice-end-below-entry": (
        "basic",
        {"hot_dice": "end", "entry": 1600},
        [0, 1600],
        [["roll", ALL_SIX], ["keep", ALL_SIX], ["roll", ALL_SIX], ["keep", ALL_SIX]],
        {"totals": [0, 3100], "player": 0},
    ),
    "hot-dice-end-below-minimum": (
        "basic",
        {"hot_dice": "end", "minimum": 1600},
        [5000, 0],
        [["roll", ALL_SIX], ["keep", ALL_SIX]],
        {"totals": [5000, 0], "player": 1},
    ),
    "hot-dice-end-can-win": (
        "basic",
        {"hot_dice": "end", "finish": "immediate"},
        [9000, 0],
        [["roll", ALL_SIX], ["keep", ALL_SIX]],
        {"totals": [10500, 0], "over": True, "winners": [0], "turn": 0},
    ),
    "must-roll-where-all-dice-go": (
        "greed",
        {"hot_dice": "must"},
        [0, 0],
        [["roll", [1, 1, 1, 5, 5]], ["illegal", ["bank"], "roll once more"]],
        {"turn": 1100, "dice": 5, "player": 0},
    ),
    "first-to-bank-the-target": (
        "kingdom",
        {},
        [3950, 3900],
        [["roll", [5, 2, 3, 3, 4, 6]], ["keep", [5]], ["bank"]],
        {"totals": [4000, 3900], "over": True, "winners": [0], "final": False},
    ),
    "nothing-at-all-is-something": (
        "zilch",
        {},
        [0, 0],
        [["roll", NOTHING], ["illegal", ["keep", [2, 2]], "all or none"], ["keep", NOTHING]],
        {"turn": 500, "dice": 6, "player": 0},
    ),
    "one-player-plays-until-the-target": (
        "basic",
        {},
        [9950],
        [["roll", NOTHING], ["roll", [5, 2, 3, 4, 4, 6]], ["keep", [5]], ["bank"]],
        {"totals": [10000], "over": True, "winners": [0], "final": False},
    ),
    "no-bank-before-a-roll": (
        "basic",
        {},
        [500, 0],
        [["illegal", ["bank"], "roll first"], ["illegal", ["keep", [1]], "roll first"]],
        {"totals": [500, 0], "player": 0},
    ),
    "earliest-of-the-highest-wins": (
        "basic",
        {},
        [9000, 9950, 9000],
        [
            ["roll", NOTHING],
            ["roll", [5, 2, 3, 4, 4, 6]],
            ["keep", [5]],
            ["bank"],
            ["roll", [1, 1, 1, 5, 2, 3]],
            ["keep", [1, 1, 1, 5]],
            ["bank"],
            ["roll", [1, 1, 1, 5, 2, 3]],
            ["keep", [1, 1, 1, 5]],
            ["bank"],
        ],
        {"totals": [10050, 10000, 10050], "over": True, "winners": [2], "final": False},
    ),
    "highest-share-in-seat-order": (
        "basic",
        {"tie": "shared"},
        [9000, 9950, 9000],
        [
            ["roll", NOTHING],
            ["roll", [5, 2, 3, 4, 4, 6]],
            ["keep", [5]],
            ["bank"],
            ["roll", [1, 1, 1, 5, 2, 3]],
            ["keep", [1, 1, 1, 5]],
            ["bank"],
            ["roll", [1, 1, 1, 5, 2, 3]],
            ["keep", [1, 1, 1, 5]],
            ["bank"],
        ],
        {"totals": [10050, 10000, 10050], "over": True, "winners": [0, 2]},
    ),
    "pig-rolls-its-one-die-again": (
        "pig",
        {},
        [0, 0],
        [["roll", [6]], ["keep", [6]], ["roll", [4]], ["keep", [4]], ["bank"], ["roll", [1]]],
        {"totals": [10, 0], "player": 0, "dice": 1},
    ),
}


@pytest.mark.parametrize("case", lines("scenarios.jsonl"), ids=lambda case: case["id"])
def test_golden_scenarios(case: dict[str, Any]) -> None:
    check(Rules.load(case["rules"]), PRESETS[case["rules"]], case["start"], case)


@pytest.mark.parametrize("name", MORE)
def test_more_scenarios(name: str) -> None:
    preset, changes, start, steps, expect = MORE[name]
    table = {**PRESETS[preset], **changes, "name": "house"}
    del table["farkle"]
    check(Rules.parse(toml(table)), table, start, {"steps": steps, "expect": expect})


def parsed(table: dict[str, Any]) -> Rules:
    """The rules, unless the package finds that they contradict themselves."""
    try:
        return Rules.parse(toml(table))
    except RulesError:
        reject()


def begin(rules: Rules, table: dict[str, Any], totals: tuple[int, ...]) -> tuple[State, Referee]:
    state = State.start(rules, players=len(totals), totals=totals)
    return state, Referee(table, totals)


@given(data=st.data(), table=st.one_of(games(), house_games()))
def test_random_games_of_random_rules(data: st.DataObject, table: dict[str, Any]) -> None:
    """2,000 actions under 60 rules, or 100,000 under 1,000; after each game comes another one."""
    rules = parsed(table)
    one = st.tuples(st.integers(0, 63), rolls(6, 6))
    moves = data.draw(st.lists(one, min_size=ACTIONS, max_size=ACTIONS), "moves")
    totals = data.draw(starts(field(table, "target")), "totals")
    state, referee = begin(rules, table, totals)
    for choice, dice in moves:
        legal = compare(state, referee)
        refuse(state, referee, legal)
        if referee.over:
            state, referee = begin(rules, table, totals)
            continue
        verb, kept = sorted(legal)[choice % len(legal)]
        step: Step = [verb]
        if verb in ("roll", "keep"):
            step.append(list(kept) or dice[: referee.dice])
        after, earlier = taken(state, step), referee.copy()
        state = after.after
        act_slowly(referee, step)
        assert [event.kind for event in after.events] == kinds(earlier, referee, step)
        assert State.parse(str(state), rules) == state
    compare(state, referee)


def test_random_rules_vary_every_option() -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(Rules)}
    assert fields == {"name", "title", "score", *DEFAULTS}
    quick = settings(phases=[Phase.generate], max_examples=1000)
    for name in DEFAULTS:
        find(house_games(), partial(is_unusual, name), settings=quick)


def is_unusual(name: str, table: dict[str, Any]) -> bool:
    return bool(field(table, name) != DEFAULTS[name])


@given(
    tie=st.sampled_from(("shared", "first")),
    start=st.lists(st.sampled_from((700, 800, 900)), min_size=2, max_size=4),
    turns=st.lists(st.integers(0, 3), min_size=12, max_size=12),
)
def test_endings(tie: str, start: list[int], turns: list[int]) -> None:
    """Each turn is worth 0 to 300, close to the target: most games end, and many with a tie."""
    table = {**PRESETS["basic"], "name": "house", "target": 1000, "tie": tie}
    del table["farkle"]
    state = State.start(Rules.parse(toml(table)), players=len(start), totals=tuple(start))
    referee = Referee(table, start)
    turn: list[list[Step]] = [
        [["roll", NOTHING]],
        [["roll", [1, 2, 3, 4, 4, 6]], ["keep", [1]], ["bank"]],
        [["roll", [2, 2, 2, 3, 4, 6]], ["keep", [2, 2, 2]], ["bank"]],
        [["roll", [3, 3, 3, 2, 4, 6]], ["keep", [3, 3, 3]], ["bank"]],
    ]
    for hundreds in turns:
        if referee.over:
            break
        for step in turn[hundreds]:
            state = act(state, step)
            act_slowly(referee, step)
            compare(state, referee)
