"""The menu as people use it: by keys alone and by mouse alone, in small windows and large ones."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from support.lengths import cases
from textual import events
from textual.app import App
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Static

from hotdice import HotDiceError, Rules, State
from hotdice.bots import catalogue
from hotdice.game.record import Record
from hotdice.rules.files import preset_names
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.lineup import Lineup, SeatChoice, described, offered_bots
from hotdice.terminal.app.menu.result import Resume, Setup
from hotdice.terminal.app.menu.screen import MenuScreen
from hotdice.terminal.app.menu.seat_row import SeatRow
from hotdice.terminal.app.menu.seats import DiceToggle
from hotdice.terminal.app.rule_sheet import SheetScreen, SheetView
from hotdice.terminal.app.widgets.changing_text import ChangingText
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.terminal.session import last_setup, saves
from hotdice.terminal.session.last_setup import LastSetup
from hotdice.texts import say, speak

SMALL, LARGE = (80, 24), (120, 40)
GREED = sorted(set(preset_names()) - {"basic"}).index("greed") + 1  # its place, after basic
WRONG = 'name = "wrong house"\ndice = 15\n\n[score]\n1 = 0\n'
HOUSE = 'name = "house"\ntitle = "Our house"\ndice = 4\ntarget = 700\n\n[score]\n1 = 100\n'

Result = Setup | Resume | None


class Host(App[Result]):
    """Shows the menu and ends with what it gives."""

    left = False

    def on_mount(self) -> None:
        """The menu first."""
        self.push_screen(MenuScreen(), self.leave)

    def leave(self, result: Result) -> None:
        """End with this."""
        self.left = True
        self.exit(result)


class User:
    """Somebody at the menu, who presses keys, clicks and reads."""

    def __init__(self, pilot: Pilot[Result]) -> None:
        self.pilot = pilot
        self.app = pilot.app

    async def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Type letters."""
        await self.press(*text)

    async def click(self, label: str) -> None:
        """Click the key hint that says so."""
        hints = [hint for hint in self.app.screen.query(KeyHint) if hint.region.area]
        found = [hint for hint in hints if label in str(hint.render())]
        assert len(found) == 1, (label, found)
        await self.pilot.click(found[0])
        await self.pilot.pause()

    async def click_seat(self, number: int, part: str) -> None:
        """Click a part of a seat."""
        await self.pilot.click(self.row(number).query_one(part))
        await self.pilot.pause()

    def row(self, number: int) -> SeatRow:
        """A seat, counted from 1."""
        return self.app.screen.query(SeatRow)[number - 1]

    def text(self) -> str:
        """The whole screen as it is seen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    def status(self) -> str:
        """The line that tells."""
        shown = [one for one in self.app.screen.query(".status") if one.region.area]
        assert len(shown) == 1
        return str(shown[0].render())

    def sheet(self) -> str:
        """The rule sheet, or what stands in its place."""
        return str(self.app.screen.query_one("SheetView > Static", Static).render())


def use(doing: Callable[[User], Awaitable[None]], size: tuple[int, int] = SMALL) -> Result:
    """What the menu gives to somebody who does this."""

    async def run() -> Result:
        app = Host()
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await doing(User(pilot))
            await pilot.pause()
        return app.return_value

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games and the folder of a test are its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def german() -> Iterator[None]:
    speak("de")
    yield
    speak("en")


def saved(rules: str, seats: tuple[str, ...], age: int) -> str:
    """A saved game, last played so many hours ago."""
    record = Record(State.start(Rules.load(rules), len(seats)), seats)
    journal = saves.create(record)
    journal.close()
    os.utime(journal.path, (1_700_000_000 - age * 3600,) * 2)
    return journal.path


def assert_whole(user: User) -> None:
    """Nothing on the screen is cut off; what lies in something that scrolls may be below it."""
    screen = user.app.screen
    for widget in screen.walk_children(Widget):
        if not widget.region.area:
            continue
        assert widget.region.x >= 0, widget
        assert widget.region.right <= screen.size.width, widget
        scrolls = any(isinstance(node, VerticalScroll) for node in widget.ancestors)
        assert scrolls or widget.region.bottom <= screen.size.height, widget
        if isinstance(widget, Static):
            width, height = widget.size
            text = str(widget.render())
            assert max(map(len, text.split()), default=0) <= width, text
            assert widget.get_content_height(screen.size, screen.size, width) <= height, text
            if isinstance(widget, KeyHint) or widget.has_class("kind"):
                assert len(text) <= width, text
        if isinstance(widget, Input):
            assert len(widget.placeholder) <= widget.size.width
    for seats in screen.query("SeatsStep VerticalScroll"):
        assert seats.max_scroll_y == 0


@pytest.mark.parametrize("size", cases([SMALL, LARGE], lambda size: size == SMALL))
def test_a_game_is_set_up_by_keys_alone(size: tuple[int, int]) -> None:
    async def doing(user: User) -> None:
        await user.press(*["down"] * GREED)
        assert "▶ Greed" in user.text()
        await user.press("enter", "a", "right", "u", "up", "e")
        await user.type("Ann")
        await user.press("enter", "r", "enter")

    rules = Rules.load("greed")
    assert use(doing, size) == Setup(rules, ("Ann", "bot:random", "bot:cautious"), "mine")


@pytest.mark.parametrize("size", cases([SMALL, LARGE], lambda size: size == SMALL))
def test_a_game_is_set_up_by_mouse_alone(size: tuple[int, int]) -> None:
    async def doing(user: User) -> None:
        lines = user.text().split("\n")
        y = next(number for number, line in enumerate(lines) if "  Greed" in line)
        await user.pilot.click(Choices, offset=(5, y - 2))
        assert "▶ Greed" in user.text()
        await user.click("Play with these rules")
        await user.click("Add a seat")
        await user.click_seat(3, ".after")  # a person becomes the first of the bots
        await user.click_seat(2, ".before")  # cautious becomes the one before
        await user.click("up")
        await user.pilot.click(DiceToggle)
        await user.click_seat(2, ".name")
        await user.click("Start the game")

    rules = Rules.load("greed")
    assert use(doing, size) == Setup(rules, ("bot:random", "Player", "bot:random"), "mine")


def test_the_sheet_follows_the_list() -> None:
    async def doing(user: User) -> None:
        names = sorted(preset_names(), key=lambda name: (name != "basic", name))
        for name in names:
            rules = Rules.load(name)
            assert user.sheet().startswith(f"{rules.title} ({name})")
            assert f"{rules.target:,}" in user.sheet()
            await user.press("down")

    use(doing)


@pytest.mark.parametrize("size", cases([SMALL, LARGE], lambda size: size == SMALL))
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_cut_off(size: tuple[int, int], language: str, german: None) -> None:
    speak(language)
    Path("wrong.toml").write_text(WRONG)
    Path("house.toml").write_text(HOUSE)
    for age in range(9):
        saved("thousand", ("A" * 24, *["bot:threshold:300"] * 7), age)
    Path(saves.unfinished_folder(), "a.jsonl").write_text("nonsense\n")

    async def doing(user: User) -> None:
        assert_whole(user)
        await user.press("n")
        for keys in (["down"], ["end"], ["up"]):  # a preset, a file with mistakes, one without
            await user.press(*keys)
            assert_whole(user)
        await user.press("enter", "r")
        assert_whole(user)
        await user.press("x")  # one seat
        assert_whole(user)
        await user.press(*"aaaaaaa", *["left"] * 3, "up", *["right"] * 4)
        assert_whole(user)
        assert [row.display for row in user.app.screen.query(SeatRow)] == [True] * 8
        await user.press("a")
        assert_whole(user)
        await user.press("e")
        user.app.screen.query_one("SeatRow Input", Input).value = "x" * 30
        await user.press("enter")
        assert_whole(user)

    use(doing, size)


def test_every_bot_is_described_in_one_line(german: None) -> None:
    async def doing(user: User) -> None:
        await user.press("enter")
        widths = [
            user.row(2).query_one(part, ChangingText).size.width for part in (".kind", ".name")
        ]
        for language in ("en", "de"):
            speak(language)
            for bot in offered_bots():
                assert len(say("app.menu.bot", bot=bot)) <= widths[0]
                assert len(described(SeatChoice("Ann", bot))) <= widths[1]

    use(doing)


@pytest.mark.parametrize("by", ["keys", "mouse", "double click"])
def test_an_unfinished_game_goes_on(by: str) -> None:
    old = saved("greed", ("Ann", "bot:bold"), 20)
    new = saved("basic", ("Bob",), 2)
    broken = Path(saves.unfinished_folder(), "broken.jsonl")
    broken.write_text("no game\n")

    async def doing(user: User) -> None:
        lines = user.text().split("\n")
        found = [line for line in lines if "Farkle, basic" in line or "Greed" in line]
        assert ["basic" in line for line in found] == [True, False]  # played last first
        assert "Ann 0, Bold 0" in user.text()
        assert "broken.jsonl" in user.status()
        if by == "keys":
            await user.press("down", "enter")
        elif by == "mouse":
            await user.pilot.click(Choices, offset=(5, 2))
            await user.click("Resume")
        else:
            await user.pilot.click(Choices, offset=(5, 2), times=2)

    assert use(doing) == Resume(old)
    assert use(lambda user: user.press("enter")) == Resume(new)
    assert broken.read_text() == "no game\n"


def test_an_unfinished_game_is_deleted_once_that_is_confirmed() -> None:
    paths = [saved("greed", ("Ann", "bot:bold"), 20), saved("basic", ("Bob",), 2)]

    def left() -> list[bool]:
        return [Path(path).exists() for path in paths]

    async def doing(user: User) -> None:
        await user.press("y", *"dddd", "down", "y")  # held, then moved on: nothing is confirmed
        assert left() == [True, True]
        await user.click("delete")
        assert user.status().startswith("Delete Greed, Ann ")
        assert "y deletes, n keeps it" in user.status()
        await user.press("y", "y")
        assert left() == [False, True]
        assert "Ann" not in user.text()
        assert "Bob" in user.text()
        await user.press("d", "y")  # the last one: on to a new game
        assert left() == [False, False]
        assert "rules" in user.text()

    use(doing)


@pytest.mark.parametrize("key", ["n", "escape", "down"])
def test_a_game_that_was_to_be_deleted_is_kept(key: str) -> None:
    path = saved("greed", ("Ann", "bot:bold"), 20)
    saved("basic", ("Bob",), 2)

    async def doing(user: User) -> None:
        before = user.status()
        await user.press("d", key)
        assert user.status() == before
        assert "Ann" in user.text()  # still this page
        await user.press("y")
        assert Path(path).exists()

    use(doing)


def test_a_new_game_beside_unfinished_ones() -> None:
    saved("greed", ("Ann", "bot:bold"), 1)

    async def doing(user: User) -> None:
        await user.press("n", "escape")
        assert "Ann 0" in user.text()
        await user.click("New game")
        await user.press("enter", "enter")

    assert use(doing) == Setup(Rules.load("basic"), ("Player", "bot:cautious"))


def test_only_unreadable_games() -> None:
    os.makedirs(saves.unfinished_folder())
    for name in ("a.jsonl", "b.jsonl"):
        Path(saves.unfinished_folder(), name).write_text("{")

    async def doing(user: User) -> None:
        assert "2 saved games" in user.status()
        assert "b.jsonl, a.jsonl" in user.status()
        assert "Farkle, basic (basic)" in user.text()

    use(doing)


def test_the_mistakes_of_a_file_are_told_together_until_it_is_mended() -> None:
    Path("wrong.toml").write_text(WRONG)
    Path("pyproject.toml").write_text('[project]\nname = "other"\n')

    async def doing(user: User) -> None:
        await user.press("end")
        assert "wrong.toml" in user.text()
        assert "3 mistakes" in user.text()
        for line in (1, 2, 5):
            assert f"wrong.toml:{line}: " in user.sheet()
        assert "pyproject" not in user.text()
        await user.press("enter")
        assert "mistakes" in user.status()
        Path("wrong.toml").write_text(HOUSE)
        await user.press("enter")
        assert "Our house, to 700" in user.text()
        await user.press("enter")

    result = use(doing)
    assert isinstance(result, Setup)
    assert result.rules == Rules.load("wrong.toml")


def test_rules_are_typed() -> None:
    async def doing(user: User) -> None:
        await user.press("t")
        await user.press("enter")
        assert "nothing was typed" in user.status()
        await user.type("qureed")  # q is a letter here
        await user.press("enter")
        assert "no such rules" in user.status()
        assert "mistake" not in user.status()
        await user.press("escape")
        assert "Farkle, basic (basic)" in user.sheet()
        await user.press("t", *["backspace"] * 6)
        await user.type("greed+target=5000")
        await user.press("enter")
        assert "5,000" in user.sheet()
        await user.press("enter", "enter")

    assert use(doing) == Setup(Rules.load("greed", target=5000), ("Player", "bot:cautious"))
    assert last_setup.last() == LastSetup("greed+target=5000", ("Player", "bot:cautious"))
    again = use(lambda user: user.press("enter", "enter"))
    assert isinstance(again, Setup)
    assert again.rules.target == 5000


def test_a_file_is_found_again_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("house.toml").write_text(HOUSE)
    house = Rules.load("house.toml")
    use(lambda user: user.press("end", "enter", "down", "x", "enter"))
    assert use(lambda user: user.press("enter", "enter")) == Setup(house, ("Player",))
    monkeypatch.chdir(tmp_path)
    assert use(lambda user: user.press("enter", "enter")) == Setup(house, ("Player",))
    (tmp_path / "here" / "house.toml").unlink()
    assert use(lambda user: user.press("enter", "enter")) == Setup(Rules.load("basic"), ("Player",))


def test_a_name_that_cannot_be_is_told_at_its_place() -> None:
    names = {
        "": "a name is needed",
        "   ": "a name is needed",
        "Player 3": "two players are called Player 3",
        "x" * 25: "is not a valid name",
        "Ann, Bob": "a name cannot have a comma",
        "bot:nobody": "unknown bot",
        "bot:human:11": "a level from 1 to 10",
        "bot:exec:'": "is not a command",
        "Ann\x07": "is not a valid name",
    }

    async def doing(user: User) -> None:
        await user.press("enter", "a", "up", "up", "e")
        wrong = user.row(1).query_one(".wrong", Static)
        for typed, words in names.items():
            user.app.screen.query_one("SeatRow Input", Input).value = typed
            await user.press("enter")
            assert words in str(wrong.render())
            assert wrong.region.area
            assert_whole(user)
        await user.click("Start the game")
        assert wrong.region.area
        await user.press("escape")
        assert not wrong.region.area
        await user.press("enter")

    assert use(doing) == Setup(Rules.load("basic"), ("Player", "bot:cautious", "Player 3"))


def test_a_bot_is_typed_and_a_click_elsewhere_takes_the_name() -> None:
    async def doing(user: User) -> None:
        await user.press("enter", "e")
        await user.type("bot:threshold:450")
        await user.press("enter")
        assert "450" in user.text()
        await user.press("a", "e")
        await user.type("Quentin, q")
        await user.click_seat(2, ".number")
        assert "cannot have a comma" in user.text()
        await user.press(*["backspace"] * 3)
        await user.click_seat(2, ".number")
        assert "▶ 2" in user.text()
        await user.click("Start the game")

    seats = ("bot:threshold:450", "bot:cautious", "Quentin")
    assert use(doing) == Setup(Rules.load("basic"), seats)


def test_eight_seats_are_the_most_and_one_the_least() -> None:
    async def doing(user: User) -> None:
        await user.press("enter", "u")
        assert "already the first seat" in user.status()
        await user.press("down", "d")
        assert "already the last seat" in user.status()
        await user.press(*"aaaaaa")
        assert "✗" not in user.text()
        await user.press("a")
        assert "at most 8 seats" in user.status()
        shown = [row.display for row in user.app.screen.query(SeatRow)]
        assert shown == [True] * 8
        await user.press(*"xxxxxxx")
        assert "Solo: reach 10,000 in the fewest turns" in user.text()
        await user.press("x")
        assert "the last seat cannot be removed" in user.status()
        await user.press("enter")

    assert use(doing) == Setup(Rules.load("basic"), ("Player",))


def test_bots_alone_are_watched() -> None:
    async def doing(user: User) -> None:
        await user.press("enter", "left")
        assert "you watch" in user.text()

    use(doing)


def test_a_bot_without_numpy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "find_spec", lambda name: None)

    async def doing(user: User) -> None:
        await user.press("enter", *["right"] * 4)
        assert "human:1 needs the extra solve" in user.text()
        await user.press("down", "enter")
        assert "✗ human:1 needs the extra solve" in user.text()
        assert_whole(user)
        await user.press("left", "enter")

    assert use(doing) == Setup(Rules.load("basic"), ("bot:bold", "bot:cautious"))


def test_german(german: None) -> None:
    async def doing(user: User) -> None:
        assert "neues Spiel · Regeln" in user.text()
        await user.click("Mit diesen Regeln")
        assert "Mensch" in user.text()
        await user.click("Platz weg")
        await user.click("Platz weg")
        assert "der letzte Platz lässt sich nicht entfernen" in user.status()
        await user.press("right", "left", "enter")

    assert use(doing) == Setup(Rules.load("basic"), ("bot:cautious",))


def test_escape_goes_back_and_q_quits() -> None:
    async def doing(user: User) -> None:
        assert "esc back" not in user.text()
        await user.press("escape")
        assert "the first page" in user.status()
        await user.press("down", "enter", "a")
        assert "esc back" in user.text()
        await user.press("escape")
        assert "▶ Farkle, CardGames" in user.text()
        await user.press("down", "enter")
        assert "Farkle, classic" in user.text()
        assert "Player 3" in user.text()
        assert isinstance(user.app, Host)
        assert not user.app.left
        await user.press("q")
        assert user.app.left

    assert use(doing) is None
    assert last_setup.last() is None


def test_the_window_changes_while_one_chooses() -> None:
    async def doing(user: User) -> None:
        for size in (LARGE, SMALL, (200, 60), SMALL):
            await user.pilot.resize_terminal(*size)
            await user.pilot.pause()
            assert_whole(user)
            assert ("Greed  " + " " * 22 + "5 dice" in user.text()) == (size != SMALL)

    use(doing)


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"[" * 90_000, b'{"rules": 3}', b'{"seats": []}']
)
def test_a_last_setup_that_cannot_be_read_is_ignored(content: bytes) -> None:
    os.makedirs(os.path.dirname(last_setup.path()))
    Path(last_setup.path()).write_bytes(content)
    assert last_setup.last() is None


@pytest.mark.parametrize("seats", [("Ann", "Ann"), ("bot:nobody",), ("",), ()])
def test_a_last_setup_with_seats_that_cannot_be_is_ignored(seats: tuple[str, ...]) -> None:
    last_setup.remember(LastSetup("basic", seats))
    assert last_setup.last() is None


def test_a_disk_that_takes_nothing_does_not_keep_one_from_playing() -> None:
    Path(os.environ["XDG_DATA_HOME"]).write_text("a file where a folder should be")
    last_setup.remember(LastSetup("basic", ("Ann",)))
    assert last_setup.last() is None
    assert use(lambda user: user.press("enter", "enter")) is not None


def test_the_sheet_over_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hotdice.terminal.session.debounce.INTERVAL", 0.0)

    class Table(App[None]):
        """Something to lay the sheet on."""

    async def run() -> None:
        app = Table()
        async with app.run_test(size=SMALL) as pilot:
            for key in ("escape", "question_mark", "q"):
                await app.push_screen(SheetScreen(Rules.load("zilch")))
                await pilot.pause()
                view = app.screen.query_one(SheetView)
                while not view.scroll_y == view.max_scroll_y > 0:  # its size comes a little later
                    view.scroll_end(animate=False)
                    await pilot.pause()
                await pilot.press("home", key)
                assert not isinstance(app.screen, SheetScreen)
            await app.push_screen(SheetScreen(Rules.load("zilch")))
            await pilot.pause()
            await pilot.click(app.screen.query(KeyHint).first())
            assert not isinstance(app.screen, SheetScreen)

    asyncio.run(asyncio.wait_for(run(), 300))


def test_a_seat_goes_round_all_who_can_sit_there() -> None:
    lineup = first = Lineup.of(("Ann", "bot:optimal"))
    seen = []
    for _ in range(len(offered_bots()) + 1):
        seen.append(lineup.seat.bot)
        lineup = lineup.cycle(1)
    assert lineup == first
    assert lineup.cycle(1).cycle(-1) == first
    assert set(seen) == {None, *offered_bots()}
    assert {f"human:{level}" for level in range(1, 11)} <= set(offered_bots())


def test_who_comes_back_never_has_the_name_of_another() -> None:
    lineup = Lineup.of(("Ann", "Bob")).cycle(1)
    lineup = lineup.choose(1).typed("Ann").choose(0).cycle(-1)
    assert len(set(lineup.texts())) == 2
    with pytest.raises(HotDiceError):
        lineup.typed("ann, Ann")


def test_a_paste_with_control_signs_is_no_crash() -> None:
    async def doing(user: User) -> None:
        await user.press("t")
        user.app.screen.query_one(Input).post_message(events.Paste("gr\x00eed\x1b"))
        await user.press("enter")
        assert "Greed (greed)" in user.sheet()

    use(doing)
