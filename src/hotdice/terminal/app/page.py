"""A screen that ends once, and ignores keys while another screen covers it.

Keys are queued for the screen that was active when they were pressed. The first key of a burst may
open another screen or end this one; the rest must not act on a screen that is no longer visible.
"""

from typing import TypeVar

from textual.screen import Screen

T = TypeVar("T")


class Page(Screen[T]):
    """A screen with one result."""

    ended = False

    @property
    def on_top(self) -> bool:
        """Whether the screen has not ended and nothing covers it."""
        return not self.ended and self in self.app.screen_stack[-1:]

    def leave(self, result: T) -> None:
        """End with this result, unless the screen has ended or is covered."""
        if self.on_top:
            self.ended = True
            self.dismiss(result)
