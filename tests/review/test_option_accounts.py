"""Reviews under every option against plain recursion over `State`: the same account."""

from itertools import combinations_with_replacement
from random import Random

import pytest
from support.lengths import cases
from support.optional_rules import ALONE, EVERY, THREE, slow, tiny
from support.reviewing import NAMES, check_account
from support.slow_options import SlowOptions, changes

from hotdice import State
from hotdice.game import Step
from hotdice.game.actions import ROLL, Take
from hotdice.game.dice import SeededDice
from hotdice.game.driver import Turns, pass_turn, take
from hotdice.game.record import Record
from hotdice.review.account import Review, review, winning_chances
from hotdice.review.plain_data import report
from hotdice.solver.advice.explicit_chances import seat_chances

QUICK = {*ALONE, "piggyback and mercy"} - {"confirm"}
GAMES = [(name, 2) for name in EVERY] + [(name, 3) for name in THREE]
PASSED = 0.05  # of all actions


def always(case: tuple[str, int]) -> bool:
    """Whether there is always time for a game."""
    return case[0] in QUICK | set(THREE)


def careless(found: SlowOptions, seed: int) -> Record:
    """A game of random choices; now and then a turn is passed."""
    random, dice = Random(seed), SeededDice(seed)
    state, turns = State.start(found.rules, found.players), Turns.start(found.players)
    steps = []
    while not state.over:
        if random.random() < PASSED:
            step = pass_turn(state)
        else:
            step = take(state, random.choice(state.actions()), dice, turns)
        steps.append(step)
        turns, state = turns.after(step), step.after
    return Record(State.start(found.rules, found.players), NAMES[: found.players]).having(*steps)


@pytest.mark.parametrize("case", cases(GAMES, always), ids=str)
def test_the_account_is_that_of_recursion(case: tuple[str, int], long_run: bool) -> None:
    found = slow(*case)
    for seed in range(40 if long_run else 4):
        record = careless(found, seed)
        got = review(record, found)
        expected = changes(found, record)
        assert len(got.changes) == len(expected)
        for change, (number, seat, kind, before, after) in zip(got.changes, expected, strict=True):
            assert (change.number, change.seat, change.kind) == (number, seat, kind)
            assert change.before == pytest.approx(before, abs=1e-9)
            assert change.after == pytest.approx(after, abs=1e-9)
            assert winning_chances(change.state, found) == pytest.approx(
                found.chances(change.state), abs=1e-9
            )
        check_account(got)
        for seat, account in enumerate(got.accounts):
            won = (seat in record.state.winners) / len(record.state.winners)
            assert account.result == pytest.approx(won, abs=1e-9)
            assert abs(account.remainder) < 1e-9


@pytest.mark.parametrize("case", cases(GAMES, always), ids=str)
def test_luck_is_even_at_every_roll(case: tuple[str, int], long_run: bool) -> None:
    found = slow(*case)
    for seed in range(20 if long_run else 2):
        got = review(careless(found, seed), found)
        for change in got.changes:
            if change.kind == "luck":
                check_roll(got, change.number)


def check_roll(got: Review, number: int) -> None:
    """Weighted by their chances, what all dice would have changed adds up to nothing."""
    step = got.record.steps[number - 1]
    state, rules = step.before, step.before.rules
    turn = seat_chances(begun(got, number), got.values)
    before = turn.after(state, ROLL)
    mean, squares = [0.0] * len(before), 0.0
    for dice in combinations_with_replacement(range(1, 7), state.dice):
        chance = float(rules.chance(dice))
        after = turn.after_roll(Step(state, ROLL, dice, state.roll(dice)))
        mean = [sum_ + chance * each for sum_, each in zip(mean, after, strict=True)]
        squares += chance * (after[state.player] - before[state.player]) ** 2
    assert mean == pytest.approx(before, abs=1e-9)
    change = next(each for each in got.changes if each.number == number and each.kind == "luck")
    assert change.variance == pytest.approx(squares, abs=1e-9)


def begun(got: Review, number: int) -> State:
    """The start of the turn of an action."""
    starts = [step.before for step in got.record.steps[:number] if step.before.fresh]
    return starts[-1]


def test_to_take_over_is_a_choice_with_its_loss() -> None:
    found = slow("piggyback")
    seen = 0
    for seed in range(30):
        got = review(careless(found, seed), found)
        moves = report(got, list(NAMES)).moves
        for change, move in zip(got.changes, moves, strict=True):
            if isinstance(change.action, Take):
                seen += 1
                rolls = found.after(change.state, ROLL)[change.seat]
                takes = found.after(change.state, change.action)[change.seat]
                assert change.loss == pytest.approx(max(0.0, rolls - takes), abs=1e-9)
                assert move.action == "take"
                assert move.best == ("roll" if rolls >= takes else "take")
    assert seen > 5


def test_a_roll_that_is_thrown_again_is_luck() -> None:
    found = slow("mercy")
    start = State.start(found.rules, 2)
    record = Record(start, NAMES[:2])
    step = Step(start, ROLL, (2, 3), start.roll([2, 3]))
    got = review(record.having(step), found)
    (change,) = got.changes
    assert change.kind == "luck"
    assert change.after == pytest.approx(found.chances(start.roll([2, 3])), abs=1e-9)
    assert tiny("mercy").mercy
