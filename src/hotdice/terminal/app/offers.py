"""Things to do that can be clicked: the two actions, and the keys below them."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.offers import Offer


class Asked(Message):
    """Somebody clicked what a key does as well."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class OfferButton(Widget):
    """One action: its key, what it does and what it risks; dim where it cannot be done."""

    DEFAULT_CSS = """
    OfferButton {
        width: 1fr; height: 100%; margin: 0 1; background: $surface; content-align: left middle;
    }
    OfferButton:hover { background: $panel; }
    OfferButton.hot { background: $accent; color: $on-accent; text-style: bold; }
    OfferButton.refused { color: $quiet; text-style: none; }
    """

    offer: reactive[Offer] = reactive(Offer(""))

    def __init__(self, key: str, id: str) -> None:
        super().__init__(id=id)
        self._key = key

    def render(self) -> Content:
        """The key and the sentence."""
        mark = "·" if self.offer.refusal else self._key
        return Content(f" {mark}  {self.offer.text}")

    def watch_offer(self, offer: Offer) -> None:
        """Dim what cannot be done."""
        self.set_class(offer.refusal is not None, "refused")
        self.set_class(offer.refusal is None, "hot")

    def on_click(self, event: Click) -> None:
        """The same as the key."""
        event.stop()
        self.post_message(Asked(self._key))


class KeyHint(Widget):
    """A key and what it does, to be clicked as well."""

    DEFAULT_CSS = """
    KeyHint { width: auto; height: 1; margin-right: 2; color: $quiet; }
    KeyHint:hover { color: $foreground; background: $panel; }
    """

    def __init__(self, key: str, shown: str, text: str) -> None:
        super().__init__(id=f"key-{key}")
        self._key = key
        self._shown = shown
        self._text = text

    def render(self) -> Content:
        """The key stands out."""
        return Content.assemble((self._shown, "bold $foreground"), f" {self._text}")

    def on_click(self, event: Click) -> None:
        """The same as the key."""
        event.stop()
        self.post_message(Asked(self._key))


class Keys(Horizontal):
    """The keys that work here."""

    DEFAULT_CSS = """
    Keys { height: 1; width: 100%; padding: 0 1; overflow: hidden; }
    """

    def __init__(self, hints: Sequence[tuple[str, str, str]], id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = hints

    def compose(self) -> ComposeResult:
        """One hint beside the other."""
        for key, shown, text in self._hints:
            yield KeyHint(key, shown, text)
