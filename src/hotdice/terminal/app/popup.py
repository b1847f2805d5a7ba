"""What lies over the table for a while: closed by Escape, `q` or the key that opened it."""

from typing import TypeVar

from textual.events import Key
from textual.screen import ModalScreen

from hotdice.terminal.app.page import Page

T = TypeVar("T")


class Popup(ModalScreen[T | None], Page[T | None], inherit_bindings=False):
    """Ends with nothing when it is closed; `key` is the one that opens it."""

    key: str

    def on_key(self, event: Key) -> None:
        """Every key that nothing inside has taken."""
        self.action_press(event.key)

    def action_press(self, key: str) -> None:
        """Do what a key means here."""
        if key in ("escape", "q", self.key):
            self.leave(None)
