"""Keys in bursts: held down, or many in one write. One popup at a time, and no dice played away."""

import asyncio
import random
import sys
from pathlib import Path
from time import monotonic

import pytest
from support.app_guests import SMALL, settled, sitting
from support.lengths import cases
from support.pty_screen import PtyScreen
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widgets import Static

from hotdice import Rules, State
from hotdice.game.record import Record
from hotdice.game.records import read
from hotdice.terminal.app.advice_screen import AdviceScreen
from hotdice.terminal.app.app import HotDiceApp
from hotdice.terminal.app.menu.seats import SeatsStep
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.app.widgets.log import Log
from hotdice.terminal.app.widgets.players_panel import PlayersPanel
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.debounce import INTERVAL, Debounce

PLAY = [sys.executable, "-m", "hotdice", "play"]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def popups(screen: PtyScreen) -> int:
    """How many frames lie over the table; dice that are picked have such corners too."""
    return sum("╭───────────────" in line for line in screen.lines)


def lies_open(screen: PtyScreen) -> bool:
    return "worth 0" in screen.text and not popups(screen)


@pytest.mark.parametrize("closing", cases(["\x1b", "q", "a"], lambda key: key == "a"))
def test_advice_asked_for_four_times_at_once_closes_at_one_key(
    tmp_path: Path, closing: str
) -> None:
    command = [*PLAY, "basic", "--seats", "Ann,Bob", "--seed", "3", "--fast"]
    screen = PtyScreen(command, tmp_path)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("r")
    screen.until(lies_open)
    screen.type("aaaa")
    screen.until(lambda screen: "best choice first" in screen.text)
    screen.read(1.0)  # nothing repeats any more
    screen.type(closing)
    screen.until(lies_open)
    screen.kill()


@pytest.mark.parametrize("key", cases(["?", "s", "a?s", "s?a"], lambda key: key == "a?s"))
def test_popups_do_not_stack(tmp_path: Path, key: str) -> None:
    screen = PtyScreen([*PLAY, "basic", "--seats", "Ann,Bob", "--seed", "3", "--fast"], tmp_path)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("r")
    screen.until(lies_open)
    screen.type(key * 3)
    screen.until(lambda screen: popups(screen) > 0)
    screen.read(1.0)  # nothing repeats any more
    screen.type("\x1b")
    screen.until(lies_open)
    screen.kill()


@pytest.mark.parametrize("key", ["a", "s", "question_mark"])
def test_a_key_held_down_opens_and_does_not_close(key: str) -> None:
    async def scenario() -> None:
        record = Record(State.start(Rules.load("basic"), 2), ("Ann", "Bob"))
        async with sitting(record, moment=60.0) as pilot:
            for _ in range(4):
                await pilot.press(key)
                await pilot.pause()
                assert isinstance(pilot.app.screen, ModalScreen)
            await pilot.press("escape")
            assert isinstance(pilot.app.screen, TableScreen)

    asyncio.run(asyncio.wait_for(scenario(), 300))


def burst(pilot: Pilot[None], keys: list[str]) -> None:
    """All of them at once, as one write of a terminal brings them."""
    for key in keys:
        named = {"?": "question_mark"}.get(key, key)
        pilot.app.post_message(Key(named, key if len(key) == 1 else None))


def test_whatever_comes_at_once_one_popup_tells_of_the_roll_that_lies_there(
    long_run: bool,
) -> None:
    chance = random.Random(14)
    rules = Rules.load("greed")
    adviser = Adviser(rules, 2)

    async def scenario() -> None:
        async with sitting(Record(State.start(rules, 2), ("Ann", "Bob"), 3)) as pilot:
            seen = 0
            for _ in range(60 if long_run else 15):
                burst(pilot, chance.choices(["r", "a", "?", "b", "s", "u", "escape"], k=8))
                await settled(pilot)
                stack = pilot.app.screen_stack
                assert sum(isinstance(each, ModalScreen) for each in stack) <= 1, stack
                top = pilot.app.screen
                if isinstance(top, AdviceScreen):
                    while "%" not in str(top.query_one("#lines", Static).render()):
                        await pilot.pause(0.02)
                    state = stack[-2].query_one(PlayersPanel).state
                    assert state is not None
                    best = adviser.advice(state).choices[0].chance
                    assert f"{100 * best:.1f} %" in str(top.query_one("#lines", Static).render())
                    seen += 1
                burst(pilot, ["escape"])
                await settled(pilot)
                if not isinstance(pilot.app.screen, TableScreen):
                    break  # somebody has won
            assert seen

    asyncio.run(asyncio.wait_for(scenario(), 300))


@pytest.mark.parametrize("key", ["r", "b", "enter"])
def test_no_key_plays_on_while_it_repeats(key: str) -> None:
    """In greed every roll can be played on at once."""

    async def scenario() -> None:
        record = Record(State.start(Rules.load("greed"), 1), ("Ann",), 3)
        async with sitting(record, moment=60.0) as pilot:
            await pilot.press("r")
            for _ in range(10):
                await settled(pilot)
                await pilot.press(key)
            table = pilot.app.screen
            assert isinstance(table, TableScreen)
            assert len(table.query_one(Log).sentences) == 1

    asyncio.run(asyncio.wait_for(scenario(), 300))


def test_a_key_that_repeats_begins_the_moment_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("hotdice.terminal.session.debounce.monotonic", lambda: now)
    debounce = Debounce()
    assert debounce.accepts()
    debounce.restart()
    for _ in range(50):
        now += 0.04
        assert not debounce.accepts()
    now += 0.31
    assert debounce.accepts()


def test_a_key_held_down_at_a_terminal(tmp_path: Path) -> None:
    """Thirty signs a second; on a busy machine some of them come late and may count."""
    path = tmp_path / "game.jsonl"
    command = [*PLAY, "greed", "--seats", "Ann", "--seed", "3", "--fast", "--record", str(path)]
    screen = PtyScreen(command, tmp_path)
    screen.until(lambda screen: "turn 1" in screen.text)
    begin = monotonic()
    for _ in range(60):
        screen.type("r")
        screen.read(0.03)
    screen.read(1.0)
    held = len(read(str(path)).steps)
    assert held <= 1 + (monotonic() - begin) / INTERVAL  # those that came late
    screen.type("r")  # pressed once more
    while len(read(str(path)).steps) == held:
        screen.read(0.1)
    screen.kill()


def test_a_double_click_on_roll_rolls_once() -> None:
    async def scenario() -> None:
        record = Record(State.start(Rules.load("greed"), 1), ("Ann",), 3)
        async with sitting(record, moment=30.0) as pilot:
            for _ in range(2):
                await pilot.click("#roll")
                await settled(pilot)
            table = pilot.app.screen
            assert isinstance(table, TableScreen)
            assert len(table.query_one(Log).sentences) == 1

    asyncio.run(asyncio.wait_for(scenario(), 300))


@pytest.mark.parametrize(
    "rules",
    cases(["thousand", "basic+entry=1000+below_entry=refuse"], lambda rules: rules == "thousand"),
)
def test_enter_held_line_by_line_plays_one_roll(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "game.jsonl"
    command = [*PLAY, rules, "--seats", "Ann", "--seed", "3", "--record", str(path), "--plain"]
    screen = PtyScreen(command, tmp_path)
    screen.until(lambda screen: "press Enter to roll" in screen.text)
    screen.read(0.6)
    screen.type("\n" * 40)
    screen.until(lambda screen: screen.text.rstrip().endswith(":"))
    screen.read(1.0)
    held = len(read(str(path)).steps)
    assert held < 4  # one, and on a busy machine perhaps more
    screen.type("\n")
    while len(read(str(path)).steps) == held:
        screen.read(0.1)
    screen.kill()


def test_lines_typed_ahead_count(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [*PLAY, "greed", "--seats", "Ann", "--seed", "3", "--record", str(path), "--plain"]
    screen = PtyScreen(command, tmp_path)
    screen.type("roll\nroll\nquit\n")
    screen.until(lambda screen: "The game is saved" in screen.text)
    screen.kill()
    assert len(read(str(path)).steps) == 2


def test_a_key_held_in_the_menu_opens_one_page_and_begins_one_game() -> None:
    async def scenario() -> None:
        app = HotDiceApp(None, PlayOptions(fast=True))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            burst(pilot, ["enter"] * 8)
            await pilot.pause(0.2)
            assert app.screen.query_one(SeatsStep).display
            await pilot.press("escape")
            assert not app.screen.query_one(SeatsStep).display
            await pilot.press("enter")
            burst(pilot, ["enter"] * 8)
            while not isinstance(app.screen, TableScreen):
                await pilot.pause(0.02)
            await settled(pilot)
            assert sum(isinstance(each, TableScreen) for each in app.screen_stack) == 1

    asyncio.run(asyncio.wait_for(scenario(), 300))
