"""Games of bots for reviews, and what has to hold in every review of one."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import fsum
from typing import NamedTuple

from hotdice import Roll, Rules, State, play
from hotdice.bots import make
from hotdice.game.actions import ROLL
from hotdice.game.dice import SeededDice
from hotdice.game.record import Record
from hotdice.review.account import Change, Review, review
from hotdice.solver import Values, solve, values_at_hand, values_for
from hotdice.solver.advice.seat_chances import SeatChances, Way
from hotdice.solver.advice.values import Chances, turns_to_come

Kind = frozenset[tuple[int, int]]  # the points and the dice left of each keep


class SomeRoll(NamedTuple):
    """One roll of a kind, and the chance of all rolls of that kind."""

    dice: tuple[int, ...]
    chance: Fraction


class Outcomes(NamedTuple):
    """The chances of all seats after each kind of roll, and their mean."""

    mean: Chances
    after: dict[Kind, Chances]


NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
BOTS = ("random", "human:1", "human:5", "cautious", "bold", "turn", "optimal")
EXACTLY = 1e-9
REMEMBERED_TURNS, REMEMBERED_ROLLS = 300, 10_000  # at small targets the same ones come again

_turns: dict[object, tuple[SeatChances, tuple[Way, ...]]] = {}
_rolls: dict[object, Outcomes] = {}


def game(
    rules: Rules, bots: Sequence[str], seed: int, totals: Sequence[int] | None = None
) -> Record:
    """A game of bots to its end."""
    start = State.start(rules, len(bots), totals)
    choosers = [make(name, seed + at) for at, name in enumerate(bots)]
    return Record(start, NAMES[: len(bots)]).having(*play(start, choosers, SeededDice(seed)))


def bots_of(players: int, seed: int) -> list[str]:
    """Other bots for each seed."""
    return [BOTS[(seed * (at + 1) + at) % len(BOTS)] for at in range(players)]


@cache
def solved(rules: Rules, players: int) -> Values:
    """The exact values."""
    return values_for(rules, 1) if players == 1 else solve(rules, players)


def approximated(rules: Rules, players: int) -> Values:
    """Values that are at hand without solving."""
    found = values_at_hand(rules, players)
    assert found is not None
    return found


def check_account(found: Review) -> None:
    """Start and parts add up, the moves follow on each other, and no choice gains anything."""
    seats = len(found.accounts)
    for seat, account in enumerate(found.accounts):
        by_kind = defaultdict(list)
        for change in found.changes:
            by_kind[change.kind, change.seat == seat].append(
                change.after[seat] - change.before[seat]
            )
        parts = {key: fsum(some) for key, some in by_kind.items()}
        assert abs(account.own_luck - parts.pop(("luck", True), 0.0)) < EXACTLY
        assert abs(account.others_luck - parts.pop(("luck", False), 0.0)) < EXACTLY
        assert abs(account.own_choices - parts.pop(("choice", True), 0.0)) < EXACTLY
        assert abs(account.others_choices - parts.pop(("choice", False), 0.0)) < EXACTLY
        assert abs(account.mixing - fsum(parts.values())) < EXACTLY
        lines = (
            account.start,
            account.own_luck,
            account.others_luck,
            account.own_choices,
            account.others_choices,
            account.mixing,
            account.remainder,
        )
        assert abs(fsum(lines) - account.result) < EXACTLY
        if found.exact:
            assert abs(account.remainder) <= found.bound
    if seats > 1:
        for change in found.changes:
            assert abs(fsum(change.after) - 1.0) < EXACTLY
            assert abs(fsum(change.before) - 1.0) < EXACTLY
    for change in found.changes:
        if change.kind == "choice" and not change.passed:
            assert change.swing <= found.least_loss
            assert abs(change.loss - max(0.0, -change.swing)) < EXACTLY
        if change.kind == "mixing":
            assert abs(change.swing) < EXACTLY


def check_luck(found: Review) -> int:
    """That luck is even at every roll: weighted by their chances, all outcomes add up to 0.

    How many rolls there were.
    """
    lucks = {change.number: change for change in found.changes if change.kind == "luck"}
    turn: SeatChances | None = None
    for number, step in enumerate(found.record.steps, 1):
        if turn is None:
            turn = _turn_from(step.before, found.values)
        actions = step.before.actions()
        if isinstance(step.action, Roll):
            if len(actions) > 1:
                turn.keep_to(step.before, ROLL)
            _check_roll(lucks[number], turn, found.values.exact)
        elif step.action in actions and len(actions) > 1:
            turn.keep_to(step.before, next(each for each in actions if each == step.action))
        if step.after.fresh:
            turn = None
    return len(lucks)


def _turn_from(start: State, values: Values) -> SeatChances:
    """The turn that begins here, one of the last ones if it was among them."""
    key = (values.exact, start)
    if key not in _turns:
        if len(_turns) == REMEMBERED_TURNS:
            _turns.clear()
        turn = SeatChances(start, values)
        _turns[key] = (turn, turn.ways)
    turn, turn.ways = _turns[key]
    return turn


def _check_roll(change: Change, turn: SeatChances, exact: bool) -> None:
    state = change.state
    key = (exact, turn.start, turn.ways, state.turn_points, state.dice)
    if key not in _rolls:
        if len(_rolls) == REMEMBERED_ROLLS:
            _rolls.clear()
        _rolls[key] = _outcomes(state, turn)
    outcomes = _rolls[key]
    finished = 0
    if len(change.after) == 1:  # alone it is turns in all, and so many were over before
        finished = change.round - 1
    pairs = zip(_told(outcomes.mean, finished), change.before, strict=True)
    assert max(abs(one - two) for one, two in pairs) < EXACTLY, str(state)
    actual = outcomes.after[_kind(state.rules, tuple(sorted(change.step.dice)))]
    pairs = zip(_told(actual, finished), change.after, strict=True)
    assert max(abs(one - two) for one, two in pairs) < EXACTLY, str(state)


def _outcomes(state: State, turn: SeatChances) -> Outcomes:
    """What every kind of roll leads to here, and their mean."""
    rolls = alike(state.rules, state.dice)
    after = {kind: _after(state, roll.dice, turn) for kind, roll in rolls.items()}
    seats = range(len(turn.farkled))
    mean = tuple(
        fsum(float(roll.chance) * after[kind][seat] for kind, roll in rolls.items())
        for seat in seats
    )
    return Outcomes(mean, after)


def _told(chances: Chances, finished: int) -> Chances:
    return (finished + turns_to_come(chances[0]),) if len(chances) == 1 else chances


def _after(state: State, dice: Sequence[int], turn: SeatChances) -> Chances:
    """The chances once these dice lie there."""
    after = state.roll(dice)
    if after.rolled:
        return turn.here(after)
    keeps = state.rules.keeps(dice)
    return turn.after(state, keeps[0]) if keeps else turn.farkled


@cache
def _kind(rules: Rules, dice: tuple[int, ...]) -> Kind:
    return frozenset((keep.points, keep.left) for keep in rules.keeps(dice))


@cache
def alike(rules: Rules, count: int) -> dict[Kind, SomeRoll]:
    """A roll of each kind, which is what its keeps bring, with the chance of the whole kind."""
    found: dict[Kind, SomeRoll] = {}
    for outcome in rules.outcomes(count):
        kind = frozenset((keep.points, keep.left) for keep in outcome.distinct_keeps)
        first, chance = found.get(kind, (outcome.dice, Fraction(0)))
        found[kind] = SomeRoll(first, chance + outcome.probability)
    assert sum(roll.chance for roll in found.values()) == 1
    return found


def checked(record: Record, values: Values) -> Review:
    """The review of a game in which everything holds."""
    found = review(record, values)
    check_account(found)
    check_luck(found)
    return found
