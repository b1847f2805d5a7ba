"""The two actions of the table, to be clicked as well."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.app.key_hints import do
from hotdice.terminal.session.offers import Offer


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

    async def on_click(self) -> None:
        """The same as the key."""
        await do(self, f"press({self._key!r})")
