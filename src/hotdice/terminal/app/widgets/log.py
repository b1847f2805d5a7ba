"""The scrolling log of moves, the newest at the bottom."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.text.columns import columns
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import say

KEYS = ("up", "down", "pageup", "pagedown", "home", "end")


class Log(Widget):
    """The log; `back` is how many lines it is scrolled up from the newest."""

    DEFAULT_CSS = """
    Log {
        height: 1fr; min-height: 1; padding: 0 1; color: $quiet;
        border-top: solid $line; border-title-align: right; border-title-color: $quiet;
    }
    """

    sentences: reactive[Sequence[str]] = reactive(())
    back: reactive[int] = reactive(0)

    def render(self) -> Content:
        """The visible lines, the newest sentence highlighted."""
        room = self.content_size.height
        if not self.sentences or not room or not self.content_size.width:
            return Content("")
        lines = self._lines()
        last = len(self._wrapped(self.sentences[-1]))
        end = len(lines) - self._offset(lines)
        shown = range(max(0, end - room), end)
        newest = len(lines) - last
        return Content("\n").join(
            [Content.styled(lines[at], "$foreground" if at >= newest else "") for at in shown]
        )

    def press(self, key: str) -> None:
        """Handle a scroll key."""
        page = max(1, self.content_size.height)
        most = len(self._lines())
        by = {"up": 1, "down": -1, "pageup": page, "pagedown": -page, "home": most, "end": -most}
        self._scroll(by[key])

    def on_mouse_scroll_up(self) -> None:
        """Scroll to older lines."""
        self._scroll(1)

    def on_mouse_scroll_down(self) -> None:
        """Scroll to newer lines."""
        self._scroll(-1)

    def on_resize(self) -> None:
        """Update the title: the lines are wrapped differently."""
        self._update_title()

    def watch_sentences(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Keep the scroll position when lines are added."""
        if self.back:
            self.back += max(0, len(after) - len(before))
        self._update_title()

    def _scroll(self, by: int) -> None:
        self.back = max(0, self._offset(self._lines()) + by)
        self.back = self._offset(self._lines())
        self._update_title()

    def _update_title(self) -> None:
        """Show in the title that there are more lines."""
        lines = self._lines()
        back = self._offset(lines)
        if back:
            self.border_title = say("app.log-newer", count=back)
        elif len(lines) > self.content_size.height:
            self.border_title = say("app.log-earlier")
        else:
            self.border_title = ""

    def _offset(self, lines: Sequence[str]) -> int:
        """`back`, at most as far as there are lines."""
        return min(self.back, max(0, len(lines) - self.content_size.height))

    def _lines(self) -> list[str]:
        return [line for sentence in self.sentences for line in self._wrapped(sentence)]

    def _wrapped(self, sentence: str) -> list[str]:
        """Wrap one sentence; some letters take two columns."""
        wide = columns(sentence) - len(sentence)
        return wrapped(sentence, "  ", max(20, self.content_size.width - wide))
