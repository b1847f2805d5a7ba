"""The menu: unfinished games first, if there are any, then the rules, then the players."""

from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from hotdice.rules import Rules, RulesError
from hotdice.terminal.app.menu.result import Resume, Setup
from hotdice.terminal.app.menu.seats import SeatsStep
from hotdice.terminal.app.menu.step import MenuStep
from hotdice.terminal.app.page import Page
from hotdice.terminal.app.widgets.changing_text import ChangingText
from hotdice.terminal.session import last_setup
from hotdice.terminal.session.last_setup import LastSetup
from hotdice.texts import say

if TYPE_CHECKING:
    from hotdice.terminal.app.menu.resume import ResumeStep
    from hotdice.terminal.app.menu.rules import RulesStep
    from hotdice.terminal.app.menu.rules_list import RulesEntry

DEFAULT_RULES = "basic"


class MenuScreen(Page[Setup | Resume | None]):
    """Returns a new game, a saved one to resume, or None to quit.

    Pages are imported when they are opened, so that the first one appears sooner.
    """

    DEFAULT_CSS = """
    MenuScreen {
        background: $background;
        & > .top {
            height: 2;
            padding: 0 2;
            border-bottom: solid $foreground 20%;
            & > .game { width: auto; text-style: bold; }
            & > .step { width: 1fr; text-align: right; color: $text-muted; }
        }
        &.-wide #left { width: 57; }
        &.-tall SeatRow { margin-bottom: 1; }
        &.-tall SeatsStep VerticalScroll { margin-bottom: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("q", "leave"), ("h", "past_games")]

    def __init__(
        self,
        rules: Rules | None = None,
        dice: Literal["mine"] | None = None,
        played: Setup | None = None,
    ) -> None:
        super().__init__()
        self._played = played
        self._rules = rules
        self._dice = dice
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]
        self._last = last_setup.last()
        self._pages: list[MenuStep] = []
        self._rules_step: RulesStep | None = None
        self._seats_step: SeatsStep | None = None
        self._entry: RulesEntry | None = None
        self._trouble: str | None = None

    def compose(self) -> ComposeResult:
        """The title line; pages are mounted below it."""
        with Horizontal(classes="top"):
            yield ChangingText(say("app.menu.name"), classes="game")
            yield ChangingText(classes="step")

    async def on_mount(self) -> None:
        """Open the first page: the players if the rules are given."""
        if self._rules is not None:
            await self._choose_seats(self._rules)
            return
        from hotdice.terminal.app.menu.resume import ResumeStep, unfinished

        games, self._trouble = unfinished()
        if games:
            await self._open(ResumeStep(games, self._trouble))
        else:
            await self.on_resume_step_new()

    async def on_resume_step_new(self) -> None:
        """Open the rules page."""
        from hotdice.terminal.app.menu.rules import RulesStep

        if self._rules_step is None:
            self._rules_step = RulesStep(
                self._preselected_rules(), None if self._pages else self._trouble
            )
        await self._open(self._rules_step)

    def on_resume_step_resumed(self, event: "ResumeStep.Resumed") -> None:
        """Resume a saved game."""
        self.leave(Resume(event.path))

    async def on_rules_step_chosen(self, event: "RulesStep.Chosen") -> None:
        """Open the players page."""
        self._entry = event.entry
        await self._choose_seats(event.rules)

    def on_seats_step_started(self, event: SeatsStep.Started) -> None:
        """Start the game, and remember its setup for the next time."""
        assert self._seats_step is not None
        before = self._last.rules if self._last is not None else DEFAULT_RULES
        rules = self._entry.absolute_source() if self._entry is not None else before
        last_setup.remember(LastSetup(rules, event.seats, event.dice))
        self.leave(Setup(self._seats_step.rules, event.seats, event.dice))

    async def on_menu_step_back(self) -> None:
        """Go back a page."""
        if len(self._pages) == 1:
            self._pages[0].set_status(say("app.menu/first-page"), problem=True)
            return
        self._pages.pop().display = False
        await self._show()

    def action_leave(self) -> None:
        """Quit."""
        self.leave(None)

    def action_past_games(self) -> None:
        """Open the list of finished games."""
        from hotdice.terminal.app.menu.past_games import PastGamesScreen

        if self.on_top:
            self.app.push_screen(PastGamesScreen())

    async def _choose_seats(self, rules: Rules) -> None:
        if self._seats_step is None:
            last = self._played or self._last
            last = last or LastSetup(DEFAULT_RULES, (say("seat/person"), "bot:cautious"))
            self._seats_step = SeatsStep(rules, last.seats, self._dice or last.dice)
        self._seats_step.rules = rules
        await self._open(self._seats_step)

    async def _open(self, page: MenuStep) -> None:
        if page in self._pages:  # a key that repeats opens it once
            return
        if self._pages:
            self._pages[-1].display = False
        page.first = not self._pages
        self._pages.append(page)
        if not page.is_attached:
            await self.mount(page)
        await self._show()

    async def _show(self) -> None:
        page = self._pages[-1]
        page.display = True
        self.query_one(".step", ChangingText).set_text(page.title)
        await page.enter()

    def _preselected_rules(self) -> "RulesEntry | None":
        """The rules of the last game, if they can still be loaded."""
        from hotdice.terminal.app.menu.rules_list import RulesEntry

        if self._played is not None:
            return RulesEntry(self._played.rules.name, self._played.rules)
        if self._last is None:
            return None
        entry = RulesEntry(self._last.rules)
        try:
            entry.rules()
        except RulesError:
            return None
        return entry
