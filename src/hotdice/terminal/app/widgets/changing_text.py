"""A text widget whose text changes."""

from textual.widgets import Static


class ChangingText(Static):
    """Plain text; the page is laid out again only if the text differs from the one before."""

    def __init__(self, text: str = "", classes: str = "") -> None:
        super().__init__(text, classes=classes, markup=False)
        self._text = text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.update(text)
