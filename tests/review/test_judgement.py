"""Judgements at their limits, decisions, and the numbers in the sentences about slips."""

import re

import pytest
from msgspec import structs
from support.reviewing import NAMES, game, solved

from hotdice import Rules, State
from hotdice.game.actions import BANK, ROLL
from hotdice.game.driver import Step
from hotdice.game.record import Record
from hotdice.review import why
from hotdice.review.account import Alternative, Change, review
from hotdice.review.judgement import is_decision, judged

BOUND = 1e-10
STATE = State.parse("basic 500,0 p1 t300 d3")


def choice(loss: float, costs: tuple[float, ...] = (0.0, 0.05), seats: int = 2) -> Change:
    """A choice that lost so much."""
    before = (0.5,) * seats
    after = (0.5 - loss, *before[1:])
    return Change(
        number=1,
        seat=0,
        round=1,
        kind="choice",
        step=Step(STATE, ROLL, (1, 2, 3), STATE.roll((1, 2, 3))),
        before=before,
        after=after,
        best=BANK,
        loss=loss,
        alternatives=tuple(Alternative(ROLL, None, cost) for cost in costs),
    )


@pytest.mark.parametrize(
    ("loss", "name"),
    [
        (0.0, "best"),
        (BOUND, "best"),
        (2 * BOUND, "good"),
        (0.00999, "good"),
        (0.01, "slip"),
        (0.01999, "slip"),
        (0.02, "mistake"),
        (0.03999, "mistake"),
        (0.04, "blunder"),
        (0.9, "blunder"),
    ],
)
def test_limits_of_judgements(loss: float, name: str) -> None:
    assert judged(choice(loss), BOUND) == name


@pytest.mark.parametrize(
    ("swing", "name"),
    [(0.1499, None), (0.15, "lucky"), (-0.1499, None), (-0.15, "unlucky")],
)
def test_luck_is_marked_by_the_movers_own_chance(swing: float, name: str | None) -> None:
    change = structs.replace(choice(0.0), kind="luck", before=(0.0, 1.0), after=(swing, 1 - swing))
    assert judged(change, BOUND) == name


@pytest.mark.parametrize(
    ("costs", "loss", "counts"),
    [
        ((0.0, 0.001), 0.0, True),
        ((0.0, 0.00099), 0.0, False),
        ((0.0, 0.0999), 0.0, True),
        ((0.0, 0.1), 0.0, False),
        ((0.0, 0.1), 0.1, True),
        ((0.0, 0.05, 0.5), 0.0, True),
        ((0.0, 0.5, 0.05), 0.0, True),
        ((0.0, 0.0, 0.5), 0.0, True),
        ((0.0,), 0.0, False),
    ],
)
def test_which_choices_are_decisions(costs: tuple[float, ...], loss: float, counts: bool) -> None:
    assert is_decision(choice(loss, costs), BOUND) is counts


@pytest.mark.parametrize("name", ["basic", "greed"])
def test_the_numbers_about_a_roll_or_a_bank(name: str) -> None:
    """The risk is that of the rules, and the two ways of a roll make up its chance."""
    rules = Rules.load(name)
    values = solved(rules, 2)
    seen = 0
    for seed in range(4):
        found = review(game(rules, ["random", "human:1"], seed), values)
        for change in found.choices():
            told = why(found, change, NAMES[:2])
            if judged(change, found.least_loss) in ("best", "good"):
                assert told == []
                continue
            assert 1 <= len(told) <= 3
            if change.state.rolled:
                continue
            seen += 1
            risk = float(rules.farkle_chance(change.state.dice))
            percents = [float(each) for each in re.findall(r"([\d.]+) %", " ".join(told))]
            if change.best == BANK:  # what speaks for the better way comes first
                farkle, lost, rest, rolled, bank = percents[:5]
                assert farkle == pytest.approx(100 * risk, abs=0.51)
            elif " score " in told[0] or " scores " in told[0]:
                scores, rest, lost, rolled, bank = percents[:5]
                assert scores == pytest.approx(100 * (1 - risk), abs=0.51)
            else:
                rest, lost, rolled, bank = percents[:4]
            after = values.chances(change.state.farkle()) if not change.state.last_round else None
            if after is not None:
                assert lost == pytest.approx(100 * after[change.seat], abs=0.051)
            assert risk * lost + (1 - risk) * rest == pytest.approx(rolled, abs=0.11)
            assert abs(rolled - bank) == pytest.approx(100 * change.loss, abs=0.11)
    assert seen > 5


def test_no_sentences_about_nothing() -> None:
    found = review(Record(State.start(STATE.rules, 2), NAMES[:2]), solved(STATE.rules, 2))
    assert why(found, choice(0.005), NAMES[:2]) == []
