"""Advice over the table: what each choice is worth, best first; Enter picks the best."""

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from hotdice.game import Action
from hotdice.rules import Keep
from hotdice.terminal.app.background import beside
from hotdice.terminal.app.key_hints import Keys
from hotdice.terminal.app.popup import Popup
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.advice import advice_lines
from hotdice.texts import HotDiceError, say

WIDTH = 70
BETWEEN = 0.25  # seconds from one look at how far the work is to the next


class AdviceScreen(Popup[Action]):
    """The choices of a position; ends with the one to be picked, if any."""

    CSS: ClassVar[str] = """
    AdviceScreen { align: center middle; }
    #advice {
        width: 76; height: auto; padding: 1 2; background: $surface; border: round $accent;
    }
    #advice Keys { padding: 0; margin-top: 1; }
    #lines { height: auto; }
    """
    key = "a"

    def __init__(self, adviser: Adviser, table: Session) -> None:
        super().__init__()
        self._adviser = adviser
        self._table = table
        self._state = table.state
        self._best: Action | None = None
        self._part = 0.0
        self._told = False
        self._began = monotonic()

    def compose(self) -> ComposeResult:
        """The lines, and the keys."""
        hints = [("escape", "a", say("app.key.close"))]
        if self._state.rolled:
            hints.insert(0, ("enter", "⏎", say("app.key.pick-best")))
        with Vertical(id="advice"):
            yield Static(say("app.advice-wait"), id="lines", markup=False)
            yield Keys(hints)

    def on_mount(self) -> None:
        """Work it out beside the screen."""
        self.run_worker(self._work())
        self.set_interval(BETWEEN, self._show_progress)

    def action_press(self, key: str) -> None:
        """Enter picks the best."""
        if key == "enter" and isinstance(self._best, Keep):
            self.leave(self._best)
        else:
            super().action_press(key)

    async def _work(self) -> None:
        try:
            await beside(lambda: self._adviser.prepare(self._so_far))
            advice = await beside(lambda: self._adviser.advice(self._state))
        except HotDiceError as error:
            self._told = True
            self._tell(str(error))
            return
        self._told = True
        self._best = advice.choices[0].action
        self._tell("\n".join(advice_lines(advice, self._table.names, WIDTH)))

    def _so_far(self, part: float) -> None:
        self._part = part

    def _show_progress(self) -> None:
        """How far the work is and how long it will take, once it is known."""
        if not self._told and self._part > 0:
            left = (monotonic() - self._began) * (1 - self._part) / self._part
            done = f"{100 * self._part:.0f}"
            self._tell(say("app.advice-progress", done=done, left=f"{left:.0f}"))

    def _tell(self, text: str) -> None:
        self.query_one("#lines", Static).update(text)
