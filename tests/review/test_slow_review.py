"""The review against a slow one over `State` with brute-force values: the same account."""

from math import fsum
from random import Random

import pytest
from support.reviewing import NAMES, bots_of, game, solved
from support.slow_review import SlowReview

from hotdice import Rules, State
from hotdice.game.dice import SeededDice
from hotdice.game.driver import pass_turn, take
from hotdice.game.record import Record
from hotdice.review.account import review
from hotdice.review.judgement import is_decision, judged

GAMES = (
    ("basic+dice=2+target=300+hot_dice=end", 2, 400),
    ("basic+dice=3+target=300+entry=100+hot_dice=end+tie=shared", 2, 1200),
    ("basic+dice=3+target=200+keep=all+finish=immediate", 2, 400),
    ("pig+target=10", 2, 20),
    ("pig+target=10", 3, 20),
    ("basic+dice=2+target=300+hot_dice=end", 3, 400),
    ("basic+dice=3+target=200+entry=100+hot_dice=end+tie=shared", 3, 1000),
    ("basic+dice=3+target=200+keep=all+finish=immediate", 3, 400),
)  # with the points at which brute force stops a turn
PARTS = (("luck", "own_luck", "others_luck"), ("choice", "own_choices", "others_choices"))


@pytest.mark.parametrize(("name", "players", "cap"), GAMES)
def test_the_same_account_as_by_brute_force(
    name: str, players: int, cap: int, long_run: bool
) -> None:
    rules = Rules.load(name)
    slow = SlowReview(rules, players, cap)
    for seed in range(100 if long_run else 5):
        record = game(rules, bots_of(players, seed), seed)
        found = review(record, solved(rules, players))
        expected = slow.changes(record)
        seen = [(change.number, change.kind) for change in found.changes]
        assert seen == [(each.number, each.kind) for each in expected]
        for change, each in zip(found.changes, expected, strict=True):
            assert change.before == pytest.approx(each.before, abs=1e-9)
            assert change.after == pytest.approx(each.after, abs=1e-9)
            assert change.loss == pytest.approx(each.loss, abs=1e-9)
            if change.kind == "choice":
                assert judged(change, 1e-9) == judgement(each.loss)
                assert is_decision(change, 1e-9) is decision(each.loss, each.costs)
        for seat, account in enumerate(found.accounts):
            for kind, *lines in PARTS:
                for line, own in zip(lines, (True, False), strict=True):
                    parts = [
                        each.after[seat] - each.before[seat]
                        for each in expected
                        if each.kind == kind and (each.seat == seat) is own
                    ]
                    assert getattr(account, line) == pytest.approx(fsum(parts), abs=1e-9)
            assert account.mixing == 0
            assert account.result == (seat in record.state.winners) / len(record.state.winners)


CARELESS = (
    ("basic+dice=2+target=200+hot_dice=must+minimum=100+tie=shared", 2, 1400),
    ("basic+dice=2+target=200+keep=all+entry=100+hot_dice=end", 2, 1200),
    ("zilch+dice=2+target=150+minimum=50+hot_dice=end+penalty.points=50+penalty.floor=0", 3, 1200),
)


@pytest.mark.parametrize(("name", "players", "cap"), CARELESS)
def test_passed_turns_and_games_that_stop_early(
    name: str, players: int, cap: int, long_run: bool
) -> None:
    """Anybody may be away for a turn, before it or within it, and any moment may be the last."""
    rules = Rules.load(name)
    slow = SlowReview(rules, players, cap)
    passed = 0
    for seed in range(100 if long_run else 10):
        record = careless(rules, players, seed)
        found = review(record, solved(rules, players))
        expected = slow.changes(record)
        passed += sum(change.passed for change in found.changes)
        for change, each in zip(found.changes, expected, strict=True):
            assert (change.number, change.kind) == (each.number, each.kind)
            assert change.before == pytest.approx(each.before, abs=1e-9)
            assert change.after == pytest.approx(each.after, abs=1e-9)
            assert change.loss == pytest.approx(each.loss, abs=1e-9)
        assert [account.result for account in found.accounts] == pytest.approx(
            slow.chances(record.state), abs=1e-9
        )
    assert passed > 5


def careless(rules: Rules, players: int, seed: int) -> Record:
    """A game by chance in which turns are passed, whole or cut off."""
    chance = Random(seed)
    record = Record(State.start(rules, players), NAMES[:players])
    for _ in range(chance.choice((9, 30, 200))):
        state = record.state
        if state.over:
            break
        step = pass_turn(state)
        if chance.random() > 0.15:
            step = take(state, chance.choice(state.actions()), SeededDice(seed), record.turns)
        record = record.having(*record.steps, step)
    return record


def judgement(loss: float) -> str:
    """By the limits of one, two and four points."""
    if loss <= 1e-9:
        return "best"
    names = ("good", "slip", "mistake", "blunder")
    return names[sum(loss >= limit for limit in (0.01, 0.02, 0.04))]


def decision(loss: float, costs: tuple[float, ...]) -> bool:
    """Something is at stake, and it is not obvious or was wrong."""
    return costs[-1] >= 0.001 and (costs[1] < 0.1 or loss > 1e-9)
