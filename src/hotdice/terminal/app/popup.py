"""A popup over the table, closed by Escape, `q` or the key that opened it."""

from typing import TypeVar

from textual.events import Key
from textual.screen import ModalScreen

from hotdice.terminal.app.page import Page
from hotdice.terminal.session.debounce import Debounce

T = TypeVar("T")


class Popup(ModalScreen[T | None], Page[T | None], inherit_bindings=False):
    """A modal screen; `key` is the one that opens it, and it returns nothing when closed.

    A key held down opens the popup and does not close it again.
    """

    key: str

    def __init__(self) -> None:
        super().__init__()
        self._debounce = Debounce()

    def on_mount(self) -> None:
        """Ignore the key that opened the popup for a moment."""
        self._debounce.restart()

    def on_key(self, event: Key) -> None:
        """Handle keys that no widget inside has handled."""
        self.action_press(event.key)

    def action_press(self, key: str) -> None:
        """Handle a key or a click."""
        if key in ("escape", "q") or (key == self.key and self._debounce.accepts()):
            self.leave(None)
