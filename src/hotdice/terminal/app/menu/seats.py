"""The players page: the seats, and real or virtual dice."""

from collections.abc import Callable, Iterable
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Input

from hotdice.rules import Rules
from hotdice.rules.sheet import aim
from hotdice.terminal.app.menu.lineup import Lineup
from hotdice.terminal.app.menu.seat_row import SeatRow
from hotdice.terminal.app.menu.step import MenuStep
from hotdice.terminal.app.widgets.changing_text import ChangingText
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.texts import HotDiceError, say

FEW = 4  # seats that fit with space between them on any screen


class DiceToggle(ChangingText, can_focus=True):
    """Real or virtual dice. It holds the focus of the page, as focus changes restyle a widget."""


class SeatsStep(MenuStep):
    """Choose the players and the dice."""

    DEFAULT_CSS = """
    SeatsStep {
        & .rules { padding: 0 2; margin-bottom: 1; color: $text-muted; }
        & VerticalScroll { height: auto; max-height: 1fr; margin-bottom: 1; }
        & .note { height: auto; padding: 0 2 1 9; }
        & DiceToggle { height: auto; padding: 0 2 0 7; pointer: pointer; }
        & DiceToggle:hover { background: $foreground 10%; }
        & .space { height: 1fr; }
        &.few SeatRow { margin-bottom: 1; }
        &.few VerticalScroll { margin-bottom: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "choose(-1)"),
        ("down", "choose(1)"),
        ("left", "cycle(-1)"),
        ("right,space", "cycle(1)"),
        ("e", "edit"),
        ("a", "add"),
        ("x,delete", "remove"),
        ("u", "move(-1)"),
        ("d", "move(1)"),
        ("r", "dice"),
        ("enter", "start"),
    ]

    class Started(Message):
        """The game is to start with these seats."""

        def __init__(self, seats: tuple[str, ...], dice: Literal["mine"] | None) -> None:
            super().__init__()
            self.seats = seats
            self.dice = dice

    def __init__(
        self, rules: Rules, seats: tuple[str, ...], dice: Literal["mine"] | None = None
    ) -> None:
        super().__init__()
        self.title = say("app.menu.step-seats")
        self.rules = rules
        self._lineup = Lineup.of(seats)
        self._dice = dice
        self.set_class(self._few, "few")

    def compose(self) -> ComposeResult:
        """The seats, a note on the kind of game, the dice, the keys."""
        yield ChangingText(self._about, classes="rules")
        with VerticalScroll(can_focus=False):
            yield from self._rows(0)
        note = ChangingText(self._note, classes="note")
        note.display = bool(self._note)
        yield note
        yield DiceToggle(self._thrown)
        yield ChangingText(classes="space")
        yield from self.bottom(
            [
                KeyHint(say("app.menu.enter"), say("app.menu.start"), "start", "main"),
                KeyHint("a", say("app.menu.add"), "add", "second"),
                KeyHint("x", say("app.menu.remove"), "remove", "second"),
            ],
            [
                KeyHint("↑↓", say("app.menu.choose"), "choose(1)"),
                KeyHint("←→", say("app.menu.who"), "cycle(1)"),
                KeyHint("e", say("app.menu.rename"), "edit"),
                KeyHint("u", say("app.menu.up"), "move(-1)"),
                KeyHint("d", say("app.menu.down"), "move(1)"),
                KeyHint("r", say("app.menu.real-dice"), "dice"),
            ],
            say("app.menu.how-seats"),
        )

    async def enter(self) -> None:
        """Focus the page rather than an input."""
        self.query_one(DiceToggle).focus()
        await self.show()

    async def show(self) -> None:
        """Update all widgets."""
        seats = self._lineup.seats
        made = len(self.query(SeatRow))
        if made < len(seats):  # rows are created only when needed, as that takes time
            await self.query_one(VerticalScroll).mount_all(self._rows(made))
        self.set_class(self._few, "few")
        for index, row in enumerate(self.query(SeatRow)):
            row.display = index < len(seats)
            row.show_error()
            if row.display:
                row.show(seats[index], index == self._lineup.chosen)
        self._row.scroll_visible(animate=False)
        self.query_one(".rules", ChangingText).set_text(self._about)
        note = self.query_one(".note", ChangingText)
        note.set_text(self._note)
        note.display = bool(self._note)
        self.query_one(DiceToggle).set_text(self._thrown)

    async def action_choose(self, by: int) -> None:
        """Select the next or previous seat, with wrap-around."""
        count = len(self._lineup.seats)
        await self._change(lambda lineup: lineup.choose((lineup.chosen + by) % count))

    async def action_cycle(self, by: int) -> None:
        """Change the player of the selected seat."""
        await self._change(lambda lineup: lineup.cycle(by))

    async def action_add(self) -> None:
        """Add a seat."""
        await self._change(Lineup.add)

    async def action_remove(self) -> None:
        """Remove the selected seat."""
        await self._change(Lineup.remove)

    async def action_move(self, by: int) -> None:
        """Move the selected seat up or down."""
        await self._change(lambda lineup: lineup.move(by))

    async def action_dice(self) -> None:
        """Switch between real and virtual dice."""
        if await self._commit_name():
            self._dice = None if self._dice else "mine"
            await self.show()

    async def action_edit(self) -> None:
        """Edit the name of the selected seat."""
        if await self._commit_name():
            self.set_status(say("app.menu.how-name"))
            await self._row.edit(self._lineup.seat.text)

    async def action_start(self) -> None:
        """Start the game if all seats are valid."""
        if not await self._commit_name():
            return
        problem = self._lineup.first_problem()
        if problem is None:
            self.post_message(self.Started(self._lineup.texts(), self._dice))
            return
        index, error = problem
        await self._change(lambda lineup: lineup.choose(index))
        self._row.show_error(str(error))

    async def action_back(self) -> None:
        """Stop editing a name, otherwise go back."""
        if self.query(Input):
            await self._row.stop_editing()
            await self.enter()
            self.set_status(say("app.menu.how-seats"))
        else:
            await super().action_back()

    async def on_input_submitted(self) -> None:
        """Take the typed name, or show what is wrong with it."""
        await self._commit_name()

    def on_input_changed(self) -> None:
        """Clear the error while the name changes."""
        self._row.show_error()

    async def on_seat_row_cycled(self, event: SeatRow.Cycled) -> None:
        """Change the player after a click on ‹ or ›."""
        await self._change(lambda lineup: lineup.choose(event.index).cycle(event.by))

    async def on_seat_row_clicked(self, event: SeatRow.Clicked) -> None:
        """Select the seat that was clicked, and edit a person's name."""
        await self._change(lambda lineup: lineup.choose(event.index))
        if event.name:
            await self.action_edit()

    async def on_click(self, event: events.Click) -> None:
        """Switch the dice when their line is clicked."""
        if isinstance(event.widget, DiceToggle):
            await self.action_dice()

    @property
    def _about(self) -> str:
        return f"{self.rules.title}, {aim(self.rules)}"

    @property
    def _few(self) -> bool:
        return len(self._lineup.seats) <= FEW

    @property
    def _note(self) -> str:
        """A note if one person plays alone, if only bots play, or if bots may take over."""
        seats = self._lineup.seats
        if len(seats) == 1:
            key = "app.menu.solo-rounds" if self.rules.rounds else "app.menu.solo"
            return say(key, target=self.rules.target, count=self.rules.rounds)
        if all(seat.bot for seat in seats):
            return say("app.menu.watch")
        asks_bots = self.rules.piggyback and any(seat.bot for seat in seats)
        return say("bot.take-over") if asks_bots else ""

    @property
    def _thrown(self) -> str:
        return f"‹ {say('app.menu.dice-mine' if self._dice else 'app.menu.dice-program')} ›"

    def _rows(self, first: int) -> Iterable[SeatRow]:
        """Rows for the seats from this index on."""
        for index, seat in enumerate(self._lineup.seats[first:], first):
            yield SeatRow(index, seat, index == self._lineup.chosen)

    @property
    def _row(self) -> SeatRow:
        return self.query(SeatRow)[self._lineup.chosen]

    async def _change(self, change: Callable[[Lineup], Lineup]) -> None:
        """Change the lineup, or show why that is not possible."""
        if not await self._commit_name():
            return
        try:
            self._lineup = change(self._lineup)
        except HotDiceError as error:
            self.set_status(str(error), problem=True)
            return
        self.set_status(say("app.menu.how-seats"))
        await self.show()

    async def _commit_name(self) -> bool:
        """Take a name being edited; returns False and shows the error if it is invalid."""
        for line in self.query(Input):
            try:
                self._lineup = self._lineup.typed(line.value)
            except HotDiceError as error:
                self._row.show_error(str(error))
                line.focus()
                return False
            await self._row.stop_editing()
            await self.enter()
            self.set_status(say("app.menu.how-seats"))
        return True
