"""What lies over the table for a while: closed by Escape, `q` or the key that opened it."""

from typing import TypeVar

from textual.events import Key
from textual.screen import ModalScreen

from hotdice.terminal.app.page import Page
from hotdice.terminal.session.debounce import Debounce

T = TypeVar("T")


class Popup(ModalScreen[T | None], Page[T | None], inherit_bindings=False):
    """Ends with nothing when it is closed; `key` is the one that opens it.

    Held down it opens it once, and does not close it again.
    """

    key: str

    def __init__(self) -> None:
        super().__init__()
        self._debounce = Debounce()

    def on_mount(self) -> None:
        """Now it is seen."""
        self._debounce.begin()

    def on_key(self, event: Key) -> None:
        """Every key that nothing inside has taken."""
        self.action_press(event.key)

    def action_press(self, key: str) -> None:
        """Do what a key means here."""
        if key in ("escape", "q") or (key == self.key and self._debounce.passes()):
            self.leave(None)
