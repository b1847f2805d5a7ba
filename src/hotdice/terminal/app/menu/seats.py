"""The page of the players: seats to fill, and whose dice are thrown."""

from collections.abc import Callable, Iterable
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Input

from hotdice.rules import Rules
from hotdice.terminal.app.changing_text import Words
from hotdice.terminal.app.key_hints import Hint
from hotdice.terminal.app.menu.lineup import Lineup
from hotdice.terminal.app.menu.seat_row import SeatRow
from hotdice.terminal.app.menu.step import Step
from hotdice.texts import HotDiceError, say

FEW = 4  # so many seats have room between them anywhere


class DiceLine(Words, can_focus=True):
    """Whose dice are thrown; it has the keys of the page, for what has them is styled anew."""


class SeatsStep(Step):
    """Who plays, and with whose dice."""

    DEFAULT_CSS = """
    SeatsStep {
        & .rules { padding: 0 2; margin-bottom: 1; color: $text-muted; }
        & VerticalScroll { height: auto; max-height: 1fr; margin-bottom: 1; }
        & .note { height: auto; padding: 0 2 1 9; }
        & DiceLine { height: auto; padding: 0 2 0 7; pointer: pointer; }
        & DiceLine:hover { background: $foreground 10%; }
        & .space { height: 1fr; }
        &.few SeatRow { margin-bottom: 1; }
        &.few VerticalScroll { margin-bottom: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "choose(-1)"),
        ("down", "choose(1)"),
        ("left", "turn(-1)"),
        ("right,space", "turn(1)"),
        ("e", "edit"),
        ("a", "add"),
        ("x,delete", "remove"),
        ("u", "move(-1)"),
        ("d", "move(1)"),
        ("r", "dice"),
        ("enter", "start"),
    ]

    class Started(Message):
        """These play."""

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
        """The seats, what kind of game that is, the dice, the keys."""
        yield Words(self._about, classes="rules")
        with VerticalScroll(can_focus=False):
            yield from self._rows(0)
        note = Words(self._note, classes="note")
        note.display = bool(self._note)
        yield note
        yield DiceLine(self._thrown)
        yield Words(classes="space")
        yield from self.bottom(
            [
                Hint(say("app.menu.enter"), say("app.menu.start"), "start", "main"),
                Hint("a", say("app.menu.add"), "add", "second"),
                Hint("x", say("app.menu.remove"), "remove", "second"),
            ],
            [
                Hint("↑↓", say("app.menu.choose"), "choose(1)"),
                Hint("←→", say("app.menu.who"), "turn(1)"),
                Hint("e", say("app.menu.rename"), "edit"),
                Hint("u", say("app.menu.up"), "move(-1)"),
                Hint("d", say("app.menu.down"), "move(1)"),
                Hint("r", say("app.menu.real-dice"), "dice"),
            ],
            say("app.menu.how-seats"),
        )

    async def enter(self) -> None:
        """Nothing that is typed has the keys."""
        self.query_one(DiceLine).focus()
        await self.show()

    async def show(self) -> None:
        """Everything as it is now."""
        seats = self._lineup.seats
        made = len(self.query(SeatRow))
        if made < len(seats):  # rows are made when they are needed, for making them takes time
            await self.query_one(VerticalScroll).mount_all(self._rows(made))
        self.set_class(self._few, "few")
        for index, row in enumerate(self.query(SeatRow)):
            row.display = index < len(seats)
            row.complain()
            if row.display:
                row.show(seats[index], index == self._lineup.chosen)
        self._row.scroll_visible(animate=False)
        self.query_one(".rules", Words).put(self._about)
        note = self.query_one(".note", Words)
        note.put(self._note)
        note.display = bool(self._note)
        self.query_one(DiceLine).put(self._thrown)

    async def action_choose(self, by: int) -> None:
        """The next seat or the one before; after the last comes the first."""
        count = len(self._lineup.seats)
        await self._change(lambda lineup: lineup.choose((lineup.chosen + by) % count))

    async def action_turn(self, by: int) -> None:
        """Somebody else on the chosen seat."""
        await self._change(lambda lineup: lineup.turn(by))

    async def action_add(self) -> None:
        """One more seat."""
        await self._change(Lineup.add)

    async def action_remove(self) -> None:
        """One seat less."""
        await self._change(Lineup.remove)

    async def action_move(self, by: int) -> None:
        """The chosen seat up or down."""
        await self._change(lambda lineup: lineup.move(by))

    async def action_dice(self) -> None:
        """Real dice, or those of the program."""
        if await self._settled():
            self._dice = None if self._dice else "mine"
            await self.show()

    async def action_edit(self) -> None:
        """Type who sits on the chosen seat."""
        if await self._settled():
            self.tell(say("app.menu.how-name"))
            await self._row.edit(self._lineup.seat.text)

    async def action_start(self) -> None:
        """Begin the game, if all the seats can be taken."""
        if not await self._settled():
            return
        trouble = self._lineup.trouble()
        if trouble is None:
            self.post_message(self.Started(self._lineup.texts(), self._dice))
            return
        index, error = trouble
        await self._change(lambda lineup: lineup.choose(index))
        self._row.complain(str(error))

    async def action_back(self) -> None:
        """From a name being typed to the seats, from there to the page before."""
        if self.query(Input):
            await self._row.rest()
            await self.enter()
            self.tell(say("app.menu.how-seats"))
        else:
            await super().action_back()

    async def on_input_submitted(self) -> None:
        """Take what was typed, or tell what is wrong with it."""
        await self._settled()

    def on_input_changed(self) -> None:
        """What was wrong may be right now."""
        self._row.complain()

    async def on_seat_row_turned(self, event: SeatRow.Turned) -> None:
        """A click on ‹ or ›."""
        await self._change(lambda lineup: lineup.choose(event.index).turn(event.by))

    async def on_seat_row_clicked(self, event: SeatRow.Clicked) -> None:
        """A click on a seat, or on a person's name, which can then be typed."""
        await self._change(lambda lineup: lineup.choose(event.index))
        if event.name:
            await self.action_edit()

    async def on_click(self, event: events.Click) -> None:
        """A click on the line of the dice."""
        if isinstance(event.widget, DiceLine):
            await self.action_dice()

    @property
    def _about(self) -> str:
        return f"{self.rules.title}, {say('sheet.to', target=self.rules.target)}"

    @property
    def _few(self) -> bool:
        return len(self._lineup.seats) <= FEW

    @property
    def _note(self) -> str:
        """What kind of game it is, where that is not plain."""
        seats = self._lineup.seats
        if len(seats) == 1:
            return say("app.menu.solo", target=self.rules.target)
        return "" if any(seat.bot is None for seat in seats) else say("app.menu.watch")

    @property
    def _thrown(self) -> str:
        return f"‹ {say('app.menu.dice-mine' if self._dice else 'app.menu.dice-program')} ›"

    def _rows(self, made: int) -> Iterable[SeatRow]:
        """Rows for the seats that have none."""
        for index, seat in enumerate(self._lineup.seats[made:], made):
            yield SeatRow(index, seat, index == self._lineup.chosen)

    @property
    def _row(self) -> SeatRow:
        return self.query(SeatRow)[self._lineup.chosen]

    async def _change(self, change: Callable[[Lineup], Lineup]) -> None:
        """Change who plays, or tell why that is not possible."""
        if not await self._settled():
            return
        try:
            self._lineup = change(self._lineup)
        except HotDiceError as error:
            self.tell(str(error), problem=True)
            return
        self.tell(say("app.menu.how-seats"))
        await self.show()

    async def _settled(self) -> bool:
        """Take a name that is being typed; one that cannot be is told, and nothing else is done."""
        for line in self.query(Input):
            try:
                self._lineup = self._lineup.typed(line.value)
            except HotDiceError as error:
                self._row.complain(str(error))
                line.focus()
                return False
            await self._row.rest()
            await self.enter()
            self.tell(say("app.menu.how-seats"))
        return True
