"""The advice popup: the value of every choice, best first; Enter picks the best."""

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from hotdice.game import Action
from hotdice.rules import Keep
from hotdice.terminal.app.background import in_thread
from hotdice.terminal.app.popup import Popup
from hotdice.terminal.app.widgets.key_hints import KeyBar
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.advice import advice_lines
from hotdice.texts import HotDiceError, say

WIDTH = 70
PROGRESS_INTERVAL = 0.25  # seconds


class AdviceScreen(Popup[Action]):
    """The choices of a position; returns the one to be picked, if any."""

    CSS: ClassVar[str] = """
    AdviceScreen { align: center middle; }
    #advice {
        width: 76; height: auto; padding: 1 2; background: $surface; border: round $accent;
    }
    #advice KeyBar { padding: 0; margin-top: 1; }
    #lines { height: auto; }
    """
    key = "a"

    def __init__(self, adviser: Adviser, session: Session) -> None:
        super().__init__()
        self._adviser = adviser
        self._session = session
        self._state = session.state
        self._best: Action | None = None
        self._progress = 0.0
        self._done = False
        self._began = monotonic()

    def compose(self) -> ComposeResult:
        """The lines of advice, and the keys."""
        hints = [("escape", "a", say("app.key.close"))]
        if self._state.rolled:
            hints.insert(0, ("enter", "⏎", say("app.key.pick-best")))
        with Vertical(id="advice"):
            yield Static(say("app.advice-wait"), id="lines", markup=False)
            yield KeyBar(hints)

    def on_mount(self) -> None:
        """Compute the advice in a thread."""
        self.run_worker(self._compute())
        self.set_interval(PROGRESS_INTERVAL, self._show_progress)

    def action_press(self, key: str) -> None:
        """Enter picks the best choice."""
        if key == "enter" and isinstance(self._best, Keep):
            self.leave(self._best)
        else:
            super().action_press(key)

    async def _compute(self) -> None:
        try:
            await in_thread(lambda: self._adviser.prepare(self._report_progress))
            advice = await in_thread(lambda: self._adviser.advice(self._state))
        except HotDiceError as error:
            self._done = True
            self._show(str(error))
            return
        self._done = True
        self._best = advice.choices[0].action
        self._show("\n".join(advice_lines(advice, self._session.names, WIDTH)))

    def _report_progress(self, part: float) -> None:
        self._progress = part

    def _show_progress(self) -> None:
        """Show the progress and the time left, as soon as they are known."""
        if not self._done and self._progress > 0:
            left = (monotonic() - self._began) * (1 - self._progress) / self._progress
            done = f"{100 * self._progress:.0f}"
            self._show(say("app.advice-progress", done=done, left=f"{left:.0f}"))

    def _show(self, text: str) -> None:
        self.query_one("#lines", Static).update(text)
