"""What happened, the newest at the bottom; as much of it as there is room for."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.lines import wrapped


class Log(Widget):
    """The last sentences."""

    DEFAULT_CSS = """
    Log { height: 1fr; min-height: 1; padding: 0 1; border-top: solid $line; color: $quiet; }
    """

    sentences: reactive[Sequence[str]] = reactive(())

    def render(self) -> Content:
        """Older ones quiet, the newest not."""
        room, width = self.content_size.height, self.content_size.width
        if not self.sentences or not room or not width:
            return Content("")
        *older, newest = self.sentences[-room:]
        last = wrapped(newest, "  ", width)[:room]
        before = [line for each in older for line in wrapped(each, "  ", width)]
        before = before[max(0, len(before) - (room - len(last))) :] if room > len(last) else []
        return Content("\n").join(
            [
                *(Content(line) for line in before),
                *(Content.styled(line, "$foreground") for line in last),
            ]
        )
