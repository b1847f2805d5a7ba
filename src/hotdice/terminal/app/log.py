"""What happened, the newest at the bottom: as much as there is room for, the rest by scrolling."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.text.columns import columns
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import say

KEYS = ("up", "down", "pageup", "pagedown", "home", "end")


class Log(Widget):
    """The lines of what happened; `back` is how many of them lie below the window."""

    DEFAULT_CSS = """
    Log {
        height: 1fr; min-height: 1; padding: 0 1; color: $quiet;
        border-top: solid $line; border-title-align: right; border-title-color: $quiet;
    }
    """

    sentences: reactive[Sequence[str]] = reactive(())
    back: reactive[int] = reactive(0)

    def render(self) -> Content:
        """Older ones quiet, the newest not."""
        room = self.content_size.height
        if not self.sentences or not room or not self.content_size.width:
            return Content("")
        lines = self._lines()
        last = len(self._wrapped(self.sentences[-1]))
        end = len(lines) - self._held_back(lines)
        shown = range(max(0, end - room), end)
        newest = len(lines) - last
        return Content("\n").join(
            [Content.styled(lines[at], "$foreground" if at >= newest else "") for at in shown]
        )

    def press(self, key: str) -> None:
        """Scroll by a key."""
        page = max(1, self.content_size.height)
        most = len(self._lines())
        by = {"up": 1, "down": -1, "pageup": page, "pagedown": -page, "home": most, "end": -most}
        self._scroll(by[key])

    def on_mouse_scroll_up(self) -> None:
        """Further back."""
        self._scroll(1)

    def on_mouse_scroll_down(self) -> None:
        """Towards the newest."""
        self._scroll(-1)

    def on_resize(self) -> None:
        """Another room has other lines."""
        self._entitle()

    def watch_sentences(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Whoever reads what was before goes on reading it."""
        if self.back:
            self.back += max(0, len(after) - len(before))
        self._entitle()

    def _scroll(self, by: int) -> None:
        self.back = max(0, self._held_back(self._lines()) + by)
        self.back = self._held_back(self._lines())
        self._entitle()

    def _entitle(self) -> None:
        """Say that there is more."""
        lines = self._lines()
        back = self._held_back(lines)
        if back:
            self.border_title = say("app.log-newer", count=back)
        elif len(lines) > self.content_size.height:
            self.border_title = say("app.log-earlier")
        else:
            self.border_title = ""

    def _held_back(self, lines: Sequence[str]) -> int:
        """So far back as there are lines."""
        return min(self.back, max(0, len(lines) - self.content_size.height))

    def _lines(self) -> list[str]:
        return [line for sentence in self.sentences for line in self._wrapped(sentence)]

    def _wrapped(self, sentence: str) -> list[str]:
        """One sentence in lines; letters of two columns take the room of two."""
        wide = columns(sentence) - len(sentence)
        return wrapped(sentence, "  ", max(20, self.content_size.width - wide))
