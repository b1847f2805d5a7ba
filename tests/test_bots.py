"""The simple bots: what they keep, when they stop, and what they are called."""

import pytest

from hotdice import Bank, HotDiceError, Keep, Roll, State
from hotdice.bots import make, names, read_seats
from hotdice.game.generator import number, stream_key


def test_a_threshold_takes_all_and_banks_at_its_points() -> None:
    bot = make("threshold:300", 0)
    assert bot.choose(State.parse("basic 0,0 p1 t0 d6 r122235")) == Keep((1, 2, 2, 2, 5))
    assert bot.choose(State.parse("playmonster 600,0 p1 t0 d6 r111155")) == Keep((1, 1, 1, 1, 5, 5))
    assert bot.choose(State.parse("basic 0,0 p1 t250 d2")) == Roll()
    assert bot.choose(State.parse("basic 0,0 p1 t300 d2")) == Bank()
    assert bot.choose(State.parse("thousand 0,0 p1 t300 d2")) == Roll()


@pytest.mark.parametrize("name", ["cautious", "bold"])
def test_sensible_bots_know_the_end_and_the_entry(name: str) -> None:
    bot = make(name, 0)
    assert bot.choose(State.parse("basic 10000,5000 p2 t4000 d3 l1")) == Roll()
    assert bot.choose(State.parse("basic 10000,5000 p2 t5000 d3 l1")) == Roll()
    assert bot.choose(State.parse("basic 10000,5000 p2 t5050 d3 l1")) == Bank()
    assert bot.choose(State.parse("basic 9950,0 p1 t50 d5")) == Bank()
    assert bot.choose(State.parse("three-pair 0,0 p1 t450 d2")) == Roll()
    assert bot.choose(State.parse("basic 0,0 p1 t50 d5")) == Roll()
    assert bot.choose(State.parse("basic 0,0 p1 t2000 d5")) == Bank()


def test_a_random_bot_draws_from_its_own_stream() -> None:
    state = State.parse("basic 0,0 p1 t0 d6 r111555")
    actions = state.actions()
    key = stream_key(5, 0, 1)
    bot, later = make("random", key), make("random", key, drawn=3)
    chosen = [bot.choose(state) for _ in range(6)]
    assert chosen == [actions[number(key, at) * len(actions) >> 64] for at in range(6)]
    assert [later.choose(state) for _ in range(3)] == chosen[3:]
    assert len(set(chosen)) > 1


def test_names_are_all_different() -> None:
    assert names(["Bold 2", "bot:bold", "bot:bold", "bot:bold"]) == (
        "Bold 2",
        "Bold",
        "Bold 3",
        "Bold 4",
    )
    assert names(read_seats("Ann, BOT:bold")) == ("Ann", "Bold")


@pytest.mark.parametrize(
    "text", ["", "Ann,", "bot:", "bot:hal", "bot:threshold:", "a\x1bb", "Ann,Ann"]
)
def test_seats_that_cannot_be(text: str) -> None:
    with pytest.raises(HotDiceError):
        read_seats(text)
