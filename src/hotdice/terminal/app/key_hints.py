"""Keys and what they do, to be pressed or clicked."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static


async def do(widget: Widget, action: str) -> None:
    """Do what was clicked, at the nearest place around that knows the action."""
    name = action.partition("(")[0]
    for node in widget.ancestors:
        if hasattr(node, f"action_{name}"):
            await widget.app.run_action(action, node)
            return


class Hint(Static):
    """A click does what the key does; the main one is in the hot colour."""

    DEFAULT_CSS = """
    Hint {
        width: auto;
        height: 1;
        color: $text-muted;
        pointer: pointer;
        &:hover { color: $foreground; background: $foreground 10%; }
        &.quiet { margin-right: 2; }
        &.second { color: $foreground; background: $foreground 8%; padding: 0 2; margin-right: 1; }
        &.main {
            color: $text; background: $primary; text-style: bold; padding: 0 2; margin-right: 1;
        }
        &.main:hover { background: $primary 85%; }
    }
    """

    def __init__(
        self, key: str, label: str, action: str, classes: str = "quiet", id: str | None = None
    ) -> None:
        super().__init__(classes=classes, id=id)
        self._action = action
        self._shown = ("", "")
        self.put(key, label)

    def put(self, key: str, label: str) -> None:
        """Another key, or another thing that it does."""
        if (key, label) == self._shown:
            return
        self._shown = (key, label)
        quiet = self.has_class("quiet")
        styled = (key, "bold $foreground" if quiet else "bold")
        self.update(Content.assemble(styled, " " if quiet else "  ", label))

    async def on_click(self) -> None:
        """The same as the key."""
        await do(self, self._action)


class Keys(Horizontal):
    """The keys of a screen that takes them all by its action `press`."""

    DEFAULT_CSS = """
    Keys { height: 1; width: 100%; padding: 0 1; overflow: hidden; }
    Keys > Hint { color: $quiet; }
    """

    def __init__(self, hints: Sequence[tuple[str, str, str]], id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = hints

    def compose(self) -> ComposeResult:
        """One hint beside the other."""
        for key, shown, text in self._hints:
            yield Hint(shown, text, f"press({key!r})", id=f"key-{key}")
