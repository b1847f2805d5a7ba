"""A screen that ends once, and does nothing while another one lies over it.

Keys wait in the queue of the screen that had them when they were pressed. In a burst the first one
may open another screen or end this one; the rest were not meant for what is not seen any more.
"""

from typing import TypeVar

from textual.screen import Screen

T = TypeVar("T")


class Page(Screen[T]):
    """Gives back one result."""

    ended = False

    @property
    def on_top(self) -> bool:
        """Whether this is what somebody looks at: it has not ended, and nothing lies over it."""
        return not self.ended and self in self.app.screen_stack[-1:]

    def leave(self, result: T) -> None:
        """End with this result, unless it has ended already or something covers it."""
        if self.on_top:
            self.ended = True
            self.dismiss(result)
