"""The game on a full screen: whole games by keys alone and by the mouse alone, and every phase."""

import asyncio
import errno
import os
import re
import sys
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from support.app_guests import LARGE, SMALL, ByKeys, ByMouse, Guest, settled, sitting
from support.lengths import cases
from support.pty_screen import PtyScreen
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from hotdice import Rules, State
from hotdice.bots import make
from hotdice.game import Action, Step, play
from hotdice.game.actions import BANK, ROLL
from hotdice.game.dice import SeededDice
from hotdice.game.generator import stream_key
from hotdice.game.record import Record, parse
from hotdice.game.records import read
from hotdice.terminal.app.advice_screen import AdviceScreen
from hotdice.terminal.app.app import HotDiceApp
from hotdice.terminal.app.end_screen import EndScreen
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.rules import RulesStep
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.app.widgets.action_button import ActionButton
from hotdice.terminal.app.widgets.felt import Felt
from hotdice.terminal.app.widgets.log import Log
from hotdice.terminal.app.widgets.players_panel import PlayersPanel
from hotdice.terminal.session import saves
from hotdice.terminal.session.action_preview import roll_preview
from hotdice.terminal.session.play_request import PlayRequest
from hotdice.terminal.text.score_sheet import score_sheet
from hotdice.texts import speak

RULEBOOKS = ("basic", "doubling", "three-pair", "thousand", "greed")
HOUSE = 'name = "house"\ntitle = "Our house"\ndice = 5\nkeep = "all"\n\n[score]\n1 = 100\n2 = 20\n'
GUESTS: list[type[Guest]] = [ByKeys, ByMouse]
KEYS_FIRST = cases(GUESTS, lambda guest: guest is ByKeys)  # where a click is the key it stands for


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(), 300))


def state_of(pilot: Pilot[None]) -> State:
    state = pilot.app.screen.query_one(PlayersPanel).state
    assert state is not None
    return state


def status(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one("#status", Static).render())


def offered(pilot: Pilot[None], which: str) -> str:
    return pilot.app.screen.query_one(f"#{which}", ActionButton).preview.text


def felt(pilot: Pilot[None]) -> str:
    return "\n".join(str(each.render()) for each in pilot.app.screen.query_one(Felt).query(Static))


class Sensible:
    """Keeps as many dice as possible and banks from 300 on, as the guests of this test do."""

    def choose(self, state: State) -> Action:
        """A keep, or roll or bank."""
        if state.rolled:
            return most_points(state)
        return BANK if BANK in state.actions() and state.turn_points >= 300 else ROLL


def most_points(state: State) -> Action:
    return state.actions()[0]


async def play_to_the_end(pilot: Pilot[None], guest: Guest) -> None:
    while isinstance(pilot.app.screen, TableScreen):
        state = state_of(pilot)
        if not state.rolled:
            after = state
        else:
            if len(state.actions()) > 1:
                await guest.key("tab")
            after = state.keep(most_points(state).dice)  # type: ignore[union-attr]
        bank = not after.fresh and BANK in after.actions() and after.turn_points >= 300
        await guest.key("b" if bank else "r")


@pytest.mark.parametrize(
    "game",
    cases(
        product(RULEBOOKS, GUESTS),
        lambda case: case in (("basic", ByMouse), ("thousand", ByKeys)),
    ),
)
def test_a_whole_game_of_each_rulebook(game: tuple[str, type[Guest]]) -> None:
    """What the app has written is what the driver gives for the same dice and decisions."""
    rules, guest = game
    start = State.start(Rules.load(rules, target=2000), 2)
    bot = make("bold", stream_key(11, 0, 2))
    expected = list(play(start, [Sensible(), bot], SeededDice(11)))

    async def scenario() -> None:
        async with sitting(Record(start, ("Ann", "bot:bold"), 11)) as pilot:
            await play_to_the_end(pilot, guest(pilot))
            assert isinstance(pilot.app.screen, EndScreen)
            await pilot.press("q")

    run(scenario)
    [(path, _, record)] = saves.all_games(lambda error: pytest.fail(str(error)))
    assert list(record.steps) == expected
    assert read(path).state.over


def at_table(
    rules: str, totals: tuple[int, ...], scenario: Callable[[Pilot[None], Guest], Awaitable[None]]
) -> Callable[[type[Guest]], None]:
    """A scenario with real dice, so that what falls is what the test says."""

    def play_as(guest: type[Guest]) -> None:
        seats = ("Ann", "Bob", "Cy")[: len(totals)]
        start = State.start(Rules.load(rules), len(totals), totals)

        async def sit() -> None:
            async with sitting(Record(start, seats, None, "mine")) as pilot:
                await scenario(pilot, guest(pilot))

        run(sit)

    return play_as


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_hot_dice_that_are_forced(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("111555")
        await ann.key("tab")
        assert "Roll all 6 again" in offered(pilot, "roll")
        await ann.key("b")
        assert "once more before you bank" in status(pilot)
        assert state_of(pilot).rolled
        await ann.key("r")
        await ann.throw("222341")
        await ann.key("tab")
        await ann.key("b")
        assert state_of(pilot).totals == (1800, 0)

    at_table("thousand", (0, 0), scenario)(guest)


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_entry_that_is_refused_says_how_much_is_missing(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("144432")
        await ann.key("tab")
        assert "500 more" in offered(pilot, "bank")
        await ann.key("b")
        assert "500 more to get on the board" in status(pilot)
        assert state_of(pilot).player == 0

    at_table("thousand", (0, 0), scenario)(guest)


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_entry_that_is_forfeited_is_said_before(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("122346")
        await ann.key("tab") if len(state_of(pilot).actions()) > 1 else None
        assert "200 too few" in offered(pilot, "bank")
        await ann.key("b")
        assert state_of(pilot).totals == (0, 0)
        assert state_of(pilot).player == 1
        assert "banked 0, 100 is too few" in pilot.app.screen.query_one(Log).sentences[-1]

    at_table("doubling", (0, 0), scenario)(guest)


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_the_last_round_is_announced_and_won(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("115234")
        await ann.key("tab")
        await ann.key("b")
        assert "More than 10,150 wins: 1,150 behind" in felt(pilot)
        assert "Bob" in felt(pilot)
        await ann.throw("111146")
        await ann.key("tab")
        assert "More than 10,150 wins: 50 short so far" in felt(pilot)
        await ann.key("b")
        assert isinstance(pilot.app.screen, EndScreen)
        assert "Ann wins with 10,150" in str(pilot.app.screen.query_one("#result").render())

    at_table("basic", (9900, 9000), scenario)(guest)


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_a_tie_is_shared(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("11234")
        await ann.key("b")
        await ann.throw("11234")
        await ann.key("b")
        assert isinstance(pilot.app.screen, EndScreen)
        result = str(pilot.app.screen.query_one("#result").render())
        assert "Ann and Bob share the win with 3,000" in result

    at_table("greed", (2800, 2800), scenario)(guest)


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_a_farkle_shows_what_was_lost(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("111234")
        await ann.key("tab")
        await ann.key("r")
        await ann.throw("234")
        assert state_of(pilot).player == 1
        assert "Ann lost 1,000  Bob to roll" in felt(pilot)
        assert "farkle" in pilot.app.screen.query_one(Log).sentences[-1]

    at_table("basic", (500, 0), scenario)(guest)


@pytest.mark.parametrize("guest", GUESTS)
def test_dice_are_picked_one_by_one_with_their_score(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        await ann.throw("512364")
        await ann.pick(2)
        assert "2 scores nothing in 5 1 2 3 6 4" in status(pilot)
        await ann.key("r")
        assert "pick dice that score first" in status(pilot)
        await ann.pick(0)
        assert "50" in felt(pilot)
        await ann.pick(1)
        assert "150" in felt(pilot)
        assert "Roll 4 dice · 16 % farkle" in offered(pilot, "roll")
        assert "Bank 150 · total 650" in offered(pilot, "bank")
        await ann.pick(0)
        assert "Roll 5 dice · 8 % farkle" in offered(pilot, "roll")

    at_table("basic", (500, 0), scenario)(guest)


@pytest.mark.parametrize("guest", KEYS_FIRST)
def test_real_dice_are_corrected_back_to_the_beginning(guest: type[Guest]) -> None:
    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        begin = state_of(pilot)
        await ann.throw("512364")
        await ann.key("tab")
        await ann.key("b")
        await ann.throw("223344")
        for _ in range(12):
            await ann.key("u")
        assert "at its beginning" in status(pilot)
        assert state_of(pilot) == begin

    at_table("basic", (500, 0), scenario)(guest)


def seated(
    scenario: Callable[[Pilot[None]], Awaitable[None]],
    seats: tuple[str, ...] = ("Ann", "Bob"),
    rules: str = "basic",
    size: tuple[int, int] = SMALL,
    options: PlayOptions | None = None,
    seed: int | None = 3,
) -> None:
    async def sit() -> None:
        start = State.start(Rules.load(rules), len(seats))
        async with sitting(Record(start, seats, seed), size, options) as pilot:
            await scenario(pilot)

    run(sit)


async def advice_lines_of(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app.screen, AdviceScreen)
    lines = pilot.app.screen.query_one("#lines", Static)
    while "%" not in str(lines.render()):
        await pilot.pause(0.05)
    return str(lines.render())


@pytest.mark.parametrize("guest", GUESTS)
def test_advice_in_each_phase_has_the_numbers_of_the_solver(guest: type[Guest]) -> None:
    from hotdice.solver.advice.choices import advise
    from hotdice.solver.storage.lookup import values_for

    values = values_for(Rules.load("basic"), 2)

    async def scenario(pilot: Pilot[None], ann: Guest) -> None:
        async def compare() -> None:
            best, *others = advise(state_of(pilot), values).choices
            await ann.key("a")
            lines = await advice_lines_of(pilot)
            for choice in (best, *others[:5]):
                assert f"{100 * choice.chance:.1f} %" in lines
            await ann.key("escape")

        await compare()
        await ann.throw("115234")
        await compare()
        await ann.key("a")
        await advice_lines_of(pilot)
        await ann.key("enter") if guest is ByKeys else await pilot.click("#key-enter")
        best = advise(state_of(pilot), values).choices[0].action
        assert str(state_of(pilot).keep(best.dice).turn_points) in felt(pilot)  # type: ignore[union-attr]
        await ann.key("r")
        await ann.key("u")
        await compare()

    at_table("basic", (500, 0), scenario)(guest)


@pytest.mark.parametrize("by", ["options", "record"])
def test_advice_can_be_off_for_everyone(by: str) -> None:
    record = Record(State.start(Rules.load("basic"), 2), ("Ann", "Bob"), advice=by != "record")
    options = PlayOptions(fast=True, advice=by != "options")

    async def sit() -> None:
        async with sitting(parse(record.text().encode()), options=options) as pilot:
            for key in "aw":
                await pilot.press(key)
                assert "advice is switched off" in status(pilot)
            assert not pilot.app.screen.query("#key-a")

    run(sit)


def test_an_old_game_that_goes_on_without_advice_has_none_any_more() -> None:
    start = State.start(Rules.load("basic"), 2)
    dice = (1, 5, 2, 2, 3, 4)
    begun = Record(start, ("Ann", "Bob")).having(Step(start, ROLL, dice, start.roll(dice)))
    saves.create(begun).close()

    async def scenario() -> None:
        app = HotDiceApp(None, PlayOptions(fast=True, advice=False))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            while not isinstance(app.screen, TableScreen):
                await pilot.pause(0.02)
            await settled(pilot)
            await pilot.press("q")
            await pilot.pause(0.1)

    run(scenario)
    ((_, saved),), _ = saves.unfinished()
    assert saved == replace(begun, advice=False)


def test_winning_chances_stay_on() -> None:
    from hotdice.terminal.app.widgets.chance_bar import ChanceBar

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("w")
        bar = pilot.app.screen.query_one(ChanceBar)
        for _ in range(2):
            while not bar.chances:
                await pilot.pause(0.05)
            assert sum(bar.chances) == pytest.approx(1)
            assert f"Ann {100 * bar.chances[0]:.1f} %" in str(bar.render())
            await pilot.press("r", "tab")
            await settled(pilot)

    seated(scenario)


def test_approximate_chances_are_marked_and_fit() -> None:
    async def sit() -> None:
        names = ("A" * 18, "B" * 18, "C" * 18)
        start = State.start(Rules.load("thousand"), 3, (0, 9950, 0))
        async with sitting(Record(start, names, 3)) as pilot:
            await pilot.press("w")
            players = pilot.app.screen.query_one(PlayersPanel)
            while not players.chances:
                await pilot.pause(0.05)
            for line, chance in zip(
                str(players.render()).split("\n"), players.chances, strict=True
            ):
                assert line.endswith(f" · ≈ {100 * chance:.1f} %")
                assert cell_len(line) <= players.size.width

    run(sit)


SIZES = (SMALL, LARGE, (200, 60), (80, 60), (200, 24))


@pytest.mark.parametrize(
    "table",
    cases(
        product(SIZES, (1, 2, 5, 8)),
        lambda case: case in ((SMALL, 1), (SMALL, 5), (SMALL, 8), (LARGE, 2), ((200, 24), 8)),
    ),
)
def test_nothing_is_cut_off(table: tuple[tuple[int, int], int]) -> None:
    size, count = table
    seats = ("Ann", "Bob", "A name of 24 letters ...", "Dee", "Eve", "Flo", "Gus", "Hal")[:count]

    async def scenario(pilot: Pilot[None]) -> None:
        if count > 1:
            await pilot.press("w")
        await pilot.press("r", "tab")
        await settled(pilot)
        room = pilot.app.screen.region
        for widget in pilot.app.screen.walk_children(Widget):
            if widget.display and widget.id != "key-l":
                assert room.contains_region(widget.region), widget
                assert widget.region.height or not str(widget.render()), widget

    seated(scenario, seats, "facebook", size)


def test_ten_dice_fit_the_smallest_screen() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("r", "tab")
        await settled(pilot)
        row = pilot.app.screen.query_one("DiceRow").render()
        lines = str(row).split("\n")
        assert lines[0].count("╭") + lines[0].count("┌") == 10
        assert max(map(len, lines)) <= 80

    seated(scenario, rules="basic+dice=10")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("dice", range(1, 11))
def test_rolling_all_the_dice_again_fits_its_button(dice: int, language: str) -> None:
    """In one line of the smallest screen, where half of the width less the margins is a button."""
    speak(language)
    rules = Rules.load("basic", dice=dice)
    text = roll_preview(State.parse(f"{rules.name} 0,0 p1 t500 d{dice}")).text
    speak("en")
    assert len(f" r  {text}") <= SMALL[0] // 2 - 2


def test_one_die_is_spoken_of_as_one() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        hint = pilot.app.screen.query_one("#key-1", Static)
        assert str(hint.render()) == "1-6 type"
        await ByKeys(pilot).throw("5")
        assert str(hint.render()) == "1 pick"
        assert offered(pilot, "roll") == "Roll the die again · 17 % farkle"

    async def sit() -> None:
        start = State.start(Rules.load("pig"), 2)
        async with sitting(Record(start, ("Ann", "Bob"), None, "mine")) as pilot:
            await scenario(pilot)

    run(sit)


def test_a_window_that_is_too_small_says_so_and_goes_on() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await settled(pilot)
        before = state_of(pilot)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "60x20; the table needs 80x24" in str(pilot.app.screen.query_one(Static).render())
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert state_of(pilot) == before

    seated(scenario)


def test_rolling_is_skipped_by_a_key_which_then_counts() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.action_press("r")
        assert not screen.ready
        screen.action_press("tab")
        await settled(pilot)
        assert "turn points" in felt(pilot)
        assert "Bank" in offered(pilot, "bank")
        assert pilot.app.screen.query_one("#bank", ActionButton).preview.allowed

    seated(scenario, options=PlayOptions())


def test_the_rules_are_shown_over_the_table() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, TableScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)

    seated(scenario)


@pytest.mark.parametrize(
    "rules", cases(["greed", "greed+target=2500", HOUSE], lambda rules: rules != "greed")
)
def test_the_menu_after_a_game_offers_what_was_played(rules: str) -> None:
    """Its rules and its seats; other rules can be chosen as well."""
    played = Rules.parse(rules) if "\n" in rules else Rules.load(rules)
    record = Record(State.start(played, 2, (played.target - 100, 0)), ("Ann", "Bob"), None, "mine")
    request = PlayRequest(rules=played, seats=record.seats, dice="mine", record="game.jsonl")

    async def scenario() -> None:
        app = HotDiceApp((record, saves.create(record)), PlayOptions(fast=True), request)
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            ann = ByKeys(pilot)
            await ann.throw("111234"[: played.dice])
            await ann.key("b")
            await ann.throw("222334"[: played.dice])
            await ann.key("b")
            assert isinstance(app.screen, EndScreen)
            await pilot.press("m")
            while not app.screen.query(RulesStep):
                await pilot.pause(0.02)
            marked = app.screen.query_one(Choices).highlighted_option
            assert marked is not None
            assert played.title in str(marked.prompt)
            await pilot.press("enter")
            await pilot.pause()
            names = [str(each.render()) for each in app.screen.query(".name")]
            assert names == ["Ann", "Bob"]
            await pilot.press("enter")
            while not isinstance(app.screen, TableScreen):
                await pilot.pause(0.02)
            await settled(pilot)
            assert state_of(pilot).rules == played
            assert not Path("game.jsonl").exists()

    run(scenario)


async def ann_wins(pilot: Pilot[None]) -> Guest:
    """Ann, at 9,900 with real dice, banks 1,000 and Bob farkles in his last turn."""
    ann = ByKeys(pilot)
    await ann.throw("111234")
    await ann.key("tab")
    await ann.key("b")
    await ann.throw("223344")
    return ann


def test_another_game_in_one_key_begins_with_the_next_seat() -> None:
    start = State.start(Rules.load("basic"), 2, (9900, 0))

    async def scenario() -> None:
        async with sitting(Record(start, ("Ann", "Bob"), None, "mine")) as pilot:
            ann = await ann_wins(pilot)
            assert isinstance(pilot.app.screen, EndScreen)
            await ann.key("n")
            assert state_of(pilot).totals == (0, 9900)  # Ann keeps her head start
            assert "Bob to roll" in felt(pilot)

    run(scenario)


def test_real_dice_can_be_corrected_after_the_end() -> None:
    start = State.start(Rules.load("basic"), 2, (9900, 0))

    async def scenario() -> None:
        async with sitting(Record(start, ("Ann", "Bob"), None, "mine")) as pilot:
            ann = await ann_wins(pilot)
            await ann.key("u")
            assert isinstance(pilot.app.screen, TableScreen)
            await ann.throw("222344")
            assert state_of(pilot).rolled == (2, 2, 2, 3, 4, 4)

    run(scenario)


def test_a_bot_that_fails_leaves_the_game_saved() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("r", "tab")
        await settled(pilot)
        await pilot.press("b")
        while pilot.app.is_running:
            await pilot.pause(0.02)
        assert pilot.app.failure is not None  # type: ignore[attr-defined]
        assert "false" in str(pilot.app.failure)  # type: ignore[attr-defined]

    seated(scenario, ("Ann", "bot:exec:false"))
    games, troubles = saves.unfinished()
    assert len(games) == 1
    assert not troubles


def test_a_game_in_which_nothing_happened_is_not_kept() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("q")

    seated(scenario)
    assert saves.unfinished() == ([], [])


def test_nothing_is_cut_off_in_german() -> None:
    speak("de")
    try:
        test_nothing_is_cut_off((SMALL, 2))
        test_nothing_is_cut_off((SMALL, 8))
    finally:
        speak("en")


def test_playing_alone_counts_turns_and_knows_the_best() -> None:
    start = State.start(Rules.load("basic", target=500), 1)

    async def scenario() -> None:
        record = Record(start, ("Ann",))
        async with sitting(record) as pilot:
            assert "turn 1" in felt(pilot)
            for last in (False, True):
                await play_to_the_end(pilot, ByKeys(pilot))
                screen = pilot.app.screen
                assert "Ann reached the target in" in str(screen.query_one("#result").render())
                page = "\n".join(str(each.render()) for each in screen.query("#page Static"))
                assert ("best" if last else "Your first solo game") in page
                await pilot.press("q" if last else "n")
                await settled(pilot)

    run(scenario)


def test_the_rules_of_a_game_alone_tell_its_aim() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        sheet = " ".join(str(pilot.app.screen.query_one("SheetView Static").render()).split())
        assert "as few turns as you can" in sheet
        assert "the others" not in sheet

    seated(scenario, ("Ann",))


def test_no_colour_means_none(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hotdice", "play", "--seats", "Ann,Bob", "--fast"]
    screen = PtyScreen(command, tmp_path, NO_COLOR="1")
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.kill()
    colours = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", screen.raw)
    assert all(red == green == blue for red, green, blue in colours)


def test_leaving_says_where_the_game_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hotdice", "play", "--seats", "Ann,Bob", "--fast"]
    screen = PtyScreen(command, tmp_path)
    screen.until(lambda screen: "Ann to roll" in screen.text)
    screen.type("r")
    screen.until(lambda screen: "Ann  " in screen.lines[-3])
    screen.type("q")
    screen.until(lambda screen: "The game is saved" in screen.text)
    assert screen.process.wait(300) == 0
    screen.kill()


def test_without_textual_the_game_goes_on_line_by_line(tmp_path: Path) -> None:
    """As where the extra was not installed: a hook of Python's own hides the library."""
    hook = "import sys\nsys.modules['textual'] = None\n"
    finder = "import importlib.util as u\nfind = u.find_spec\n"
    hide = "u.find_spec = lambda name, *more: None if name == 'textual' else find(name, *more)\n"
    (tmp_path / "sitecustomize.py").write_text(hook + finder + hide)
    command = [sys.executable, "-m", "hotdice", "play", "basic", "--seats", "Ann,Bob"]
    screen = PtyScreen(command, tmp_path, PYTHONPATH=str(tmp_path))
    screen.until(lambda screen: "press Enter to roll" in screen.text)
    screen.kill()
    assert "needs the extra terminal; install it with" in screen.text.replace("\n", "")


def test_leaving_while_a_bot_thinks() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("r", "tab")
        await settled(pilot)
        screen.action_press("b")
        while "thinking" not in status(pilot):
            await pilot.pause(0.02)
        await pilot.press("q")
        await pilot.pause(0.1)

    seated(scenario, ("Ann", "bot:exec:sleep 60"))
    assert len(saves.unfinished()[0]) == 1


def test_a_key_that_repeats_ends_one_screen() -> None:
    start = State.start(Rules.load("basic"), 2, (9900, 0))

    async def scenario() -> None:
        async with sitting(Record(start, ("Ann", "Bob"), None, "mine")) as pilot:
            await ann_wins(pilot)
            end = pilot.app.screen
            assert isinstance(end, EndScreen)
            for _ in range(3):
                end.action_press("n")
            await settled(pilot)
            table = pilot.app.screen
            assert isinstance(table, TableScreen)
            for _ in range(3):
                table.action_press("q")
            await pilot.pause(0.1)
        assert pilot.app.return_code == 0

    run(scenario)


def test_skipping_plays_nothing() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        for _ in range(4):
            screen.action_press("r")
        screen.action_press("2")
        screen.action_press("3")
        await settled(pilot)
        state = state_of(pilot)
        assert state.player == 0
        assert state.rolled
        assert felt(pilot).count("turn points  200") == 1

    seated(scenario, options=PlayOptions(), seed=3)


def test_a_failed_write_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.press("r", "tab")
        await settled(pilot)
        before = felt(pilot)
        with monkeypatch.context() as full:
            full.setattr(os, "pwrite", no_space)
            await pilot.press("b")
            await settled(pilot)
            assert "cannot be saved" in status(pilot)
            assert felt(pilot) == before
        await pilot.press("b")
        await settled(pilot)
        assert state_of(pilot).totals[0] > 0

    def no_space(*words: object) -> int:
        raise OSError(errno.ENOSPC, "no space")

    seated(scenario)


def test_games_of_more_than_eight_are_for_plain(tmp_path: Path) -> None:
    seats = ",".join("abcdefghi")
    screen = PtyScreen([sys.executable, "-m", "hotdice", "play", "--seats", seats], tmp_path)
    screen.until(lambda screen: "--plain" in screen.text)
    assert screen.process.wait(300) == 2
    screen.kill()


def test_digits_are_told_as_what_they_do() -> None:
    async def scenario(pilot: Pilot[None]) -> None:
        hint = pilot.app.screen.query_one("#key-1", Static)
        assert str(hint.render()) == "1-6 type"
        await ByKeys(pilot).throw("112346")
        assert str(hint.render()) == "1-6 pick"

    async def sit() -> None:
        start = State.start(Rules.load("basic"), 2)
        async with sitting(Record(start, ("Ann", "Bob"), None, "mine")) as pilot:
            await scenario(pilot)

    run(sit)


def test_names_that_are_cut_on_the_score_sheet_say_so() -> None:
    names = ("Maximilian-Alexander-Xyz", *"ABCDEFG")
    record = Record(State.start(Rules.load("basic"), 8), names)
    sheet = score_sheet(record, names)
    assert sheet[0].split() == ["round", "Maximi…", *"ABCDEFG"]
    assert cell_len(sheet[0]) <= 79


def test_wide_letters_stand_in_their_columns() -> None:
    names = ("王" * 30, "🎲" * 30, "Ann", "Bob")
    record = Record(State.start(Rules.load("basic"), 4), names)
    sheet = score_sheet(record.having(), names)
    assert {cell_len(line) for line in sheet} == {cell_len(sheet[0])}
    assert cell_len(sheet[0]) <= 79
