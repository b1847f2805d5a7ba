"""Reviews of games that are not whole, or not as usual: each account still adds up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.lengths import long
from support.presets import PLAIN_PRESETS
from support.reviewing import (
    NAMES,
    approximated,
    bots_of,
    check_account,
    checked,
    game,
    solved,
)
from support.strategies import games, toml

from hotdice import Keep, Rules, State
from hotdice.bots import make
from hotdice.game.actions import ROLL, Action
from hotdice.game.dice import SeededDice
from hotdice.game.driver import Step, pass_turn, play
from hotdice.game.record import Record, parse
from hotdice.review import report
from hotdice.review.account import review
from hotdice.review.judgement import is_decision, judged, skill
from hotdice.solver import PairwiseApproximation, TwoPlayerSolution
from hotdice.texts import HotDiceError

BASIC = Rules.load("basic")


def text_of(record: Record) -> Record:
    """The record as it is read again."""
    return parse(record.text().encode())


def test_before_the_first_roll_there_is_a_chance_with_its_bound() -> None:
    values = solved(BASIC, 2)
    found = checked(Record(State.start(BASIC, 2), NAMES[:2]), values)
    start = values.chances(State.start(BASIC, 2))
    assert [account.start for account in found.accounts] == pytest.approx(start, abs=1e-12)
    assert [account.result for account in found.accounts] == pytest.approx(start, abs=1e-12)
    assert found.changes == ()
    assert found.bound > 0


@pytest.mark.parametrize("length", [1, 2, 3, 20, 21, 22, 23])
def test_a_game_ended_early_stops_at_its_last_chance(length: int) -> None:
    """Wherever it was cut, what came before is what it was in the whole game."""
    record = game(BASIC, ["human:1", "bold"], 5)
    whole = review(record, solved(BASIC, 2))
    found = checked(record.having(*record.steps[:length]), solved(BASIC, 2))
    assert found.changes == whole.changes[: len(found.changes)]
    assert all(change.number > length for change in whole.changes[len(found.changes) :])
    for seat, account in enumerate(found.accounts):
        last = found.changes[-1].after[seat]
        assert account.result == pytest.approx(last, abs=1e-9)


def test_a_passed_turn_is_a_choice_that_is_not_judged() -> None:
    record = game(BASIC, ["human:1", "bold"], 5)
    steps = list(record.steps[:9])
    in_turn = next(at for at, step in enumerate(steps) if step.after.turn_points) + 1
    steps[in_turn:] = [pass_turn(steps[in_turn - 1].after)]
    steps.append(pass_turn(steps[-1].after))
    found = checked(text_of(record.having(*steps)), solved(BASIC, 2))
    passed = [change for change in found.changes if change.passed]
    assert len(passed) == 2
    values = solved(BASIC, 2)
    for change in passed:
        assert change.kind == "choice"
        seat = change.seat
        after = values.chances(change.step.after)[seat]
        assert change.after[seat] == pytest.approx(after, abs=1e-12)
        assert change.loss == pytest.approx(change.before[seat] - after, abs=1e-12)
        assert change.loss > 0.01
        assert judged(change, found.least_loss) is None
        assert not is_decision(change, found.least_loss)
        lost = sum(each.loss for each in found.choices(seat) if not each.passed)
        assert skill(found, seat).lost == pytest.approx(lost, abs=1e-12)
    moves = report(found, list(NAMES[:2])).moves
    assert [move.why for move in moves if move.action == "pass"] == [[], []]


def test_of_keeps_that_lead_to_the_same_the_one_taken_is_told() -> None:
    """Three 2s and a 1 with two 5s: both are 200 points and leave three dice."""
    start = State.start(BASIC, 2)
    rolled = start.roll((1, 2, 2, 2, 5, 5))
    steps = [Step(start, ROLL, rolled.rolled, rolled)]
    for dice in ((2, 2, 2), (1, 5, 5)):
        keep = next(keep for keep in BASIC.keeps(rolled.rolled) if keep.dice == dice)
        record = Record(start, NAMES[:2]).having(*steps, Step(rolled, keep, (), rolled.keep(dice)))
        change = checked(record, solved(BASIC, 2)).changes[-1]
        same = [
            each.action for each in change.alternatives if leads_to(each.action) == leads_to(keep)
        ]
        assert same == [keep]


def leads_to(action: Action) -> object:
    return (action.points, action.left) if isinstance(action, Keep) else action


@pytest.mark.parametrize("players", [1, 3])
def test_turns_passed_alone_and_by_three(players: int) -> None:
    rules = Rules.load("basic+target=300")
    start = State.start(rules, players)
    steps = [pass_turn(start)]
    steps.append(pass_turn(steps[-1].after))
    found = checked(Record(start, NAMES[:players]).having(*steps), solved(rules, players))
    assert [change.kind for change in found.changes] == ["choice", "choice"]
    if players == 1:
        (account,) = found.accounts
        assert account.own_choices == pytest.approx(2, abs=1e-9)  # two turns more
        assert account.result == pytest.approx(account.start + 2, abs=1e-9)


@pytest.mark.parametrize("players", [2, 3])
def test_shared_wins(players: int) -> None:
    rules = Rules.load("basic+dice=3+target=400+tie=shared+minimum=100")
    totals = (300,) * players
    for seed in range(500):
        record = game(rules, ["random"] * players, seed, totals)
        if len(record.state.winners) > 1:
            break
    winners = record.state.winners
    assert len(winners) > 1
    found = checked(record, solved(rules, players))
    for seat, account in enumerate(found.accounts):
        wanted = 1 / len(winners) if seat in winners else 0.0
        assert account.result == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("totals", [(9950, 0), (9950, 9900), (300, 8000), (9000, 9950)])
def test_games_that_begin_with_totals(totals: tuple[int, int]) -> None:
    """Last rounds come soon in most of these."""
    record = text_of(game(BASIC, ["human:5", "random"], 2, totals))
    values = solved(BASIC, 2)
    found = checked(record, values)
    start = values.chances(State.start(BASIC, 2, totals))
    assert [account.start for account in found.accounts] == pytest.approx(start, abs=1e-11)


def test_totals_below_the_lowest_known_are_told_in_the_remainder() -> None:
    rules = Rules.load("facebook")
    values = solved(rules, 2)
    start = State(rules, (values.lowest - 1000, 500), 0, 0, rules.dice, (), (0, 0))
    steps = []
    for step in play(start, [make("cautious", 1), make("bold", 2)], SeededDice(1)):
        steps.append(step)
        if len(steps) == 60:
            break
    found = checked(Record(start, NAMES[:2]).having(*steps), values)
    assert not found.exact
    assert report(found, list(NAMES[:2])).error_bound is None


def test_eight_players_with_the_approximation() -> None:
    rules = Rules.load("greed")
    record = game(rules, ["cautious", "bold", "random", "turn", *["human:1"] * 4], 3)
    found = checked(record, approximated(rules, 8))
    assert not found.exact
    told = report(found, list(NAMES))
    assert told.error_bound is None
    assert max(abs(seat.remainder) for seat in told.seats) > 1e-6
    for seat in told.seats:
        parts = (
            seat.start + seat.own_luck + seat.others_luck + seat.own_choices + seat.others_choices
        )
        assert parts + seat.mixing + seat.remainder == pytest.approx(seat.result, abs=1e-9)


@pytest.mark.parametrize("name", PLAIN_PRESETS)
def test_every_preset(name: str) -> None:
    """Near its end, with two players and with three by the approximation."""
    rules = Rules.load(name)
    near = rules.target * 4 // 5 // 50 * 50
    totals = (near, near, near)
    for players, values in ((2, solved(rules, 2)), (3, approximated(rules, 3))):
        found = checked(game(rules, bots_of(players, 2), 1, totals[:players]), values)
        assert found.exact is (players == 2)
        told = report(found, list(NAMES[:players]))
        assert [move.number for move in told.moves] == sorted(move.number for move in told.moves)
        for move in told.moves:
            error = move.judgement in ("slip", "mistake", "blunder")
            assert 1 <= len(move.why) <= 3 if error else move.why == []


@long
def test_ten_dice() -> None:
    rules = Rules.load("basic+dice=10+target=3000")
    checked(game(rules, ["human:1", "bold"], 1), solved(rules, 2))


@long
@settings(max_examples=20)
@given(table=games(), seed=st.integers(0, 50), players=st.sampled_from((1, 2, 3)))
def test_house_rules_nobody_has_thought_of(
    table: dict[str, object], seed: int, players: int
) -> None:
    try:
        rules = Rules.parse(toml(table))
        values = solved(rules, min(players, 2))
    except HotDiceError:
        return
    if isinstance(values, TwoPlayerSolution) and players == 3:
        values = PairwiseApproximation(values, 3)
    start = State.start(rules, players)
    steps = []
    for step in play(start, [make("random", seed + at) for at in range(players)], SeededDice(seed)):
        steps.append(step)
        if len(steps) == 40:
            break
    found = checked(Record(start, NAMES[:players]).having(*steps), values)
    check_account(found)
    report(found, list(NAMES[:players]))
