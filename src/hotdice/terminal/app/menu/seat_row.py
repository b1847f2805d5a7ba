"""One seat on the screen: who sits there, with signs to click and a name to type."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from hotdice.terminal.app.changing_text import Words
from hotdice.terminal.app.menu.lineup import Seat, described
from hotdice.texts import say


class SeatRow(Vertical):
    """A seat; what is wrong with it is told below."""

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

    class Turned(Message):
        """The next (1) or the previous (-1) who can sit there is wanted."""

        def __init__(self, index: int, by: int) -> None:
            super().__init__()
            self.index = index
            self.by = by

    class Clicked(Message):
        """The seat was clicked, perhaps its name."""

        def __init__(self, index: int, name: bool) -> None:
            super().__init__()
            self.index = index
            self.name = name

    def __init__(self, index: int, seat: Seat, chosen: bool) -> None:
        super().__init__(classes="chosen" if chosen else "")
        self._index = index
        self._seat = seat

    def compose(self) -> ComposeResult:
        """Number, ‹ who ›, name; and a line for what is wrong."""
        person = self._seat.bot is None
        with Horizontal():
            yield Words(self._number, classes="number")
            yield Static("‹", classes="sign before")
            yield Words(_kind(self._seat), classes="kind")
            yield Static("›", classes="sign after")
            yield Words(_name(self._seat), classes="name person" if person else "name")
        yield Words(classes="wrong")

    def show(self, seat: Seat, chosen: bool) -> None:
        """Who sits there now."""
        self._seat = seat
        self.set_class(chosen, "chosen")
        self._words(".number").put(self._number)
        self._words(".kind").put(_kind(seat))
        self._words(".name").put(_name(seat))
        self._words(".name").set_class(seat.bot is None, "person")

    def complain(self, words: str = "") -> None:
        """Tell what is wrong with this seat, or nothing any more."""
        wrong = self._words(".wrong")
        if words or wrong.display:
            wrong.display = bool(words)
            wrong.put(f"✗ {words}")

    async def edit(self, text: str) -> None:
        """Have the name typed."""
        self.query_one(".name").display = False
        line = Input(text, select_on_focus=False)
        await self.query_one(Horizontal).mount(line)
        line.focus()
        line.select_all()

    async def rest(self) -> None:
        """The name as it is."""
        await self.query(Input).remove()
        self.query_one(".name").display = True

    def on_click(self, event: events.Click) -> None:
        """A sign changes who sits there; a person's name can be typed; the rest chooses."""
        clicked = event.widget
        if clicked is None or isinstance(clicked, Input):
            return
        if clicked.has_class("sign"):
            self.post_message(self.Turned(self._index, 1 if clicked.has_class("after") else -1))
        else:
            self.post_message(self.Clicked(self._index, clicked.has_class("name", "person")))

    @property
    def _number(self) -> str:
        return f"{'▶' if self.has_class('chosen') else ' '} {self._index + 1}"

    def _words(self, part: str) -> Words:
        return self.query_one(part, Words)


def _kind(seat: Seat) -> str:
    return say("app.menu.person") if seat.bot is None else say("app.menu.bot", bot=seat.bot)


def _name(seat: Seat) -> str:
    return seat.name if seat.bot is None else described(seat)
