"""A text on the screen that changes."""

from textual.widgets import Static


class Words(Static):
    """Plain words; the page is laid out anew only if they differ from those before."""

    def __init__(self, words: str = "", classes: str = "") -> None:
        super().__init__(words, classes=classes, markup=False)
        self._words = words

    def put(self, words: str) -> None:
        """These words from now on."""
        if words != self._words:
            self._words = words
            self.update(words)
