"""Games move for move: the package's `State` beside the slow referee, and golden scenarios on both.

Where the documents say nothing, the tests say nothing: whose turn it is and how many dice there are
once a game is over is not compared.
"""

from itertools import combinations
from typing import Any, TypeAlias

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from support.slow import PRESETS, Referee, Refused, field, lines
from support.strategies import games, rolls, starts, toml

from hotdice import Bank, IllegalAction, Keep, Roll, Rules, RulesError, State

Move: TypeAlias = tuple[str, tuple[int, ...]]
Step: TypeAlias = list[Any]

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


def act(state: State, step: Step) -> State:
    """The state after one step; an illegal one must be refused and leave everything as it was."""
    verb, *rest = step
    if verb == "roll":
        return state.roll(rest[0])
    if verb == "keep":
        return state.keep(rest[0])
    if verb == "bank":
        return state.bank()
    before = seen(state)
    with pytest.raises(IllegalAction):
        act(state, rest[0])
    assert seen(state) == before
    return state


def act_slowly(game: Referee, step: Step) -> None:
    verb, *rest = step
    if verb == "roll":
        game.roll(rest[0])
    elif verb == "keep":
        game.keep(rest[0])
    elif verb == "bank":
        game.bank()
    else:
        with pytest.raises(Refused):
            act_slowly(game, rest[0])


def seen(game: State | Referee) -> dict[str, Any]:
    """What a scenario can ask about a game, under the names it uses."""
    return {
        "player": game.player,
        "totals": list(game.totals),
        "turn": game.turn_points,
        "dice": game.dice,
        "rolled": list(game.rolled),
        "farkles": list(game.farkles),
        "final": game.last_round,
        "over": game.over,
        "winners": list(game.winners),
    }


def check(rules: Rules, table: dict[str, Any], start: list[int], case: dict[str, Any]) -> None:
    """Play the steps on both sides, and compare with what is expected."""
    state = State.start(rules, players=len(start), totals=tuple(start))
    referee = Referee(table, start)
    for step in case["steps"]:
        state = act(state, step)
        act_slowly(referee, step)
        compare(state, referee)
    for game in (state, referee):
        found = seen(game)
        assert {name: found[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", lines("scenarios.jsonl"), ids=lambda case: case["id"])
def test_golden_scenarios(case: dict[str, Any]) -> None:
    check(Rules.load(case["rules"]), PRESETS[case["rules"]], case["start"], case)


@pytest.mark.parametrize("name", MORE)
def test_more_scenarios(name: str) -> None:
    preset, changes, start, steps, expect = MORE[name]
    table = {**PRESETS[preset], **changes, "name": "house"}
    del table["farkle"]
    check(Rules.parse(toml(table)), table, start, {"steps": steps, "expect": expect})


def allowed(game: Referee) -> set[Move]:
    """What the referee lets through, by trying everything on a copy."""
    tries: list[Move] = [("bank", ()), ("roll", (1,) * game.dice)]
    for size in range(1, len(game.rolled) + 1):
        tries += [("keep", dice) for dice in sorted(set(combinations(game.rolled, size)))]
    found: set[Move] = set()
    for verb, dice in tries:
        try:
            act_slowly(game.copy(), [verb, dice])
        except Refused:
            continue
        found.add((verb, dice if verb == "keep" else ()))
    return found


def offered(state: State) -> set[Move]:
    """What the state says is legal, each once."""
    found: list[Move] = []
    for action in state.actions():
        if isinstance(action, Keep):
            found.append(("keep", tuple(sorted(action.dice))))
        elif isinstance(action, Bank):
            found.append(("bank", ()))
        else:
            assert isinstance(action, Roll)
            found.append(("roll", ()))
    assert len(found) == len(set(found))
    return set(found)


def compare(state: State, referee: Referee) -> set[Move]:
    """Both tell the same story and allow the same moves: these."""
    left, right = seen(state), seen(referee)
    if referee.over:
        for silent in ("player", "dice"):
            del left[silent], right[silent]
    assert left == right
    legal = allowed(referee)
    assert offered(state) == legal
    return legal


def refuse(state: State, referee: Referee, legal: set[Move]) -> None:
    """Calls that can never be right, and those that are wrong just now."""
    wrong: list[Step] = [
        ["roll", [1] * (referee.dice + 1)],
        ["roll", [1] * (referee.dice - 1)],
        ["roll", [7] * referee.dice],
        ["roll", [0] * referee.dice],
        ["keep", []],
        ["keep", [7]],
    ]
    if ("bank", ()) not in legal:
        wrong.append(["bank"])
    if ("roll", ()) not in legal:
        wrong.append(["roll", [1] * referee.dice])
    if ("keep", referee.rolled) not in legal:
        wrong.append(["keep", list(referee.rolled)])
    for step in wrong:
        act(state, ["illegal", step])
        act_slowly(referee, ["illegal", step])


def parsed(table: dict[str, Any]) -> Rules:
    """The rules, unless the package finds that they contradict themselves."""
    try:
        return Rules.parse(toml(table))
    except RulesError:
        reject()


@settings(deadline=None)
@given(
    data=st.data(),
    table=games(),
    moves=st.lists(st.tuples(st.integers(0, 63), rolls(6, 6)), min_size=30, max_size=60),
)
def test_random_games_of_random_rules(
    data: st.DataObject, table: dict[str, Any], moves: list[tuple[int, list[int]]]
) -> None:
    rules = parsed(table)
    totals = data.draw(starts(field(table, "target")), "totals")
    state = State.start(rules, players=len(totals), totals=totals)
    referee = Referee(table, totals)
    for choice, dice in moves:
        legal = compare(state, referee)
        refuse(state, referee, legal)
        if referee.over:
            break
        verb, kept = sorted(legal)[choice % len(legal)]
        step: Step = [verb]
        if verb != "bank":
            step.append(list(kept) or dice[: referee.dice])
        state = act(state, step)
        act_slowly(referee, step)
    compare(state, referee)


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
