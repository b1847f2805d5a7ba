"""Whether one may roll or bank is known from codes; no sentence is needed to know it."""

import pytest

from hotdice import HotDiceError, Rules, State
from hotdice.game.record import Record
from hotdice.terminal.session.hand import Hand
from hotdice.terminal.session.legality import bank_refusal, keep_refusal
from hotdice.terminal.session.picking import Picking
from hotdice.terminal.session.session import Session
from hotdice.texts import languages


@pytest.fixture(autouse=True)
def speechless(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no sentence: making one fails."""
    monkeypatch.setattr(languages, "_sentences", {"": ""})


def code(refusal: HotDiceError | None) -> str | None:
    return None if refusal is None else refusal.code


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ("basic 0,0 p1 t0 d6", "app.refused.bank/nothing"),
        ("basic 0,0 p1 t50 d5", None),
        ("thousand 0,0 p1 t300 d2", "app.refused.bank/entry"),
        ("thousand 0,0 p1 t1000 d2", None),
    ],
)
def test_banking_without_a_roll_on_the_table(position: str, wanted: str | None) -> None:
    state = State.parse(position)
    assert code(bank_refusal(state)) == wanted
    assert keep_refusal(state) is None


@pytest.mark.parametrize(
    ("picked", "to_keep", "to_bank"),
    [
        ((), "app/pick-first", "app/pick-first"),
        ((3,), "keep/not-scoring", "keep/not-scoring"),
        ((1,), None, "app.refused.bank/entry"),
        ((1, 1, 1), None, None),
    ],
)
def test_the_picked_dice_come_first(
    picked: tuple[int, ...], to_keep: str | None, to_bank: str | None
) -> None:
    state = State.parse("thousand 0,0 p1 t0 d6 r111223")
    picking = Picking.of(state, [1, 1, 1, 2, 2, 3]).with_dice(picked)
    assert code(keep_refusal(state, picking)) == to_keep
    assert code(bank_refusal(state, picking)) == to_bank


def test_real_dice_are_typed_first() -> None:
    hand = Hand(Session(Record(State.start(Rules.load("greed")), ("Ann", "Bob"), dice="mine")))
    hand.update()
    for count in range(5, 0, -1):
        with pytest.raises(HotDiceError) as roll:
            hand.roll()
        assert (roll.value.code, roll.value.data) == ("app/type-more", {"count": count})
        with pytest.raises(HotDiceError) as bank:
            hand.bank()
        assert bank.value.code == "app/type-first"
        hand.digit(2 + count % 2)
