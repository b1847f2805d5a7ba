"""Random games under random rules: they end or go on, never raise, and nothing is ever lost."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.strategies import games, house_games, toml

from hotdice import HotDiceError, Rules, RulesError, State, play
from hotdice.bots import make
from hotdice.game import Step
from hotdice.game.actions import BANK, ROLL, TAKE
from hotdice.game.dice import SeededDice
from hotdice.game.record import Record, parse
from hotdice.rules import Keep
from hotdice.rules.files import preset_names

MOST_ACTIONS = 2000


@given(
    table=st.one_of(games(), house_games()),
    players=st.integers(1, 5),
    seed=st.integers(0, 2**64 - 1),
)
def test_random_games(table: dict[str, Any], players: int, seed: int) -> None:
    try:
        rules = Rules.parse(toml(table))
    except RulesError:
        return
    start = State.start(rules, players)
    record = Record(start, tuple(f"P{seat}" for seat in range(players)), seed)
    bots = [make("random", seed + seat) for seat in range(players)]
    for number, step in enumerate(play(start, bots, SeededDice(seed)), 1):
        conserved(step)
        for state in (step.before, step.after):
            assert State.parse(str(state), rules) == state
        record = record.having(*record.steps, step)
        if number < 40 or number % 97 == 0 or step.after.over:
            assert parse(record.text().encode()) == record
        if number == MOST_ACTIONS:
            break


def conserved(step: Step) -> None:
    """Points and dice come from somewhere and go somewhere."""
    before, after, rules = step.before, step.after, step.before.rules
    changes = [now - was for was, now in zip(before.totals, after.totals, strict=True)]
    change = changes.pop(before.player)
    gift = sum(changes)
    assert sorted(changes) == sorted([gift] + [0] * (len(changes) - 1)) or not changes
    assert not gift or (gift > 0 and change == 0 and rules.overshoot == "welfare")
    match step.action:
        case Keep(dice=dice):
            kept = before.rules.options(before.rolled).by_dice[dice]
            assert kept.left == before.dice - len(dice)
            collected(step, kept, change + gift)
        case action if action == ROLL:
            keeps = rules.keeps(step.dice)
            if not keeps:
                without_score(step, change)
            elif rules.keep == "all":
                collected(step, keeps[0], change + gift)
            else:
                assert (after.rolled, after.turn_points) == (
                    tuple(sorted(step.dice)),
                    before.turn_points,
                )
        case action if action == TAKE:
            assert before.extras.offer == (after.turn_points, after.dice)
            assert change == 0
        case action:
            assert action == BANK
            assert change + gift in (0, before.turn_points)
            assert after.fresh


def without_score(step: Step, change: int) -> None:
    """The turn is over and can only have cost something, or the roll is thrown again."""
    before, after = step.before, step.after
    decision = before.rules.decision(tuple(sorted(step.dice)))
    if after.extras.spared:
        assert before.rules.mercy
        assert decision is None
    else:
        assert after.fresh
    loses = decision is not None and decision.what == "lose-total"
    assert change == 0 or (change < 0 and (before.rules.penalty or loses))


def collected(step: Step, kept: Keep, change: int) -> None:
    before, after = step.before, step.after
    points = before.turn_points + kept.points
    if after.fresh:
        hot = before.rules.hot_dice == "end" and kept.left == 0
        assert hot or (before.rules.last_round == "one-roll" and before.last_round)
        assert change in (0, points)
    else:
        assert (after.turn_points, change) == (points, 0)
        assert after.dice == (kept.left or before.rules.dice)


def told(error: HotDiceError) -> None:
    """Every error has a sentence and a code."""
    assert str(error)
    assert "/" in error.code


POSITION = r"(basic|zilch|basic\+mercy=true\+piggyback=true) [-0-9, ptdrfloumnvw:]{0,40}"


@given(text=st.text(max_size=60) | st.from_regex(POSITION))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        state = State.parse(text)
    except HotDiceError as error:
        told(error)
        return
    assert State.parse(str(state)) == state


@given(data=st.binary(max_size=80) | st.text(max_size=80).map(str.encode), lines=st.integers(0, 9))
def test_any_bytes_are_a_record_or_refused(data: bytes, lines: int) -> None:
    start = State.start(Rules.load("basic"))
    header = Record(start, ("A", "B")).text().encode()
    for text in (data, header + data, header + data + b"\n"):
        try:
            parse(text)
        except HotDiceError as error:
            told(error)


@given(
    text=st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            ['name = "x"', "dice = 3", "[score]", "1 = 5", 'aab = "2a+b"', "[penalty]", "none = 3"]
        )
    ).map("\n".join)
)
def test_any_text_is_rules_or_refused(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        told(error)
        return
    assert Rules.parse(rules.toml()) == rules


@given(
    name=st.sampled_from(preset_names()),
    changes=st.dictionaries(
        st.sampled_from(
            ["target", "entry", "minimum", "dice", "keep", "tie", "score.66", "x", "5"]
        ),
        st.integers(-5, 20_000) | st.sampled_from(["all", "any", "shared", "100a", "", "+"]),
        max_size=4,
    ),
)
def test_changed_rules_carry_their_changes_in_their_name(
    name: str, changes: dict[str, Any]
) -> None:
    try:
        rules = Rules.load(name, **changes)
    except RulesError:
        return
    again = Rules.load(rules.name)
    assert again == rules
    assert again.name == rules.name
