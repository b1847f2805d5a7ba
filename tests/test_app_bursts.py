"""Keys in bursts: held down, or many in one write. One popup at a time, and no dice played away."""

import asyncio
import random
import sys
from pathlib import Path

import pytest
from app_guests import SMALL, settled, sitting
from pty_screen import PtyScreen
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widgets import Static

from hotdice import Rules, State
from hotdice.game.record import Record
from hotdice.terminal.adviser import Adviser
from hotdice.terminal.app.advice import AdviceScreen
from hotdice.terminal.app.app import HotDiceApp
from hotdice.terminal.app.menu.seats import SeatsStep
from hotdice.terminal.app.options import Options
from hotdice.terminal.app.players import Players
from hotdice.terminal.app.table import TableScreen

PLAY = [sys.executable, "-m", "hotdice", "play"]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def popups(screen: PtyScreen) -> int:
    """How many frames lie over the table; dice that are picked have such corners too."""
    return sum(line.strip().startswith("╭───────────────") for line in screen.lines)


def lies_open(screen: PtyScreen) -> bool:
    return "worth 0" in screen.text and not popups(screen)


@pytest.mark.parametrize("closing", ["\x1b", "q", "a"])
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
    screen.type(closing)
    screen.until(lies_open)
    screen.kill()


@pytest.mark.parametrize("key", ["?", "a?a?", "??a"])
def test_popups_do_not_stack(tmp_path: Path, key: str) -> None:
    screen = PtyScreen([*PLAY, "basic", "--seats", "Ann,Bob", "--seed", "3", "--fast"], tmp_path)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("r")
    screen.until(lies_open)
    screen.type(key * 3)
    screen.until(lambda screen: popups(screen) > 0)
    screen.type("\x1b")
    screen.until(lies_open)
    screen.kill()


def burst(pilot: Pilot[None], keys: list[str]) -> None:
    """All of them at once, as one write of a terminal brings them."""
    for key in keys:
        named = {"?": "question_mark"}.get(key, key)
        pilot.app.post_message(Key(named, key if len(key) == 1 else None))


def test_whatever_comes_at_once_one_popup_tells_of_the_roll_that_lies_there() -> None:
    chance = random.Random(14)
    rules = Rules.load("greed")
    adviser = Adviser(rules, 2)

    async def scenario() -> None:
        async with sitting(Record(State.start(rules, 2), ("Ann", "Bob"), 3)) as pilot:
            seen = 0
            for _ in range(60):
                burst(pilot, chance.choices(["r", "a", "?", "b", "s", "u", "escape"], k=8))
                await settled(pilot)
                stack = pilot.app.screen_stack
                assert sum(isinstance(each, ModalScreen) for each in stack) <= 1, stack
                top = pilot.app.screen
                if isinstance(top, AdviceScreen):
                    while "%" not in str(top.query_one("#lines", Static).render()):
                        await pilot.pause(0.02)
                    state = stack[-2].query_one(Players).state
                    assert state is not None
                    best = adviser.advice(state).choices[0].chance
                    assert f"{100 * best:.1f} %" in str(top.query_one("#lines", Static).render())
                    seen += 1
                burst(pilot, ["escape"])
                await settled(pilot)
                if not isinstance(pilot.app.screen, TableScreen):
                    break  # somebody has won
            assert seen > 3

    asyncio.run(asyncio.wait_for(scenario(), 120))


def test_a_key_held_in_the_menu_opens_one_page_and_begins_one_game() -> None:
    async def scenario() -> None:
        app = HotDiceApp(None, Options(fast=True))
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

    asyncio.run(asyncio.wait_for(scenario(), 120))
