"""The dice on the felt, drawn large."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

Status = Literal["open", "picked", "idle", "kept", "past", "empty"]

PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
LARGE, SMALL = 11, 7
HEIGHT = 6
BORDERS = {"picked": tuple("╭╮╰╯─│"), "kept": tuple("╭╮╰╯─│"), "empty": tuple("┌┐└┘┄┆")}
PLAIN = tuple("┌┐└┘─│")
STYLES: dict[Status, str] = {
    "open": "$pip on $ivory",
    "picked": "bold $pip on $ring",
    "idle": "$quiet-felt on $felt",
    "kept": "$ring on $felt",
    "past": "$quiet-felt on $felt",
    "empty": "$quiet-felt on $felt",
}


class Die(Struct, frozen=True):
    """One die; `key` picks it, `label` is shown below it."""

    face: int | None
    status: Status
    key: str = ""
    label: str = ""


class DiceRow(Widget):
    """A row of dice; a click posts `Chosen` with the place of the die."""

    DEFAULT_CSS = """
    DiceRow { height: 6; width: 100%; background: $felt; }
    """

    dice: reactive[tuple[Die, ...]] = reactive(())

    class Chosen(Message):
        """A die was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def render(self) -> Content:
        """The dice side by side, centred."""
        if not self.dice:
            return Content("")
        wide = self._wide
        drawn = [_drawn(die, wide) for die in self.dice]
        margin = " " * self._margin
        lines = []
        for row in range(HEIGHT):
            parts: list[str | tuple[str, str]] = [margin]
            for die, rows in zip(self.dice, drawn, strict=True):
                style = STYLES[die.status] if row < HEIGHT - 1 else _label_style(die)
                parts += [(rows[row], style), " "]
            lines.append(Content.assemble(*parts[:-1]))
        return Content("\n").join(lines)

    def on_click(self, event: Click) -> None:
        """Post which die was clicked."""
        place, beside = divmod(event.x - self._margin, self._wide + 1)
        if 0 <= place < len(self.dice) and beside < self._wide:
            self.post_message(self.Chosen(place))

    def left_of(self, place: int) -> int:
        """The column in which a die begins."""
        return self._margin + place * (self._wide + 1)

    @property
    def _wide(self) -> int:
        large = len(self.dice) * (LARGE + 1) - 1
        return LARGE if large <= self.size.width - 2 else SMALL

    @property
    def _margin(self) -> int:
        return max(0, (self.size.width - len(self.dice) * (self._wide + 1) + 1) // 2)


def _label_style(die: Die) -> str:
    return "bold $ring on $felt" if die.status in ("picked", "kept") else "$quiet-felt on $felt"


def _drawn(die: Die, wide: int) -> Sequence[str]:
    """The six lines of a die and its label."""
    top_left, top_right, low_left, low_right, across, down = BORDERS.get(die.status, PLAIN)
    inner = wide - 2
    spots = PIPS.get(die.face or 0, "")
    lines = [top_left + across * inner + top_right]
    for row in range(3):
        spot = ["●" if str(3 * row + column) in spots else " " for column in range(3)]
        if die.face is None and row == 1:
            spot[1] = "?"
        lines.append(down + _spread(spot, inner) + down)
    lines.append(low_left + die.key.center(inner, across) + low_right)
    lines.append(die.label[:wide].center(wide))
    return lines


def _spread(spots: Sequence[str], inner: int) -> str:
    """Three spots across the inside of a die."""
    edge = 1 if inner > 5 else 0
    between = (inner - 2 * edge - 3) // 2
    return " " * edge + (" " * between).join(spots) + " " * edge
