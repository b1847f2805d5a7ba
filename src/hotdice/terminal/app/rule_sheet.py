"""The rule sheet: as a widget in the menu, and as a popup over the table."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hotdice.rules import Rules
from hotdice.terminal.app.popup import Popup
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.texts import say

WIDEST = 78  # longer lines are hard to read
NARROWEST = 20


class SheetView(VerticalScroll):
    """A rule sheet, or another text, wrapped to the width of the widget."""

    DEFAULT_CSS = """
    SheetView {
        padding: 0 1;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        scrollbar-color: $foreground 30%;
        scrollbar-background: $foreground 5%;
        & > Static { width: 1fr; }
    }
    """

    def __init__(
        self, rules: Rules | None = None, solo: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._content: Rules | str = rules or ""
        self._solo = solo

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(markup=False)

    def show(self, what: Rules | str) -> None:
        """Show the sheet of these rules, or this text, from the top."""
        self._content = what
        self._draw()
        if self.scroll_y:
            self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Wrap the text again."""
        self._draw()

    def _draw(self) -> None:
        width = min(WIDEST, self.scrollable_content_region.width)
        if width >= NARROWEST:
            self.query_one(Static).update(_content(self._content, width, self._solo))


class SheetScreen(Popup[None]):
    """The popup with the rule sheet."""

    DEFAULT_CSS = """
    SheetScreen {
        align: center middle;
        & > Vertical {
            width: 84;
            max-width: 100%;
            height: 100%;
            max-height: 60;
            padding: 1 1 0 1;
            border: round $foreground 30%;
            background: $surface;
        }
        & .keys { height: 1; margin-top: 1; }
        & .keys > .main { margin-right: 2; }
    }
    """
    key = "question_mark"

    def __init__(self, rules: Rules, solo: bool = False) -> None:
        super().__init__()
        self._rules = rules
        self._solo = solo

    def compose(self) -> ComposeResult:
        """The sheet and its keys."""
        with Vertical():
            yield SheetView(self._rules, self._solo)
            with Horizontal(classes="keys"):
                yield KeyHint(
                    say("app.menu.escape"), say("app.menu.close"), "press('escape')", "main"
                )
                yield KeyHint("↑↓", say("app.menu.scroll"), "page")

    def action_page(self) -> None:
        """Scroll down a page."""
        self.query_one(SheetView).scroll_page_down()


def _content(what: Rules | str, width: int, solo: bool) -> Content:
    if isinstance(what, str):
        return Content(what)
    return Content("\n").join(_lines(what.sheet(width=width, solo=solo).rstrip("\n").split("\n")))


def _lines(lines: list[str]) -> Iterator[Content]:
    """The lines of a plain sheet, underlined headings in bold."""
    title = True
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if set(line) in ({"="}, {"-"}):
            title = False
        else:
            yield (
                Content.styled(line, "bold") if title or set(following) == {"-"} else Content(line)
            )
