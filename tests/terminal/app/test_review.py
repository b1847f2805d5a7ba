"""The review on the screen: past games, steps, slips and the account, by keys and by clicks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import structs
from support.bot_games import bot_game
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from hotdice import Rules
from hotdice.bots import names
from hotdice.game.record import Record
from hotdice.review import Change, Review, review
from hotdice.solver import solve
from hotdice.terminal.app.menu.past_games import PastGamesScreen
from hotdice.terminal.app.menu.screen import MenuScreen
from hotdice.terminal.app.review_screen import ReviewScreen
from hotdice.terminal.app.theme import DARK

SIZE = (80, 24)


@pytest.fixture(scope="module")
def record() -> Record:
    """A game in which Ann makes mistakes."""
    game = bot_game(Rules.load("greed"), ("human:2", "turn"), 3)
    return structs.replace(game, seats=("Ann", "bot:turn"))


@pytest.fixture(scope="module")
def reviewed(record: Record) -> Review:
    """Its review, worked out apart from the screen."""
    return review(record, solve(record.start.rules))


class Host(App[None]):
    """Shows one screen."""

    def __init__(self, screen: ReviewScreen | MenuScreen) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self._first = screen

    def on_mount(self) -> None:
        """The screen first."""
        self.push_screen(self._first)


def use(screen: ReviewScreen | MenuScreen, user: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    """Let somebody use a screen."""

    async def run() -> None:
        async with Host(screen).run_test(size=SIZE) as pilot:
            await user(pilot)

    asyncio.run(asyncio.wait_for(run(), 300))


def text(pilot: Pilot[None], name: str) -> str:
    """What a part of the screen says."""
    return str(pilot.app.screen.query_one(f"#{name}", Static).render())


async def opened(pilot: Pilot[None]) -> None:
    """Wait for the review."""
    while "▲" not in text(pilot, "curve"):
        await pilot.pause(0.05)


def said(change: Change) -> str:
    """How the screen begins to tell a change."""
    return f"Round {change.round} "


def test_it_opens_at_the_worst_choice_and_goes_from_slip_to_slip(
    record: Record, reviewed: Review
) -> None:
    slips = [change for change in reviewed.choices(0) if change.loss >= 0.01]
    worst = max(slips, key=lambda change: change.loss)
    following = slips[(slips.index(worst) + 1) % len(slips)]

    async def user(pilot: Pilot[None]) -> None:
        await opened(pilot)
        assert text(pilot, "lines").startswith(said(worst))
        assert f"\N{MINUS SIGN}{100 * worst.loss:.1f}" in text(pilot, "lines")
        await pilot.press("n")
        assert text(pilot, "lines").startswith(said(following))
        await pilot.press("p")
        assert text(pilot, "lines").startswith(said(worst))

    use(ReviewScreen(record, names(record.seats), 0), user)


def test_steps_the_account_and_the_other_seat(record: Record, reviewed: Review) -> None:
    async def user(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press(*["left"] * len(reviewed.changes))
        assert text(pilot, "lines").startswith("Round 1 ")
        assert "Ann rolls" in text(pilot, "lines")
        await pilot.press("a")
        assert f"{100 * reviewed.accounts[0].start:.1f} %" in text(pilot, "lines")
        assert "own luck" in text(pilot, "lines")
        await pilot.press("a", "s")
        assert "Turn" in text(pilot, "title")

    use(ReviewScreen(record, names(record.seats), 0), user)


def test_alone_it_is_about_turns() -> None:
    alone = structs.replace(bot_game(Rules.load("greed"), ("human:1",), 1), seats=("Ann",))

    async def user(pilot: Pilot[None]) -> None:
        await opened(pilot)
        assert "the turns of Ann" in text(pilot, "title")
        assert "turns in all" in text(pilot, "lines")
        await pilot.press("a")
        assert "chance" not in text(pilot, "title") + text(pilot, "lines").lower()

    use(ReviewScreen(alone, ("Ann",), 0), user)


def test_a_click_on_the_curve_goes_there(record: Record, reviewed: Review) -> None:
    async def user(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.click("#curve", offset=(77, 3))
        assert text(pilot, "lines").startswith(said(reviewed.changes[-1]))

    use(ReviewScreen(record, names(record.seats), 0), user)


def test_past_games_open_from_the_menu(
    record: Record, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    games = tmp_path / "hotdice" / "games"
    games.mkdir(parents=True)
    (games / "2026-11-01-120000-greed.jsonl").write_text(record.text())

    async def user(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PastGamesScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReviewScreen)
        await opened(pilot)
        await pilot.press("escape")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)

    use(MenuScreen(), user)


def test_without_finished_games_the_list_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def user(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await pilot.pause()
        assert "No game has been finished yet." in text(pilot, "past-title")
        await pilot.press("enter", "escape")

    use(MenuScreen(), user)
