"""The score sheet during a game: a column beside the table, and a popup."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from hotdice.game.record import Record
from hotdice.terminal.app.popup import Popup
from hotdice.terminal.app.widgets.key_hints import KeyBar
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.score_sheet import score_sheet, sheet_width
from hotdice.texts import say

WIDE = 110  # columns of a window with room for both
TABLE = 80  # columns that the table keeps
EDGES = 3  # columns around the sheet


class ScoreColumn(Widget):
    """The last rounds, as many as fit."""

    DEFAULT_CSS = """
    ScoreColumn {
        height: 100%; padding: 0 1; display: none; border-left: solid $line; color: $quiet;
    }
    """

    record: reactive[Record | None] = reactive(None)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._names = session.names

    def fit(self, width: int) -> int:
        """Set the width for a window of this width; returns what is left for the table."""
        needed = sheet_width(len(self._names)) + EDGES
        own = min(needed, width - TABLE) if width >= WIDE else 0
        self.display = own > 0
        self.styles.width = own
        return width - own

    def render(self) -> Content:
        """A heading and the sheet."""
        room = self.content_size
        if self.record is None or not room.width or not room.height:
            return Content("")
        whole = score_sheet(self.record, self._names, room.width)
        lines = score_sheet(self.record, self._names, room.width, room.height - 2)
        title = say("app.scores" if len(lines) == len(whole) else "app.scores-all")
        return Content("\n").join(
            [Content.styled(title, "bold"), Content(""), *map(Content, lines)]
        )


class ScoreScreen(Popup[None]):
    """The popup with the whole sheet."""

    CSS: ClassVar[str] = """
    ScoreScreen { align: center middle; }
    #scores {
        width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 0 1;
        background: $surface; border: round $accent;
    }
    #scores VerticalScroll {
        width: auto; height: auto; max-height: 100%; scrollbar-size-vertical: 1;
    }
    #scores Static { width: auto; }
    #scores KeyBar { width: 100%; padding: 0; margin-top: 1; dock: bottom; }
    """
    key = "s"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """The sheet and its keys."""
        lines = score_sheet(self._session.record, self._session.names, self.app.size.width - 5)
        with Vertical(id="scores"):
            with VerticalScroll():
                yield Static("\n".join(lines), markup=False)
            yield KeyBar(
                [
                    ("escape", say("app.menu.escape"), say("app.key.close")),
                    ("down", "↑↓", say("app.key.scroll")),
                ]
            )

    def on_mount(self) -> None:
        """Scroll to the last rounds."""
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def action_press(self, key: str) -> None:
        """Scroll down a page on a click."""
        if key == "down":
            self.query_one(VerticalScroll).scroll_page_down()
        else:
            super().action_press(key)
