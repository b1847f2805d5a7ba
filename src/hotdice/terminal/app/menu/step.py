"""One page of the menu: what is chosen on it, the keys, and a line that tells."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message

from hotdice.terminal.app.changing_text import Words
from hotdice.terminal.app.key_hints import Hint
from hotdice.texts import say


class Step(Vertical):
    """The frame of a page; each page fills it with what there is to choose.

    Nothing comes before the `first` page.
    """

    DEFAULT_CSS = """
    Step {
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
        """The page before is wanted."""

    def bottom(self, main: list[Hint], others: list[Hint], usual: str) -> ComposeResult:
        """The main actions, the other keys, and the line that tells."""
        back = Hint(say("app.menu.escape"), say("app.menu.back"), "back")
        leave = Hint("q", say("app.menu.quit"), "leave")
        yield Horizontal(*main, classes="hints first")
        yield Horizontal(*others, *([] if self.first else [back]), leave, classes="hints")
        yield Words(usual, classes="status")

    async def enter(self) -> None:
        """Be ready for the keys of this page."""

    def tell(self, words: str, problem: bool = False) -> None:
        """A sentence in the line below; one about a problem is marked."""
        self._put_status(f"✗ {words}" if problem else words, strong=problem)

    def ask(self, question: str) -> None:
        """A question in the line below, as plain to see as a problem."""
        self._put_status(question, strong=True)

    def _put_status(self, words: str, strong: bool) -> None:
        status = self.query_one(".status", Words)
        status.set_class(strong, "strong")
        status.put(words)

    async def action_back(self) -> None:
        """The page before."""
        self.post_message(self.Back())
