"""The end of a game: who has won, the score sheet, the key moments, and another game."""

from importlib.util import find_spec
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Static

from hotdice.terminal.app.background import in_thread
from hotdice.terminal.app.page import Page
from hotdice.terminal.app.widgets.key_hints import KeyBar
from hotdice.terminal.history.personal_bests import compare_with_best, target_line
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.key_moments import key_moments
from hotdice.terminal.text.narration import result
from hotdice.terminal.text.score_sheet import score_sheet
from hotdice.texts import HotDiceError, say

Then = Literal["again", "menu", "quit", "back"]
THEN: dict[str, Then] = {"n": "again", "m": "menu", "q": "quit"}
PAGES = {"down": 1, "up": -1, "pagedown": 15, "pageup": -15, "space": 15}


class EndScreen(Page[Then], inherit_bindings=False):
    """The result, score sheet and key moments; returns what the user wants next."""

    CSS: ClassVar[str] = """
    EndScreen { layout: vertical; }
    #result {
        height: 3; content-align: center middle; text-style: bold;
        background: $felt; color: $ring; width: 100%;
    }
    #page { height: 1fr; padding-top: 1; scrollbar-size-vertical: 1; }
    #page Static { width: 100%; margin-bottom: 1; }
    #status { height: auto; max-height: 2; padding: 0 2; color: $warning; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """The result, the scrolling page and the keys."""
        record, names = self._session.record, self._session.names
        line = target_line(record) if len(names) == 1 else result(record.state, names)
        yield Static(f"★ {line}", id="result", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            best = compare_with_best(record, self._session.path) if len(names) == 1 else ""
            if best:
                yield Static(best, markup=False)
            yield Static("\n".join(score_sheet(record, names)), markup=False)
            yield Static(say("app.moments-wait"), id="moments", markup=False)
        yield Static("", id="status", markup=False)
        yield KeyBar(self._hints())

    def on_mount(self) -> None:
        """Compute the key moments in a thread."""
        self.run_worker(self._moments())

    def on_key(self, event: Key) -> None:
        """Scroll, or end this screen."""
        event.stop()
        self.action_press(event.key)

    def action_press(self, key: str) -> None:
        """Handle a key or a click."""
        if key in THEN:
            self.leave(THEN[key])
        elif key == "u":
            self._undo()
        elif key == "r":
            self._review()
        elif key in PAGES:
            self.query_one("#page").scroll_relative(y=PAGES[key], animate=False)

    def _undo(self) -> None:
        """Go back to the table to correct real dice."""
        try:
            self._session.undo()
        except HotDiceError as error:
            self.query_one("#status", Static).update(str(error))
        else:
            self.leave("back")

    def _review(self) -> None:
        """Open the review of this game over the end."""
        from hotdice.terminal.app.review_screen import ReviewScreen, first_person

        if self.on_top and find_spec("numpy") is not None:
            record = self._session.record
            seat = first_person(record)
            self.app.push_screen(ReviewScreen(record, self._session.names, seat))

    async def _moments(self) -> None:
        record, names = self._session.record, self._session.names
        lines = await in_thread(lambda: key_moments(record, names))
        self.query_one("#moments", Static).update("\n".join(lines))

    def _hints(self) -> list[tuple[str, str, str]]:
        hints = [
            ("n", "n", say("app.key.again")),
            ("r", "r", say("app.key.review")),
            ("m", "m", say("app.key.menu")),
            ("down", "↓", say("app.key.scroll")),
            ("q", "q", say("app.key.leave")),
        ]
        if self._session.real_dice:
            hints.insert(2, ("u", "u", say("app.key.correct")))
        return hints
