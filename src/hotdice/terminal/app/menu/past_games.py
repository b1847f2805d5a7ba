"""The finished games, newest first; choosing one opens its review."""

from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from hotdice.bots import names
from hotdice.game.record import Record, RecordError
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.page import Page
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.terminal.session import saves
from hotdice.terminal.text.narration import result
from hotdice.texts import HotDiceError, say


class PastGamesScreen(Page[None]):
    """A list of games; Enter reviews one."""

    DEFAULT_CSS = """
    PastGamesScreen {
        background: $background;
        & > #past-title { height: 2; padding: 0 2; text-style: bold; }
        & > .hints { height: 1; padding: 0 1; margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,h", "close")]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[tuple[datetime, Record]] = []

    def compose(self) -> ComposeResult:
        """The list and its keys."""
        yield Static(say("app.past.title"), id="past-title", markup=False)
        yield Choices()
        yield Horizontal(
            KeyHint(say("app.menu.enter"), say("app.past.review"), "take", "main"),
            KeyHint("↑↓", say("app.menu.choose"), "next"),
            KeyHint(say("app.menu.escape"), say("app.menu.back"), "close"),
            classes="hints",
        )

    def on_mount(self) -> None:
        """Read the saved games."""
        errors: list[RecordError] = []
        try:
            found = saves.all_games(errors.append)
            self._games = [(began, record) for _, began, record in found if record.state.over]
        except (OSError, HotDiceError):  # the menu says why
            self._games = []
        if not self._games:
            self.query_one("#past-title", Static).update(say("app.past.none"))
        choices = self.query_one(Choices)
        choices.set_choices([_lines(*game) for game in self._games], 0)
        choices.focus()

    def on_choices_taken(self) -> None:
        """Enter or a double click opens the review."""
        self.action_take()

    def action_take(self) -> None:
        """Review the marked game."""
        at = self.query_one(Choices).highlighted
        if at is None or not self._games or not self.on_top:
            return
        from hotdice.terminal.app.review_screen import ReviewScreen, first_person

        record = self._games[at][1]
        self.app.push_screen(ReviewScreen(record, names(record.seats), first_person(record)))

    def action_next(self) -> None:
        """Mark the next game."""
        self.query_one(Choices).action_cursor_down()

    def action_close(self) -> None:
        """Back to the menu."""
        self.leave(None)


def _lines(began: datetime, record: Record) -> tuple[str, str]:
    """When a game was played, with which rules, and how it ended."""
    title = f"{began:%Y-%m-%d %H:%M} · {record.start.rules.title}"
    return title, result(record.state, names(record.seats))
