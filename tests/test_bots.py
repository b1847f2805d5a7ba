"""The simple bots: what they keep, when they stop, and what they are called."""

import re
from pathlib import Path

import pytest

from hotdice import Bank, HotDiceError, Keep, Roll, Rules, State
from hotdice.bots import make, names, open_bot, read_seats
from hotdice.bots.built_in import BUILT_IN, Declaration
from hotdice.bots.players import ThresholdBot
from hotdice.game.generator import number, stream_key
from hotdice.server.http.routes.rules import listed_bots
from hotdice.terminal.app.menu.lineup import offered_bots
from hotdice.terminal.plain.menu import ask_seats
from hotdice.texts.languages import LANGUAGES, sentences, speaking

DOCS = Path(__file__).parents[1] / "docs"
TITLES = {bot.title for bot in BUILT_IN.values()}


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


def test_a_declared_bot_is_in_every_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new = Declaration("timid", lambda _: lambda key, drawn: ThresholdBot(1))
    monkeypatch.setitem(BUILT_IN, "timid", new)
    monkeypatch.setitem(sentences(), "bot.about.timid", "banks at once")
    monkeypatch.setattr("hotdice.terminal.plain.menu.ask", lambda question: "Ann,bot:timid")
    assert ask_seats(Rules.load("basic")) == ("Ann", "bot:timid")
    told = capsys.readouterr().out
    assert re.search("bot:timid +banks at once", told)
    assert "take over" not in told
    ask_seats(Rules.load("basic", piggyback=True))
    assert "Bots take over what is worth" in capsys.readouterr().out
    assert "timid" in offered_bots()
    assert "timid" in listed_bots()
    with pytest.raises(HotDiceError) as unknown:
        open_bot("nobody")
    assert "timid" in unknown.value.data["known"]


def test_the_lists_are_in_the_order_that_people_know() -> None:
    simple = ["random", "cautious", "bold"]
    levels = [f"human:{level}" for level in range(1, 11)]
    assert offered_bots() == [*simple, *levels, "turn", "optimal", "threshold:300"]
    strongest_first = ["optimal", "turn", "bold", "cautious", "random"]
    assert listed_bots() == ["human:1", "human:5", "human:10", *strongest_first]
    with pytest.raises(HotDiceError) as unknown:
        open_bot("nobody")
    others = ("turn", "optimal", "human:LEVEL", "threshold:N", "exec:COMMAND")
    assert unknown.value.data["known"] == (*simple, *others)


def test_the_docs_name_every_built_in_bot() -> None:
    table = (DOCS / "arena.md").read_text().split("## Who plays")[1].split("\n\n")[1]
    assert set(re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)) == TITLES
    (sentence,) = re.findall(r"Built-in bots are ([^(]+)", (DOCS / "bots.md").read_text())
    assert set(re.findall("`([^`]+)`", sentence)) == TITLES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_is_described(language: str) -> None:
    with speaking(language):
        known = sentences()
        for bot in BUILT_IN.values():
            assert f"bot.about.{bot.name}" in known
            assert bot.parameter is None or f"app.menu.bot.{bot.name}" in known
            assert bot.name in known["bot/not-here"]
        assert all(f"bot.about.{name}" in known for name in listed_bots())
        levels = [level for bot in BUILT_IN.values() for level in bot.named_levels.values()]
        assert all(f"level.{level}" in known for level in levels)
