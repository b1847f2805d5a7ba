"""One seat on the screen: who sits there, with signs to click and a name to type."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from hotdice.terminal.app.menu.lineup import Seat, described
from hotdice.terminal.app.words import Words
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

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index

    def compose(self) -> ComposeResult:
        """Number, ‹ who ›, name; and a line for what is wrong."""
        with Horizontal():
            yield Words(classes="number")
            yield Static("‹", classes="sign before")
            yield Words(classes="kind")
            yield Static("›", classes="sign after")
            yield Words(classes="name")
        yield Words(classes="wrong")

    def show(self, seat: Seat, chosen: bool) -> None:
        """Who sits there now."""
        self.set_class(chosen, "chosen")
        self._words(".number").put(f"{'▶' if chosen else ' '} {self._index + 1}")
        person = seat.bot is None
        kind = say("app.menu.person") if person else say("app.menu.bot", bot=seat.bot)
        self._words(".kind").put(kind)
        self._words(".name").put(seat.name if person else described(seat))
        self._words(".name").set_class(person, "person")

    def complain(self, words: str = "") -> None:
        """Tell what is wrong with this seat, or nothing any more."""
        self._words(".wrong").display = bool(words)
        self._words(".wrong").put(f"✗ {words}")

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

    def _words(self, part: str) -> Words:
        return self.query_one(part, Words)
