"""The row of one seat: arrows that change the player, and a name to edit."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from hotdice.terminal.app.menu.lineup import SeatChoice, described
from hotdice.terminal.app.widgets.changing_text import ChangingText
from hotdice.texts import say


class SeatRow(Vertical):
    """A seat, with its error below."""

    DEFAULT_CSS = """
    SeatRow {
        height: auto;
        padding: 0 1;
        & > Horizontal { height: auto; }
        & .number { width: 5; }
        & .sign { width: 3; text-align: center; color: $text-muted; pointer: pointer; }
        & .sign:hover { background: $foreground 20%; color: $foreground; }
        & .kind { width: 18; text-overflow: ellipsis; text-wrap: nowrap; }
        & .name { width: 1fr; height: auto; padding: 0 1; color: $text-muted; }
        & .name.person { pointer: text; color: $foreground; text-style: bold; }
        & .name.person:hover { background: $foreground 10%; }
        & Input, & Input:focus {
            width: 1fr; height: 1; border: none; padding: 0 1; background: $foreground 15%;
        }
        & .wrong { display: none; padding: 0 1 0 29; text-style: bold; }
        &.chosen { background: $foreground 10%; }
        &.chosen .number { text-style: bold; }
    }
    """

    class Cycled(Message):
        """An arrow was clicked: the next (1) or previous (-1) kind of player."""

        def __init__(self, index: int, by: int) -> None:
            super().__init__()
            self.index = index
            self.by = by

    class Clicked(Message):
        """The seat was clicked; `name` tells whether on a person's name."""

        def __init__(self, index: int, name: bool) -> None:
            super().__init__()
            self.index = index
            self.name = name

    def __init__(self, index: int, seat: SeatChoice, chosen: bool) -> None:
        super().__init__(classes="chosen" if chosen else "")
        self._index = index
        self._seat = seat

    def compose(self) -> ComposeResult:
        """Number, ‹ kind ›, name, and a line for an error."""
        person = self._seat.bot is None
        with Horizontal():
            yield ChangingText(self._number, classes="number")
            yield Static("‹", classes="sign before")
            yield ChangingText(_kind(self._seat), classes="kind")
            yield Static("›", classes="sign after")
            yield ChangingText(_name(self._seat), classes="name person" if person else "name")
        yield ChangingText(classes="wrong")

    def show(self, seat: SeatChoice, chosen: bool) -> None:
        """Update the row."""
        self._seat = seat
        self.set_class(chosen, "chosen")
        self._text(".number").set_text(self._number)
        self._text(".kind").set_text(_kind(seat))
        self._text(".name").set_text(_name(seat))
        self._text(".name").set_class(seat.bot is None, "person")

    def show_error(self, error: str = "") -> None:
        """Show an error below the seat, or clear it."""
        wrong = self._text(".wrong")
        if error or wrong.display:
            wrong.display = bool(error)
            wrong.set_text(f"✗ {error}")

    async def edit(self, text: str) -> None:
        """Replace the name by an input."""
        self.query_one(".name").display = False
        line = Input(text, select_on_focus=False)
        await self.query_one(Horizontal).mount(line)
        line.focus()
        line.select_all()

    async def stop_editing(self) -> None:
        """Remove the input."""
        await self.query(Input).remove()
        self.query_one(".name").display = True

    def on_click(self, event: events.Click) -> None:
        """Arrows change the kind of player; anything else selects the seat."""
        clicked = event.widget
        if clicked is None or isinstance(clicked, Input):
            return
        if clicked.has_class("sign"):
            self.post_message(self.Cycled(self._index, 1 if clicked.has_class("after") else -1))
        else:
            self.post_message(self.Clicked(self._index, clicked.has_class("name", "person")))

    @property
    def _number(self) -> str:
        return f"{'▶' if self.has_class('chosen') else ' '} {self._index + 1}"

    def _text(self, part: str) -> ChangingText:
        return self.query_one(part, ChangingText)


def _kind(seat: SeatChoice) -> str:
    return say("app.menu.person") if seat.bot is None else say("app.menu.bot", bot=seat.bot)


def _name(seat: SeatChoice) -> str:
    return seat.name if seat.bot is None else described(seat)
