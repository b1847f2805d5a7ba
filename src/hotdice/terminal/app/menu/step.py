"""The base class of the menu's pages."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message

from hotdice.terminal.app.widgets.changing_text import ChangingText
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.texts import say


class MenuStep(Vertical):
    """A page with key hints and a status line; the `first` page has no "back"."""

    DEFAULT_CSS = """
    MenuStep {
        height: 1fr;
        & .body { height: 1fr; }
        & .hints { height: 1; padding: 0 2; }
        & .hints.first { padding: 0 1; margin-top: 1; }
        & .status {
            height: auto;
            min-height: 1;
            max-height: 5;
            padding: 0 2;
            border-top: solid $foreground 20%;
            color: $text-muted;
        }
        & .status.strong { color: $foreground; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "back")]

    title = ""
    first = False

    class Back(Message):
        """Go back a page."""

    def bottom(self, main: list[KeyHint], others: list[KeyHint], status: str) -> ComposeResult:
        """The main actions, the other keys, and the status line."""
        back = KeyHint(say("app.menu.escape"), say("app.menu.back"), "back")
        leave = KeyHint("q", say("app.menu.quit"), "leave")
        yield Horizontal(*main, classes="hints first")
        yield Horizontal(*others, *([] if self.first else [back]), leave, classes="hints")
        yield ChangingText(status, classes="status")

    async def enter(self) -> None:
        """Set the focus when the page is opened."""

    def set_status(self, words: str, problem: bool = False) -> None:
        """Show a message in the status line; a problem is highlighted."""
        self._put_status(f"✗ {words}" if problem else words, strong=problem)

    def ask(self, question: str) -> None:
        """Show a question in the status line, highlighted."""
        self._put_status(question, strong=True)

    def _put_status(self, words: str, strong: bool) -> None:
        status = self.query_one(".status", ChangingText)
        status.set_class(strong, "strong")
        status.set_text(words)

    async def action_back(self) -> None:
        """Go back."""
        self.post_message(self.Back())
