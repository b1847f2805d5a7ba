"""How somebody fills in the form of house rules: by touch alone, or by keyboard alone."""

from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Locator, Page

BACK = "Take the last die away"
FAR = 200  # keys that lead anywhere on a page


class Hands(Protocol):
    """What both can do."""

    def press(self, what: Locator) -> None:
        """Press a button or a switch."""

    def write(self, what: Locator, text: str) -> None:
        """Write into a field, instead of what stands there."""

    def choose(self, what: Locator, option: str) -> None:
        """Choose from a list."""

    def pick(self, what: Locator) -> None:
        """Pick one of several."""

    def put_dice(self, page: Page, dice: str) -> None:
        """Put dice into the open combination; `<` takes one away."""


class Fingers(Hands):
    """By touch alone; the phone's own keyboard types."""

    def press(self, what: Locator) -> None:
        """Tap."""
        what.tap()

    def write(self, what: Locator, text: str) -> None:
        """Tap and type."""
        what.tap()
        what.press("Control+A")
        what.press_sequentially(text)

    def choose(self, what: Locator, option: str) -> None:
        """Tap, and take it from the phone's own list."""
        what.tap()
        what.select_option(option)

    def pick(self, what: Locator) -> None:
        """Tap."""
        what.tap()

    def put_dice(self, page: Page, dice: str) -> None:
        """Tap the keys below the dice."""
        for sign in dice:
            name = sign if sign.isdigit() else f"{sign.upper()}: any face"
            key = page.locator(".pad").get_by_role("button", name=name, exact=True)
            (page.get_by_role("button", name=BACK) if sign == "<" else key).tap()


class Keys(Hands):
    """By keyboard alone, from field to field by Tab."""

    def reach(self, what: Locator) -> None:
        """Go there."""
        here = "(node) => node === document.activeElement"
        follows = "(node) => node.compareDocumentPosition(document.activeElement) & 4"
        for _ in range(FAR):
            if what.evaluate(here):
                return
            what.page.keyboard.press("Shift+Tab" if what.evaluate(follows) else "Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    def press(self, what: Locator) -> None:
        """By the space bar."""
        self.reach(what)
        what.page.keyboard.press("Space")

    def write(self, what: Locator, text: str) -> None:
        """Type."""
        self.reach(what)
        what.page.keyboard.press("Control+A")
        what.page.keyboard.type(text)

    def choose(self, what: Locator, option: str) -> None:
        """From the first by the arrow."""
        self.reach(what)
        self._until(what, lambda: what.input_value() == option, "Home", "ArrowDown")

    def pick(self, what: Locator) -> None:
        """By the arrow."""
        self.reach(what.page.get_by_role("radio", checked=True))
        self._until(what, what.is_checked, "ArrowRight", "ArrowRight")

    def put_dice(self, page: Page, dice: str) -> None:
        """Type them on the dice."""
        self.reach(page.locator(".combination[aria-expanded=true]"))
        for sign in dice:
            page.keyboard.press("Backspace" if sign == "<" else sign)

    def _until(self, what: Locator, done: Callable[[], bool], first: str, then: str) -> None:
        what.page.keyboard.press(first)
        for _ in range(FAR):
            if done():
                return
            what.page.keyboard.press(then)
        raise AssertionError(f"{then} does not lead there")
