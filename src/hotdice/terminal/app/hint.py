"""A key and what it does, to be pressed or clicked."""

from textual.content import Content
from textual.widgets import Static


class Hint(Static):
    """A click does what the key does; the main one is in the hot colour."""

    DEFAULT_CSS = """
    Hint {
        width: auto;
        height: 1;
        padding: 0 1;
        margin-right: 1;
        color: $text-muted;
        pointer: pointer;
        &:hover { color: $foreground; background: $foreground 10%; }
        &.quiet { margin-right: 0; }
        &.second { color: $foreground; background: $foreground 8%; padding: 0 2; }
        &.main { color: $text; background: $primary; padding: 0 2; text-style: bold; }
        &.main:hover { background: $primary 85%; }
    }
    """

    def __init__(self, key: str, label: str, action: str, classes: str = "quiet") -> None:
        between = "  " if classes != "quiet" else " "
        super().__init__(Content.assemble((key, "bold"), between, label), classes=classes)
        self._action = action

    async def on_click(self) -> None:
        """The same as the key, at the nearest place around that knows the action."""
        name = self._action.partition("(")[0]
        for node in self.ancestors:
            if hasattr(node, f"action_{name}"):
                await self.app.run_action(self._action, node)
                return
