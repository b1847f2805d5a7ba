"""The review of a game, step by step: curve, position, choices and reasons move together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Static

from hotdice.bots import is_bot
from hotdice.game.record import Record
from hotdice.terminal.app.background import in_thread
from hotdice.terminal.app.page import Page
from hotdice.terminal.app.widgets.key_hints import KeyBar
from hotdice.texts import HotDiceError, say

if TYPE_CHECKING:
    from hotdice.review.account import Review

CURVE = 6  # lines
STEPS = {"right": 1, "left": -1, "l": 1, "h": -1}
SLIPS = {"n": 1, "p": -1, "down": 1, "up": -1}
CLOSE = ("escape", "q", "r")


def first_person(record: Record) -> int:
    """The seat whose view is shown: the first person, or the first seat if there is none."""
    return next((seat for seat, name in enumerate(record.seats) if not is_bot(name)), 0)


class ReviewScreen(Page[None], inherit_bindings=False):
    """Opens at the worst choice of a seat; `a` shows the account instead of the steps."""

    CSS: ClassVar[str] = """
    ReviewScreen { layout: vertical; }
    #title { height: 1; padding: 0 2; text-style: bold; }
    #curve { height: 8; padding: 0 2; color: $success; background: $surface; }
    #step { height: 1fr; padding: 1 2 0 2; scrollbar-size-vertical: 1; }
    #lines { width: 100%; height: auto; }
    """

    def __init__(self, record: Record, names: Sequence[str], seat: int) -> None:
        super().__init__()
        self._record, self._names, self._seat = record, names, seat
        self._review: Review | None = None
        self._at = 0
        self._account = False

    def compose(self) -> ComposeResult:
        """The title, the curve, what is shown of the game, and the keys."""
        yield Static("", id="title", markup=False)
        yield Static(say("app.review-wait"), id="curve", markup=False)
        with VerticalScroll(id="step", can_focus=False):
            yield Static("", id="lines", markup=False)
        yield KeyBar(
            [
                ("left", "←", say("app.key.step-back")),
                ("right", "→", say("app.key.step-on")),
                ("n", "n", say("app.key.next-slip")),
                ("p", "p", say("app.key.last-slip")),
                ("s", "s", say("app.key.seat")),
                ("a", "a", say("app.key.account")),
                ("escape", "esc", say("app.key.close")),
            ]
        )

    def on_mount(self) -> None:
        """Compute the review in a thread."""
        self.run_worker(self._work())

    def on_resize(self) -> None:
        """Draw the curve in the new width."""
        self._show()

    def on_key(self, event: Key) -> None:
        """Move, or close."""
        event.stop()
        self.action_press(event.key)

    def on_click(self, event: Click) -> None:
        """A click on the curve goes there."""
        if self._review is None or event.widget is None or event.widget.id != "curve":
            return
        count = len(self._review.changes)
        self._go(round((event.x - 2) * count / max(1, self._width - 1)) - 1)

    def action_press(self, key: str) -> None:
        """Do what a key means here."""
        if key in CLOSE:
            self.leave(None)
        elif self._review is None or not self._review.changes:
            return
        elif key in STEPS:
            self._go(self._at + STEPS[key])
        elif key in SLIPS:
            from hotdice.terminal.text.review import slip_after

            self._go(slip_after(self._review, self._seat, self._at, SLIPS[key]))
        elif key == "s":
            self._seat = (self._seat + 1) % len(self._names)
            self._show()
        elif key == "a":
            self._account = not self._account
            self._show()

    async def _work(self) -> None:
        try:
            self._review = await in_thread(self._reviewed)
        except HotDiceError as error:
            self.query_one("#curve", Static).update(str(error))
            return
        from hotdice.terminal.text.review import first_shown

        if self._review.changes:
            self._at = first_shown(self._review, self._seat)
        self._show()

    def _reviewed(self) -> "Review":
        """The review, from stored values or values computed first."""
        from hotdice.review import review
        from hotdice.solver import values_for

        record = self._record
        return review(record, values_for(record.start.rules, len(record.seats)))

    def _go(self, at: int) -> None:
        """Show another change."""
        assert self._review is not None
        self._at = min(max(at, 0), len(self._review.changes) - 1)
        self._account = False
        self._show()

    @property
    def _width(self) -> int:
        return max(20, self.size.width - 4)

    def _show(self) -> None:
        if self._review is None or not self._review.changes:
            return
        from hotdice.review.text import account_lines, how_exact
        from hotdice.terminal.text.review import change_lines

        key = "app.review-title" if len(self._names) > 1 else "app.review-title-alone"
        title = say(key, rules=self._record.start.rules.title, name=self._names[self._seat])
        self.query_one("#title", Static).update(title)
        self.query_one("#curve", Static).update(self._curve(self._review))
        lines = change_lines(self._review, self._at, self._names, self._width)
        if self._account:
            lines = [*account_lines(self._review, self._names), "", how_exact(self._review)]
        self.query_one("#lines", Static).update("\n".join(lines))
        self.query_one("#step").scroll_home(animate=False)

    def _curve(self, review: "Review") -> Content:
        """The curve with marks for slips, and a line at the current move."""
        from hotdice.terminal.text.review import column, curve, marks

        here = column(self._at, len(review.changes) + 1, self._width)
        parts: list[str | tuple[str, str]] = []
        for line in curve(review, self._seat, self._width, CURVE):
            parts += [line[:here], (line[here], "$background on $primary"), line[here + 1 :], "\n"]
        parts += [(marks(review, self._seat, self._width), "bold $primary"), "\n"]
        parts += [" " * here, ("▲", "bold $primary")]
        return Content.assemble(*parts)
