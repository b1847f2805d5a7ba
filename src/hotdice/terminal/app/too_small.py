"""What stands there while the window is too small for a table."""

from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from hotdice.texts import say

WIDTH, HEIGHT = 80, 24


class SmallScreen(Screen[None], inherit_bindings=False):
    """Says how large the window has to be; the game goes on as soon as it is."""

    CSS = "SmallScreen { align: center middle; } SmallScreen Static { width: 100%; padding: 0 1; }"

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static("", markup=False)

    def on_mount(self) -> None:
        """How it is at first."""
        self.measure()

    def measure(self) -> None:
        """How large the window is now."""
        size = self.app.size
        data = {"width": size.width, "height": size.height, "wide": WIDTH, "high": HEIGHT}
        self.query_one(Static).update(say("app.small", **data))

    async def on_key(self, event: Key) -> None:
        """Only leaving is possible here."""
        if event.key == "q":
            await self.app.action_quit()
