"""Keys and what they do, to be pressed or clicked."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static


async def run_nearest_action(widget: Widget, action: str) -> None:
    """Run an action on the nearest ancestor that defines it."""
    name = action.partition("(")[0]
    for node in widget.ancestors:
        if hasattr(node, f"action_{name}"):
            await widget.app.run_action(action, node)
            return


class KeyHint(Static):
    """A key with its label; a click does what the key does."""

    DEFAULT_CSS = """
    KeyHint {
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
        self._label = ("", "")
        self.set_key(key, label)

    def set_key(self, key: str, label: str) -> None:
        """Change the key and its label."""
        if (key, label) == self._label:
            return
        self._label = (key, label)
        quiet = self.has_class("quiet")
        styled = (key, "bold $foreground" if quiet else "bold")
        self.update(Content.assemble(styled, " " if quiet else "  ", label))

    async def on_click(self) -> None:
        """Do the same as the key."""
        await run_nearest_action(self, self._action)


class KeyBar(Horizontal):
    """The key hints of a screen that handles every key in its action `press`."""

    DEFAULT_CSS = """
    KeyBar { height: 1; width: 100%; padding: 0 1; overflow: hidden; }
    KeyBar > KeyHint { color: $quiet; }
    """

    def __init__(self, hints: Sequence[tuple[str, str, str]], id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = hints

    def compose(self) -> ComposeResult:
        """The hints side by side."""
        for key, shown, text in self._hints:
            yield KeyHint(shown, text, f"press({key!r})", id=f"key-{key}")
