"""Turns in which the stored play of three mixes: found again from its chances, booked as mixing."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from support.lengths import cases
from support.reviewing import NAMES, check_account, check_luck, solved

from hotdice import Keep, Roll, Rules, State
from hotdice.game.actions import ROLL, Action
from hotdice.game.driver import Step
from hotdice.game.record import Record
from hotdice.review.account import Review, review
from hotdice.review.judgement import judged
from hotdice.solver import NPlayerSolution
from hotdice.solver.advice.seat_chances import SeatChances
from hotdice.solver.advice.tie_break import SCORELESS, TieBreak

MIXED = ("basic+target=300", "greed+target=500", "greed+target=500+hot_dice=end")
QUICK = MIXED[:1]
MISSED = 1e-9


def solution(name: str) -> NPlayerSolution:
    found = solved(Rules.load(name), 3)
    assert isinstance(found, NPlayerSolution)
    return found


def turn_starts(values: NPlayerSolution) -> Iterator[State]:
    """All turn starts of the first seat before the last round."""
    rules = values.rules
    totals = range(values.lowest, rules.target, values.step)
    counts = range(rules.penalty.farkles if rules.penalty else 1)
    for own in product(totals, repeat=3):
        for farkles in product(counts, repeat=3):
            yield State(rules, own, 0, 0, rules.dice, (), farkles)


def last_rounds(values: NPlayerSolution) -> Iterator[State]:
    """Turn starts after the third has reached the target, or the second, and then the third."""
    rules, step = values.rules, values.step
    totals = range(0, rules.target, 2 * step)
    for more, own, other in product((0, step, 5 * step), totals, totals):
        best = rules.target + more
        yield State(rules, (own, other, best), 0, 0, rules.dice, (), (0, 0, 0), 2)
        yield State(rules, (own, best, best - step), 0, 0, rules.dice, (), (0, 0, 0), 1)
        yield State(rules, (own, best, best), 0, 0, rules.dice, (), (0, 0, 0), 1)


def missed(turn: SeatChances, values: NPlayerSolution) -> float:
    """By how much the chances at the start of a turn differ from the stored ones."""
    found, stored = turn.here(turn.start), values.chances(turn.start)
    return max(abs(one - two) for one, two in zip(found, stored, strict=True))


@cache
def mixed_starts(name: str) -> list[State]:
    """The turn starts with two ways, after a look at all of them."""
    values = solution(name)
    found = []
    for start in turn_starts(values):
        turn = SeatChances(start, values)
        assert missed(turn, values) < MISSED, str(start)
        assert sum(way.share for way in turn.ways) == pytest.approx(1, abs=1e-15)
        if len(turn.ways) > 1:
            assert min(way.share for way in turn.ways) > 0
            found.append(start)
    return found


@pytest.mark.parametrize("name", cases(MIXED, lambda name: name in QUICK))
def test_ways_and_shares_have_the_stored_chances_at_all_turn_starts(name: str) -> None:
    """As many turn starts need two ways as the solver has mixed."""
    assert len(mixed_starts(name)) == solution(name).mixed > 0


def test_the_ways_are_those_that_the_solver_mixes() -> None:
    """Of all that is equally good: that with the least chance to record nothing, and the most."""
    for start in mixed_starts(QUICK[0]):
        flatter, steeper = SeatChances(start, solution(QUICK[0])).ways
        assert flatter.ties == TieBreak(3 + SCORELESS, -1)
        assert steeper.ties == TieBreak(3 + SCORELESS, 1)


@pytest.mark.parametrize(
    "name", ["basic+target=300", "basic+dice=3+target=400+tie=shared+minimum=100"]
)
def test_last_rounds_have_the_stored_chances(name: str) -> None:
    values = solution(name)
    for start in last_rounds(values):
        turn = SeatChances(start, values)
        assert missed(turn, values) < MISSED, str(start)


def parting(turn: SeatChances) -> list[Step]:
    """The shortest steps of the play of both ways that lead to where they part, and one more."""
    waiting: list[list[Step]] = [[]]
    while waiting:
        steps = waiting.pop(0)
        state = steps[-1].after if steps else turn.start
        one, other = (turn.choice(state, way) for way in turn.ways)
        if leads_to(one) != leads_to(other):
            return steps
        if isinstance(one, Roll):
            for outcome in state.rules.outcomes(state.dice):
                after = state.roll(outcome.dice)
                if after.player == turn.start.player:
                    waiting.append([*steps, Step(state, ROLL, outcome.dice, after)])
        elif isinstance(one, Keep):
            waiting.append([*steps, Step(state, one, (), state.keep(one.dice))])
    raise AssertionError("the ways never part")


def leads_to(action: Action) -> object:
    return (action.points, action.left) if isinstance(action, Keep) else type(action)


def taken(state: State, action: Action) -> Step:
    """A step by an action; any roll will do."""
    if isinstance(action, Roll):
        dice = (1,) * state.dice
        return Step(state, ROLL, dice, state.roll(dice))
    after = state.keep(action.dice) if isinstance(action, Keep) else state.bank()
    return Step(state, action, (), after)


def reviewed(start: State, steps: list[Step], values: NPlayerSolution) -> Review:
    found = review(Record(start, NAMES[:3]).having(*steps), values)
    check_account(found)
    check_luck(found)
    return found


@pytest.mark.parametrize("name", cases(MIXED, lambda name: name in QUICK))
def test_the_draw_is_booked_where_the_ways_part(name: str, long_run: bool) -> None:
    """Each way has its share: weighted by them, what they change is nothing for every seat."""
    values = solution(name)
    shifted = 0.0
    for start in mixed_starts(name)[: None if long_run else 1]:
        turn = SeatChances(start, values)
        steps = parting(turn)
        state = steps[-1].after
        sums = [0.0] * 3
        for way in turn.ways:
            action = turn.choice(state, way)
            found = reviewed(start, [*steps, taken(state, action)], values)
            assert all(change.kind != "mixing" for change in found.changes[: len(steps)])
            (draw,) = (change for change in found.changes if change.kind == "mixing")
            assert draw.number == len(steps) + 1
            assert draw.loss == 0
            assert judged(draw, found.least_loss) is None
            assert abs(draw.swing) < MISSED
            assert abs(found.accounts[start.player].mixing) < MISSED
            changes = [b - a for a, b in zip(draw.before, draw.after, strict=True)]
            shifted = max(shifted, *map(abs, changes))
            sums = [each + way.share * more for each, more in zip(sums, changes, strict=True)]
        assert max(map(abs, sums)) < MISSED
    assert shifted > 1e-4
