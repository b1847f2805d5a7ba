"""The screen shown while the window is too small."""

from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from hotdice.texts import say

WIDTH, HEIGHT = 80, 24


class SmallScreen(Screen[None], inherit_bindings=False):
    """Says how large the window has to be; the app removes it as soon as it is."""

    CSS = "SmallScreen { align: center middle; } SmallScreen Static { width: 100%; padding: 0 1; }"

    def compose(self) -> ComposeResult:
        """The message."""
        yield Static("", markup=False)

    def on_mount(self) -> None:
        """Show the current size."""
        self.measure()

    def measure(self) -> None:
        """Update the message with the current size."""
        size = self.app.size
        data = {"width": size.width, "height": size.height, "wide": WIDTH, "high": HEIGHT}
        self.query_one(Static).update(say("app.small", **data))

    async def on_key(self, event: Key) -> None:
        """Quit is the only key."""
        if event.key == "q":
            await self.app.action_quit()
