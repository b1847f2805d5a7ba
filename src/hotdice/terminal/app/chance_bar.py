"""The winning-chance bar of two players: how the game stands if both play best from here."""

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


class Chances(Widget):
    """A bar with the first player's part of it, or a sentence in its place."""

    DEFAULT_CSS = """
    Chances { height: 1; width: 100%; padding: 0 1; display: none; }
    Chances.on { display: block; }
    """

    chances: reactive[tuple[float, ...]] = reactive(())
    told: reactive[str] = reactive("")

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = [cut(name, LONGEST) for name in names]

    def render(self) -> Content:
        """The bar, or why there is none."""
        if len(self.chances) != 2:
            return Content.styled(self.told, "$quiet")
        (first, second), (one, other) = self.chances, self._names
        left = f"{say('app.chances')}  {one} {percent(first)} "
        right = f" {percent(second)} {other}"
        room = max(LEAST, self.size.width - cell_len(left) - cell_len(right))
        done = round(first * room)
        return Content.assemble(
            (left, "$quiet"), (FULL * done, "$accent"), (EMPTY * (room - done), "$quiet"), right
        )
