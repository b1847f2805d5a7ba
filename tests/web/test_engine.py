"""The browser's engine is a second one: the same vectors are played through it and `State`.

A vector is rules, totals to begin with, and moves that somebody tries, legal or not; an engine
answers each with the position after it, or with the code of its refusal.
"""

import random
from collections import Counter
from functools import cache
from typing import Any

from support.browser_engine import Move, Vector, answered, told
from support.needed import needed
from support.node import NODE, javascript
from support.spellings import ALIKE, SCORING
from support.strategies import toml

from hotdice import IllegalAction, Keep, Rules, State
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.game.position import PositionError
from hotdice.rules.check import problems
from hotdice.rules.files import preset_names
from hotdice.rules.rules import NO_AIM

pytestmark = needed(NODE, "node", "tests of the browser's engine are")

MOVES = 60  # that are tried in one game,
AFTERWARDS = 3  # and when it is over
RULES = 90  # random ones, times the counts of this run,
GAMES = 5  # under each of them
ILLEGAL = 0.25  # of all moves
REFUSALS = {
    "game/over", "roll/keep-first", "roll/number", "roll/face", "keep/no-roll", "keep/nothing",
    "keep/not-rolled", "keep/not-scoring", "bank/nothing", "bank/keep-first", "bank/minimum",
    "bank/hot-dice", "bank/entry", "bank/unconfirmed", "bank/taken-over", "take/nothing",
}  # fmt: skip
PATTERNS: dict[str, list[int | str]] = {
    "1": [100, 1], "5": [50, 5], "111": [1000], "2": [20], "aa": [60, "10a"], "aaa": ["100a", 300],
    "aaaa": ["150a+50", 1000], "aabb": ["10a+10b", 400], "aaabb": ["100a+50b"], "12345": [500],
    "aabbcc": [1000, 1500], "123456": [1500, 3000], "aaabbb": [2500], "666": [50], "none": [500],
    "aaaaaaa": [4000], "3344": [330],
}  # fmt: skip

OPTIONS: dict[str, list[Any]] = {
    "hot_dice_bonus": [1, 300], "wild": [1, 2, 3, 6], "weights": [[1, 1, 1, 1, 1, 3], [9] * 6],
    "rolls": [
        {"22": "farkle"}, {"aaa": "farkle", "12": "farkle"}, {"666": "win", "aa": "lose-total"},
        {"33": "lose-total", "3344": "win"}, {"1": "farkle", "11": "lose-total", "111": "win"},
    ],
    "finish": ["equal-turns"], "last_round": ["one-roll"], "overshoot": ["lose-turn", "welfare"],
    "rounds": [1, 2, 5], "piggyback": [True], "mercy": [True],
    "confirm": ["aaa", "aa", "1", "5", "111"],
}  # fmt: skip

EXTRAS = {"offer", "first", "spared", "rounds", "won"}


DIGESTS = """
const digests = given.map((rules) => new scoring.Rules(fields.plain(rules)).digest());
console.log(JSON.stringify(await Promise.all(digests)));
"""


def random_rules(luck: random.Random) -> Rules:
    """House rules that nobody has thought of."""
    while True:
        some = luck.sample(sorted(PATTERNS), luck.randint(1, 8))
        table: dict[str, Any] = {
            "name": "house",
            "dice": luck.randint(1, 8),
            "target": luck.choice([1, 50, 500, 1000, 3000]),
            "entry": luck.choice([0, 0, 50, 300, 600]),
            "keep": luck.choice(["any", "any", "all"]),
            "below_entry": luck.choice(["nothing", "refuse"]),
            "hot_dice": luck.choice(["may", "must", "end"]),
            "minimum": luck.choice([0, 0, 60, 300]),
            "tie": luck.choice(["first", "shared"]),
            "finish": luck.choice(["last-round", "immediate"]),
            "score": {pattern: luck.choice(PATTERNS[pattern]) for pattern in some},
        }
        if luck.random() < 0.6:
            table["penalty"] = {"farkles": luck.randint(1, 3), "points": luck.choice([1, 75, 500])}
            if luck.random() < 0.7:
                table["penalty"]["floor"] = luck.choice([0, -100, 200])
        for option, choices in OPTIONS.items():
            if luck.random() < 0.3:
                table[option] = luck.choice(choices)
        if "rounds" in table:
            table = {field: value for field, value in table.items() if field not in NO_AIM}
        if not problems(table):
            return Rules.parse(toml(table))


@cache
def some_rules(count: int) -> list[Rules]:
    """The same random rules for all tests, as it takes long to find them."""
    luck = random.Random(20)
    return [random_rules(luck) for _ in range(count)]


def legal_move(state: State, luck: random.Random) -> Move:
    """Something that a player may do, or a turn that goes by."""
    if luck.random() < 0.03 or not state.actions():
        return "pass", []
    action = luck.choice(state.actions())
    if isinstance(action, Keep):
        return "keep", luck.sample(action.dice, len(action.dice))
    if action == BANK:
        return "bank", []
    if action == TAKE:
        return "take", []
    assert action == ROLL
    return "roll", [luck.randint(1, 6) for _ in range(state.dice)]


def any_move(state: State, luck: random.Random) -> Move:
    """Something that a player may try; a bank where another roll has to score first."""
    if state.extras.roll_first and luck.random() < 0.7:
        return "bank", []
    match luck.randrange(7):
        case 0 | 1:
            return "bank", []
        case 6:
            return "take", []
        case 2:
            return "roll", [luck.randint(0, 7) for _ in range(state.dice)]
        case 3:
            return "roll", [luck.randint(1, 6) for _ in range(luck.randint(0, 9))]
        case 4:
            return "keep", luck.sample(state.rolled, luck.randint(0, len(state.rolled)))
        case _:
            return "keep", [luck.randint(1, 6) for _ in range(luck.randint(0, 3))]


def moved(state: State, move: Move) -> State:
    """The state after a move."""
    kind, dice = move
    match kind:
        case "roll":
            return state.roll(dice)
        case "keep":
            return state.keep(dice)
        case "bank":
            return state.bank()
        case "take":
            return state.take()
        case _:
            return state.pass_on()


def vector(rules: Rules, luck: random.Random) -> tuple[Vector, list[Any]]:
    """Moves of one game, and what `State` answers."""
    players, target = luck.randint(1, 4), rules.target
    totals = [luck.choice([0, 0, target // 2, target - 1]) for _ in range(players)]
    beginner = luck.randrange(players)
    try:
        state = State.start(rules, totals=totals, beginner=beginner)
    except PositionError:  # a head start from which an exact target can be missed for good
        totals = [0] * players
        state = State.start(rules, totals=totals, beginner=beginner)
    moves: list[Move] = []
    found: list[Any] = []
    while len(moves) < MOVES and found[-AFTERWARDS:] != ["game/over"] * AFTERWARDS:
        move = (any_move if luck.random() < ILLEGAL else legal_move)(state, luck)
        moves.append(move)
        try:
            state = moved(state, move)
            found.append(told(state))
        except IllegalAction as error:
            found.append(error.code)
    given = {"rules": rules.table(), "totals": totals, "beginner": beginner, "moves": moves}
    return given, found


def met(answer: Any) -> list[str]:
    """What an answer shows an example of."""
    if isinstance(answer, str):
        return [answer]
    extras = [name for name in EXTRAS if answer[name]]
    return [*extras, "over" if answer["over"] else "played"]


def test_random_rules_vary_every_option() -> None:
    same = {*Rules.__struct_fields__} - {"name", "title"}
    one = random_rules(random.Random(0))
    for seed in range(1, 1000):
        other = random_rules(random.Random(seed))
        same = {option for option in same if getattr(one, option) == getattr(other, option)}
        if not same:
            return
    raise AssertionError(f"random_rules() never varies {same}")


def test_both_engines_answer_the_same(count: int) -> None:
    luck = random.Random(20)
    some = [Rules.load(name) for name in preset_names()]
    some += [Rules.load(name, target=500) for name in preset_names() for _ in range(3)]
    some += some_rules(RULES * count)
    vectors = [vector(rules, luck) for rules in some for _ in range(GAMES)]
    answers = answered([given for given, _ in vectors])
    seen: Counter[str] = Counter()
    for (given, ours), theirs in zip(vectors, answers, strict=True):
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            before = ours[number - 1] if number else None
            assert other == one, (given["rules"], before, given["moves"][number])
            seen.update(met(one))
    assert set(seen) >= REFUSALS | EXTRAS
    assert seen["played"] > 10 * len(vectors)
    assert seen["over"] > len(vectors) // 4


def test_digests_are_those_of_python() -> None:
    every = [Rules.load(name) for name in preset_names()]
    every += [Rules.load("basic", score=SCORING, **one) for pair in ALIKE for one in pair]
    every += some_rules(RULES)
    found = javascript(
        DIGESTS,
        [rules.table() for rules in every],
        fields="engine/rules_fields.js",
        scoring="engine/scoring.js",
    )
    assert found == [rules.digest for rules in every]
