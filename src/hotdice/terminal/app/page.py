"""A screen that ends once: a key that repeats does not end the one below it as well."""

from typing import TypeVar

from textual.screen import Screen

T = TypeVar("T")


class Page(Screen[T], inherit_bindings=False):
    """Has keys of its own, and gives back one result."""

    ended = False

    def leave(self, result: T) -> None:
        """End with this result, unless it has ended already or something covers it."""
        if self.is_current and not self.ended:
            self.ended = True
            self.dismiss(result)
