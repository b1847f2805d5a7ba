"""The options of house rules against known answers, and against a slow second opinion."""

import hmac
import json
from fractions import Fraction
from hashlib import sha256
from itertools import combinations_with_replacement
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support import slow
from support.side_by_side import Step, act, act_slowly, allowed, compare, kinds, taken
from support.strategies import tables, toml

from hotdice import Keep, Rules, RulesError, State
from hotdice.cli.score import score
from hotdice.game.driver import Throw
from hotdice.game.fair import FairDice
from hotdice.game.generator import roll, stream_key
from hotdice.game.position import PositionError
from hotdice.game.record import Record, parse
from hotdice.rules.check import FIELDS, OTHER_NAMES, problems
from hotdice.rules.outdone import outdone
from hotdice.solver import odds, solve

KNOWN = json.loads((slow.GOLDEN / "options.json").read_text("utf-8"))
LOADED = (1, 2, 3, 4, 5, 6, 6, 6)


def rules_of(table: dict[str, Any]) -> Rules:
    return Rules.parse(toml({"name": "house"} | table))


def name(known: dict[str, Any]) -> str:
    return f"{known['option']} {known.get('note', '')}".strip()


@pytest.mark.parametrize("known", KNOWN["values"], ids=name)
def test_the_solver_finds_the_known_values(known: dict[str, Any]) -> None:
    rules = rules_of(known["rules"])
    assert solve(rules).chances(State.start(rules))[0] == pytest.approx(
        float(known["value"]), abs=1e-11
    )
    if known["best_turn"] is not None:
        assert odds(rules).expected_turn == pytest.approx(known["best_turn"], abs=1e-8)


def begun(rules: Rules, begin: dict[str, Any]) -> State:
    """The position in which a scenario begins, by its line."""
    words = [rules.name, ",".join(map(str, begin["totals"])), f"p{begin.get('player', 0) + 1}"]
    words += ["t0", f"d{rules.dice}"]
    if "farkles" in begin:
        words.append("f" + ",".join(map(str, begin["farkles"])))
    if "starter" in begin:
        words.append(f"l{begin['starter'] + 1}")
    return State.parse(" ".join(words), rules)


def refereed(table: dict[str, Any], begin: dict[str, Any]) -> slow.Referee:
    referee = slow.Referee(table, begin["totals"], begin.get("player", 0), begin.get("starter"))
    referee.farkles = list(begin.get("farkles", referee.farkles))
    return referee


def step_of(written: dict[str, Any]) -> Step:
    """A step of a scenario as both sides take it."""
    (verb,) = written.keys() - {"after", "refused"}
    step = [verb] if written[verb] is True else [verb, written[verb]]
    return ["illegal", step] if "refused" in written else step


def told(state: State) -> dict[str, Any]:
    """What the scenarios say after each step."""
    return {
        "totals": list(state.totals),
        "player": None if state.over else state.player,
        "points": state.turn_points,
        "dice": state.dice,
        "rolled": list(state.rolled),
        "farkles": list(state.farkles),
        "offer": list(state.extras.offer) if state.extras.offer else None,
        "keeps": sorted(list(keep.dice) for keep in state.actions() if isinstance(keep, Keep)),
        "legal": []
        if state.rolled
        else [type(action).__name__.lower() for action in state.actions()],
        "over": state.over,
        "winners": list(state.winners),
    }


@pytest.mark.parametrize("known", KNOWN["scenarios"], ids=name)
def test_games_go_as_the_scenarios_say(known: dict[str, Any]) -> None:
    state = begun(rules_of(known["rules"]), known["begin"])
    referee = refereed(known["rules"], known["begin"])
    played = []
    for written in known["steps"]:
        earlier, step = referee.copy(), step_of(written)
        act_slowly(referee, step)
        if "refused" in written:
            state = act(state, step)
        else:
            played.append(taken(state, step))
            state = played[-1].after
            found = [event.kind for event in played[-1].events]
            assert found == kinds(earlier, referee, step)
        compare(state, referee)
        assert State.parse(str(state), state.rules) == state
        expected = dict(written["after"])
        if state.over:  # nobody rolls any more
            expected["dice"] = state.dice
        assert told(state) == expected
    if known["begin"].keys() == {"totals"}:  # as games do, and so records
        record = Record(played[0].before, ("Ann",) * len(state.totals)).having(*played)
        assert parse(record.text().encode()) == record


@pytest.mark.parametrize("known", KNOWN["distributions"], ids=lambda known: str(known["dice"]))
def test_weighted_dice_have_the_known_chances(known: dict[str, Any]) -> None:
    rules = Rules.load("basic", weights=known["weights"])
    chances = {outcome.dice: outcome.probability for outcome in rules.outcomes(known["dice"])}
    assert sum(chances.values()) == 1
    for dice, chance in known["chances"].items():
        assert chances[tuple(map(int, dice))] == Fraction(chance)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_every_roll_is_worth_what_the_slow_way_says(table: dict[str, Any]) -> None:
    if problems(table):
        return
    rules = rules_of(table)
    for count in range(1, min(rules.dice, 4) + 1):
        chances = slow.outcomes(table, count)
        for outcome in rules.outcomes(count):
            assert outcome.probability == chances[outcome.dice]
            found = [(keep.dice, keep.points, keep.left) for keep in rules.keeps(outcome.dice)]
            assert found == slow.keeps(table, outcome.dice)


def test_seeded_dice_with_weights_are_digits_of_another_base() -> None:
    """Of the fraction 0.d1d2d3… in base 8 each digit is a side."""
    key = stream_key(seed=1, game=0)
    even = roll(key, 0, 0, 0, 10)
    digits = [Fraction(face - 1, 6**place) for place, face in enumerate(even, 1)]
    fraction = sum(digits, Fraction())
    expected = []
    for _ in range(3):
        fraction *= 8
        expected.append(LOADED[int(fraction)])
        fraction -= int(fraction)
    assert roll(key, 0, 0, 0, 3, LOADED) == tuple(expected)


def test_equal_weights_are_the_usual_dice() -> None:
    usual, equal = Rules.load("basic"), Rules.load("basic", weights=[7] * 6)
    assert equal == usual
    assert equal.sides == usual.sides


def test_fair_dice_with_weights_skip_bytes_that_would_favour_a_side() -> None:
    """7 sides: the bytes from 252 on are skipped, so each side has 36 bytes of 252."""
    sides = (1, 2, 3, 4, 5, 6, 6)
    combined = sha256(bytes([0, 0, 0, 1, 0])).digest()
    for turn in range(50):
        place = combined + bytes(7) + bytes([turn]) + bytes(8)
        block = hmac.digest(bytes(32), place, "sha256")
        expected = [sides[byte % 7] for byte in block if byte < 252]
        throw = Throw(seat=0, turn=turn, roll=0, count=10, sides=sides)
        assert list(FairDice(bytes(32), combined).roll(throw)) == expected[:10]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("weights = [1, 2]", "rules/weights"),
        ("weights = [0, 1, 1, 1, 1, 1]", "rules/weights"),
        ("weights = [60, 1, 1, 1, 1, 1]", "rules/weights-sum"),
        ("wild = 7", "rules/number"),
        ("hot_dice_bonus = -1", "rules/number"),
        ("rolls = 3", "rules/rolls"),
        ('rolls = { 2222 = "sink" }', "rules/choice"),
        ('rolls = { none = "farkle" }', "pattern/none-decides"),
        ('rolls = { 2a = "farkle" }', "pattern/mixed"),
        ('rolls = { a = "farkle" }', "rules/all-decided"),
        ("toxic = true", "rules/unknown-field.near"),
        ('rolls = { 22 = "lose" }', "rules/choice"),
        ("rounds = 0", "rules/number"),
        ("mercy = 1", "rules/flag"),
        ('piggyback = "yes"', "rules/flag"),
        ('overshoot = "bust"', "rules/choice"),
        ('last_round = "none"', "rules/choice"),
        ('finish = "equal"', "rules/choice"),
        ("confirm = 111", "rules/confirm"),
        ('confirm = "none"', "rules/confirm"),
        ('confirm = "aaa"', "rules/confirm-idle"),
        ('confirm = "1"\nhot_dice = "end"', "rules/end-confirm"),
        ('confirm = "1"', "rules/never-confirmed"),
        ('confirm = "a"', "rules/never-confirmed"),
        ("rounds = 3\ntarget = 500", "rules/rounds-alone"),
        ('rounds = 3\nfinish = "immediate"', "rules/rounds-alone"),
        ('rounds = 3\novershoot = "welfare"', "rules/rounds-alone"),
        ('rounds = 3\nlast_round = "one-roll"', "rules/no-last-round"),
        ('finish = "immediate"\nlast_round = "one-roll"', "rules/no-last-round"),
        ('target = 950\novershoot = "lose-turn"', "rules/never-finishes"),
    ],
)
def test_mistakes_in_options_are_named(line: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(f'name = "house"\n{line}\n[score]\n1 = 100\n')
    assert [mistake.code for mistake in caught.value.mistakes] == [code]


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("toxic", "rolls"),
        ("toxic_twos", "rolls"),
        ("Instant-Win", "rolls"),
        ("steal", "piggyback"),
        ("carry_over", "piggyback"),
        ("straight", "score"),
        ("must_clear", "confirm"),
        ("exact", "overshoot"),
        ("turns", "rounds"),
        ("first_roll_free", "mercy"),
        ("last_chance", "last_round"),
        ("joker", "wild"),
        ("loaded", "weights"),
        ("bonus", "hot_dice_bonus"),
        ("opening", "entry"),
    ],
)
def test_other_names_of_an_option_name_its_field(field: str, meant: str) -> None:
    with pytest.raises(RulesError, match=f"did you mean {meant}"):
        Rules.parse(f'name = "house"\n{field} = 1\n[score]\n1 = 100\n')


SMALL_GAMES = st.fixed_dictionaries(
    {
        "name": st.just("house"),
        "dice": st.integers(1, 2),
        "target": st.integers(1, 12).map(lambda steps: 50 * steps),
        "entry": st.sampled_from((0, 0, 100, 200)),
        "minimum": st.sampled_from((0, 0, 100, 150)),
        "hot_dice": st.sampled_from(("may", "must", "end")),
        "keep": st.sampled_from(("any", "all")),
        "overshoot": st.just("lose-turn"),
        "score": st.dictionaries(
            st.sampled_from(("1", "2", "3", "aa", "12")),
            st.sampled_from((50, 100, 150, 200, 300)),
            min_size=1,
        ),
    },
    optional={"confirm": st.sampled_from(("1", "2", "aa"))},
)


def after_a_turn(table: dict[str, Any], total: int) -> set[int]:
    """Every total of one's own after a turn, by playing them all; turn points stop counting."""
    found, seen = set(), set()
    waiting = [slow.Referee(table, [total, 0])]
    while waiting:
        game = waiting.pop()
        place = (game.turn_points, game.dice, game.rolled, game.to_confirm)
        if game.over or game.player == 1:
            found.add(game.totals[0])
        elif game.turn_points <= table["target"] + 600 and place not in seen:
            seen.add(place)
            for verb, dice in allowed(game):
                rolls = slow.multisets(game.dice) if verb == "roll" else [dice]
                for roll in rolls:
                    waiting.append(game.copy())
                    act_slowly(waiting[-1], [verb, roll] if verb in ("roll", "keep") else [verb])
    return found


@given(SMALL_GAMES)
@settings(max_examples=40)
def test_rules_are_refused_if_a_total_can_never_finish(table: dict[str, Any]) -> None:
    wrong = [problem.code for problem in problems(table)]
    if {*wrong} - {"rules/never-finishes"}:
        return
    assert (wrong != []) == may_be_stuck(table, 0)


@given(SMALL_GAMES, st.integers(1, 23))
@settings(max_examples=40)
def test_head_starts_are_refused_if_a_total_can_never_finish(
    table: dict[str, Any], steps: int
) -> None:
    total = 25 * steps
    if problems(table) or total >= table["target"]:
        return
    if may_be_stuck(table, total):
        with pytest.raises(PositionError) as caught:
            State.start(rules_of(table), totals=(0, total))
        assert caught.value.code == "position/exact"
    else:
        State.start(rules_of(table), totals=(0, total))


def test_points_that_nobody_may_bank_come_to_no_target() -> None:
    """A 5 is followed by a roll of the other die, and that by one of both: 50 is never banked."""
    table = {"dice": 2, "target": 250, "hot_dice": "must", "confirm": "5"}
    table |= {"name": "house", "overshoot": "lose-turn", "score": {"1": 100, "5": 50}}
    assert may_be_stuck(table, 0)
    (problem,) = problems(table)
    assert (problem.code, problem.data["total"]) == ("rules/never-finishes", 200)


def may_be_stuck(table: dict[str, Any], start: int) -> bool:
    """Whether a player with so many points can come to a total that never finishes."""
    target = table["target"]
    following: dict[int, set[int]] = {}
    waiting = {start}
    while waiting:
        total = waiting.pop()
        following[total] = {t for t in after_a_turn(table, total) if t <= target}
        waiting |= following[total] - following.keys() - {target}
    finishing = {target}
    for _ in following:
        finishing |= {total for total, after in following.items() if after & finishing}
    return not following.keys() <= finishing


def test_other_names_are_no_fields_and_name_fields() -> None:
    assert not OTHER_NAMES.keys() & set(FIELDS)
    assert set(OTHER_NAMES.values()) <= set(FIELDS)


@pytest.mark.parametrize(
    ("score", "without_effect"),
    [
        ({"111": 300, "1": 100}, ["111"]),
        ({"111": 301, "1": 100}, []),
        ({"111": 10, "aaa": "100a"}, []),  # digits come before letters: 10 and not 100
        ({"111": 100, "aaa": "100a"}, ["111"]),
        ({"1": 100, "aa": "10a"}, []),
        ({"1": 100, "2": 20, "12": 120}, ["12"]),
    ],
)
def test_patterns_without_effect_are_found(
    score: dict[str, Any], without_effect: list[str]
) -> None:
    assert [pattern for pattern, _, _ in outdone(rules_of({"score": score}))] == without_effect


@given(st.data())
@settings(deadline=None)
def test_patterns_without_effect_change_no_roll(data: st.DataObject) -> None:
    table = data.draw(tables()) | {"dice": data.draw(st.integers(1, 4)), "keep": "any"}
    table = {field: table[field] for field in ("dice", "keep", "score")}
    table["wild"] = data.draw(st.sampled_from([None, 1, 2]))
    table["confirm"] = data.draw(st.sampled_from([None, "aa", "aaa", "11"]))
    table = {field: value for field, value in table.items() if value is not None}
    if problems({"name": "house"} | table):
        return
    rules = rules_of(table)
    found = [pattern for pattern, _, _ in outdone(rules)]
    for pattern in rules.patterns:
        if 1 < len(pattern) <= rules.dice and pattern != "none":
            others = {line: points for line, points in rules.patterns.items() if line != pattern}
            changes = not same_keeps(rules, replace(rules, patterns=others))
            assert not (pattern in found and changes), pattern
            assert pattern in found or changes or rules.confirm, pattern


def same_keeps(one: Rules, other: Rules) -> bool:
    """Whether every roll has the same keeps, worth as much, under both rules."""
    return all(
        [msgspec.to_builtins(keep) for keep in one.keeps(roll)]
        == [msgspec.to_builtins(keep) for keep in other.keeps(roll)]
        for count in range(1, one.dice + 1)
        for roll in combinations_with_replacement(range(1, 7), count)
    )


def test_wild_dice_say_what_they_count_as() -> None:
    rules = Rules.load("basic", wild=2)
    assert rules.reading((2, 3, 3)) == (3, 3, 3)
    assert rules.reading((1, 2, 2)) == (1, 1, 1)  # 1,000 and not what 2s are worth
    assert rules.reading((5,)) == (5,)


def test_the_command_says_what_wild_dice_count_as(capsys: pytest.CaptureFixture[str]) -> None:
    score("2", "3", "3", "5", changes=["wild=2"])
    assert "keep 2 3 3 (as 3 3 3) " in capsys.readouterr().out


def test_changed_options_are_read_back_from_the_name() -> None:
    changes = {"wild": 2, "weights": [1, 1, 1, 1, 1, 3], "rolls": {"2222": "farkle"}}
    rules = Rules.load("basic", **changes, hot_dice_bonus=300)
    assert " " not in rules.name
    assert Rules.load(rules.name) == rules
    assert Rules.parse(rules.toml()) == rules


def test_equal_readings_of_wild_dice_need_confirming_only_if_all_are_the_pattern() -> None:
    score = {"111": 300, "333": 300, "444": 200, "5": 50}
    rules = rules_of({"wild": 2, "confirm": "111", "score": score})
    assert rules.unconfirmed((1, 1, 2))
    assert not rules.unconfirmed((2, 2, 2))  # as good as 3 3 3
    assert not rules.unconfirmed((2, 4, 4))
