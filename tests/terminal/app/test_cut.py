"""No line on any screen is cut, in either language, in the smallest window and in larger ones.

What a widget has to say is compared with the letters in its cells of the screen.
"""

import asyncio
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from support.app_guests import SMALL, ByKeys, settled, sitting
from support.lengths import cases
from textual.containers import ScrollableContainer
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from hotdice import Rules, State
from hotdice.game.record import Record
from hotdice.rules.files import preset_names
from hotdice.terminal.app.app import HotDiceApp
from hotdice.terminal.app.end_screen import EndScreen
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.lineup import offered_bots
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.app.widgets.dice import DiceRow
from hotdice.terminal.session import saves
from hotdice.terminal.text.columns import columns
from hotdice.texts import speak

LARGE = ((110, 30), (120, 40))
LONG = "Maximilian-Alexander Xyz"  # as long as names may be
TWO = (LONG, LONG[::-1])
EIGHT = (*TWO, "王小明" * 4, "Dee", "Eve", "Flo", "Gus", "Hal")
HUGE = "basic+target=1000000+tie=shared"


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=cases(["en", "de"], lambda name: name == "de"), autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    speak(request.param)
    yield request.param
    speak("en")


def assert_whole(pilot: Pilot[None]) -> None:
    """All that the screen has to say stands on it; what scrolls is whole line by line."""
    screen = pilot.app.screen
    strips = [strip.text for strip in screen._compositor.render_strips(pilot.app.size)]
    for widget in screen.walk_children(Widget):
        if widget.is_container or isinstance(widget, (Input, Choices)) or not _shown(widget):
            continue
        said = _letters(str(widget.render()))
        room = widget.content_region
        if any(isinstance(each, ScrollableContainer) for each in widget.ancestors):
            lines = [widget.render_line(y).text for y in range(widget.size.height)]
        else:
            rows = strips[room.y : room.bottom]  # fewer where it reaches below the window
            lines = [_cells(row, room.x, room.right) for row in rows]
        assert _letters("".join(lines)) == said, f"{widget} has to say {widget.render()}"
    for row in screen.query(DiceRow):
        wide = row.left_of(1) - row.left_of(0) - 1
        assert all(len(die.label) <= wide for die in row.dice)


def _letters(text: str) -> str:
    return "".join(text.split())


def _shown(widget: Widget) -> bool:
    return all(each.display for each in (widget, *widget.ancestors) if isinstance(each, Widget))


def _cells(line: str, begin: int, end: int) -> str:
    """The letters that begin in some columns."""
    at, found = 0, ""
    for letter in line:
        found += letter if begin <= at < end else ""
        at += columns(letter)
    return found


GAMES: dict[str, tuple[str, tuple[int, ...], tuple[str, ...], str]] = {
    "plain": ("basic", (4200, 3950), TWO, "551234 b 3 0 tab r r b 33345 tab tab w s ? a b 46 u"),
    "eight": ("basic", (4200,) * 8, EIGHT, "w 551234 b 3 s ? tab b a 223344 223344 u"),
    "farkles": ("zilch", (4200,) * 8, EIGHT, "w " + "223344 " * 18),
    "refused": ("thousand", (0, 0), TWO, "144432 tab b r 222 b"),
    "forced": ("thousand", (0, 0), TWO, "111555 tab b r 222341 tab b"),
    "forfeited": ("doubling", (0, 0), TWO, "122346 tab b"),
    "automatic": ("greed", (0, 0), TWO, "11223 b r 224 s"),
    "tie": ("greed", (2900, 1900), TWO, "11234 b a 11111"),
    "huge": (HUGE, (999_000, 950_000), TWO, "w 111111 tab b 111111 tab r 111111 tab b"),
    "huge eight": (HUGE, (999_000,) * 8, EIGHT, "w 111111 tab b 111111 tab r 111111 tab s a"),
    "ended": ("basic+hot_dice=end", (0, 0), TWO, "111555 tab r 12"),
    "minimum": ("basic+minimum=5000", (0, 0), TWO, "551234 tab b r 222"),
    "one die": ("pig", (0, 0), TWO, "6 b r 6 1 1"),
    "ten dice": ("basic+dice=10", (0, 0), TWO, "1111155555 tab r 1112345666 tab s"),
    "alone": ("basic", (9000,), TWO[:1], "551234 w tab b 111111 tab"),
}


ALIKE = ("farkles", "refused", "ended", "plain", "huge")  # others show the same lines
WINDOWS = cases(
    product(GAMES, (SMALL, *LARGE)),
    lambda case: case[1] == SMALL and case[0] not in ALIKE,
)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_no_line_of_the_table_is_cut(window: tuple[str, tuple[int, int]]) -> None:
    """With real dice, so that what falls is what stands here; popups are looked at as well."""
    game, size = window
    rules, totals, seats, played = GAMES[game]
    record = Record(State.start(Rules.load(rules), len(totals), totals), seats, None, "mine")

    async def scenario() -> None:
        async with sitting(record, size) as pilot:
            guest = ByKeys(pilot)
            assert_whole(pilot)
            for word in played.split():
                if word.isdigit() and len(word) > 1:
                    for face in word:
                        await pilot.press(face)
                        assert_whole(pilot)
                    await guest.key("enter")
                else:
                    await guest.key("question_mark" if word == "?" else word)
                    await _worked_out(pilot)
                assert_whole(pilot)
                if word in ("s", "?", "a"):
                    await guest.key("escape")
                    assert_whole(pilot)

    asyncio.run(asyncio.wait_for(scenario(), 300))


async def _worked_out(pilot: Pilot[None]) -> None:
    """Look at what is said meanwhile, too."""
    while any("…" in str(each.render())[-3:] for each in pilot.app.screen.query("#lines")):
        assert_whole(pilot)
        await pilot.pause(0.05)


@pytest.mark.parametrize("count", cases([1, 2, 8], lambda count: count == 8))
@pytest.mark.parametrize("size", cases([SMALL, *LARGE], lambda size: size == SMALL))
def test_no_line_of_the_end_is_cut(count: int, size: tuple[int, int]) -> None:
    rules = Rules.load("greed+target=1000000")
    record = Record(State.start(rules, count, (999_900,) * count), EIGHT[:count], None, "mine")

    async def scenario() -> None:
        async with sitting(record, size) as pilot:
            guest = ByKeys(pilot)
            for _ in range(count):
                await guest.throw("11234")
                await guest.key("b")
            assert isinstance(pilot.app.screen, EndScreen)
            assert_whole(pilot)
            while "…" in str(pilot.app.screen.query_one("#moments").render())[-3:]:
                await pilot.pause(0.05)
            assert_whole(pilot)

    asyncio.run(asyncio.wait_for(scenario(), 300))


@pytest.mark.parametrize("size", cases([SMALL, *LARGE], lambda size: size == SMALL))
def test_no_line_of_the_menu_is_cut(size: tuple[int, int]) -> None:
    for seats in (TWO, EIGHT):
        journal = saves.create(Record(State.start(Rules.load(HUGE), len(seats)), seats))
        journal.close()

    async def scenario() -> None:
        app = HotDiceApp(None, PlayOptions(fast=True))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert_whole(pilot)
            await pilot.press("n")
            for _ in preset_names():
                assert_whole(pilot)
                await pilot.press("down")
            await pilot.press("t", "x", "enter")
            assert_whole(pilot)
            await pilot.press("escape", "enter")
            for _ in offered_bots():
                assert_whole(pilot)
                await pilot.press("right")
            for key in ("u", "d", "d", "r", "x", "x", "a", *"aaaaaaa", "e"):
                await pilot.press(key)
                assert_whole(pilot)
            await pilot.press("escape", "escape", "escape", "escape")
            assert_whole(pilot)

    asyncio.run(asyncio.wait_for(scenario(), 300))


@pytest.mark.parametrize("size", [(79, 24), (60, 20), (40, 10), (30, 8)])
def test_a_window_that_is_too_small_says_so_in_whole_words(size: tuple[int, int]) -> None:
    record = Record(State.start(Rules.load("basic"), 2), TWO)

    async def scenario() -> None:
        async with sitting(record) as pilot:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            await pilot.pause()
            assert_whole(pilot)

    asyncio.run(asyncio.wait_for(scenario(), 300))
