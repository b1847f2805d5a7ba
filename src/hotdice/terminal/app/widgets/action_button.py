"""The buttons for the actions: roll, bank, take over."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.app.widgets.key_hints import run_nearest_action
from hotdice.terminal.session.action_preview import ActionPreview


class ActionButton(Widget):
    """One action: its key, its result and its risk; dimmed while it is not allowed."""

    DEFAULT_CSS = """
    ActionButton {
        width: 1fr; height: 100%; margin: 0 1; background: $surface; content-align: left middle;
    }
    ActionButton:hover { background: $panel; }
    ActionButton.hot { background: $accent; color: $on-accent; text-style: bold; }
    ActionButton.refused { color: $quiet; text-style: none; }
    """

    preview: reactive[ActionPreview] = reactive(ActionPreview(""))

    def __init__(self, key: str, id: str) -> None:
        super().__init__(id=id)
        self._key = key

    def render(self) -> Content:
        """The key and the text."""
        mark = self._key if self.preview.allowed else "·"
        return Content(f" {mark}  {self.preview.text}")

    def watch_preview(self, preview: ActionPreview) -> None:
        """Dim an action that is not allowed."""
        self.set_class(not preview.allowed, "refused")
        self.set_class(preview.allowed, "hot")

    async def on_click(self) -> None:
        """Do the same as the key."""
        await run_nearest_action(self, f"press({self._key!r})")
