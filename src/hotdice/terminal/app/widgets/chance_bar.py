"""The bar with the winning chances of two players under best play."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hotdice.terminal.text.advice import percent
from hotdice.terminal.text.columns import cut
from hotdice.terminal.text.move_log import LONGEST
from hotdice.texts import say

FULL, EMPTY = "█", "░"
LEAST = 8


class ChanceBar(Widget):
    """A bar filled by the first player's chance, or a text instead."""

    DEFAULT_CSS = """
    ChanceBar { height: 1; width: 100%; padding: 0 1; display: none; }
    ChanceBar.on { display: block; }
    """

    chances: reactive[tuple[float, ...]] = reactive(())
    text: reactive[str] = reactive("")

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = [cut(name, LONGEST) for name in names]

    def render(self) -> Content:
        """The bar, or the text."""
        if len(self.chances) != 2:
            return Content.styled(self.text, "$quiet")
        (first, second), (one, other) = self.chances, self._names
        left = f"{say('app.chances')}  {one} {percent(first)} "
        right = f" {percent(second)} {other}"
        room = max(LEAST, self.size.width - cell_len(left) - cell_len(right))
        done = round(first * room)
        return Content.assemble(
            (left, "$quiet"), (FULL * done, "$accent"), (EMPTY * (room - done), "$quiet"), right
        )
