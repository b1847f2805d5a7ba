"""The app: menu, table, end and again, one after the other."""

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import App, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen

from hotdice.game.record import Record
from hotdice.game.records import Journal
from hotdice.terminal.app.menu.result import Setup
from hotdice.terminal.app.menu.screen import MenuScreen
from hotdice.terminal.app.options import Options
from hotdice.terminal.app.theme import DARK, LIGHT, usual_theme
from hotdice.terminal.app.too_small import HEIGHT, WIDTH, SmallScreen
from hotdice.terminal.session import saves
from hotdice.terminal.session.farewell import farewell
from hotdice.terminal.session.play_request import PlayRequest
from hotdice.terminal.session.screen import terminal_gone
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from hotdice.terminal.app.end_screen import Then
    from hotdice.terminal.session.session import Session

T = TypeVar("T")
BRIEF = 0.1  # seconds between two looks at the size of the window
GLANCE = 2.0  # seconds between two looks whether the window is still there
Game = tuple[Record, Journal]


class HotDiceApp(App[None]):
    """Plays games until somebody has enough; `last_words` are for the terminal after it."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
    ]

    def __init__(
        self, first: Game | None, options: Options, wish: PlayRequest | None = None
    ) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = usual_theme()
        self._first = first
        self._options = options
        self._wish = wish if wish is not None and first is None else PlayRequest()
        self.failure: HotDiceError | None = None
        self.last_words = ""
        self._small = False
        self._table: Session | None = None

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._evening())
        if not self.is_headless:
            self.set_interval(GLANCE, self._look_for_terminal)
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._end)

    def on_resize(self, event: Resize) -> None:
        """Too small a window is told at once, and forgotten as soon as it is large enough."""
        self._small = event.size.width < WIDTH or event.size.height < HEIGHT
        if isinstance(self.screen, SmallScreen):
            if self._small:
                self.screen.measure()
            else:
                self.pop_screen()
        elif self._small:
            self.push_screen(SmallScreen())

    def _look_for_terminal(self) -> None:
        """Go when the window is gone; not every system tells."""
        if terminal_gone():
            self.exit()

    def _end(self) -> None:
        """Leave because the system asks for it, with the terminal as it was."""
        self._say_where()
        self.exit(return_code=128 + signal.SIGTERM)

    def action_suspend_process(self) -> None:
        """Stop until the shell goes on with it, as Ctrl-Z does with any program.

        What has started this one, such as make, stops as well, or no shell would come back. Where
        nobody could go on with it, the system does not stop it.
        """
        with suppress(SuspendNotSupported), self.suspend():
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.killpg(0, signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)

    async def _evening(self) -> None:
        """One game after another; what makes the next one impossible ends it."""
        try:
            game = self._first or await self._asked()
            while game is not None:
                game = await self._play(*game)
        except HotDiceError as error:
            self.failure = error
        self.exit()

    async def _play(self, record: Record, journal: Journal) -> Game | None:
        """One game, and the one after it."""
        from hotdice.terminal.app.end_screen import (
            EndScreen,  # the menu does not wait for the table
        )
        from hotdice.terminal.app.table_screen import TableScreen
        from hotdice.terminal.session.next_game import next_game
        from hotdice.terminal.session.session import Session

        with Session(record, journal) as table:
            self._table = table
            then: Then = "back"
            while then == "back":
                end = await self._shown(TableScreen(table, self._options))
                if end != "over":
                    self.failure = end if isinstance(end, HotDiceError) else None
                    self._say_where()
                    return None
                then = await self._shown(EndScreen(table))
            self._table = None
        if then == "again":
            following = next_game(table.record)
            return following, saves.begin(following)
        return await self._asked(_setup(record)) if then == "menu" else None

    async def _shown(self, screen: Screen[T]) -> T:
        """What a screen gives back; it waits until there is room for it."""
        while self._small:
            await asyncio.sleep(BRIEF)
        return await self.push_screen_wait(screen)

    async def action_quit(self) -> None:
        """Leave from anywhere; the game is saved as it is."""
        self._say_where()
        self.exit()

    def _say_where(self) -> None:
        """Remember what is to be said once the screen is gone: where the game is."""
        table = self._table
        if table is not None and table.steps and table.path and not table.state.over:
            self.last_words = farewell(table.path)

    async def _asked(self, played: Setup | None = None) -> Game | None:
        """What somebody wants to play, by the menu; what was wished for counts once.

        What was `played` before is offered again.
        """
        wish, self._wish = self._wish, PlayRequest()
        while True:
            wanted = await self._shown(MenuScreen(wish.rules, wish.dice, played))
            if wanted is None:
                return None
            if isinstance(wanted, Setup):
                seed = wish.seed if wanted.dice is None else None
                chosen = PlayRequest(dice=wanted.dice, seed=seed, advice=self._options.advice)
                begin = chosen.game(wanted.rules, wanted.seats)
                return begin, saves.begin(begin, wish.record)
            try:
                return saves.go_on(wanted.path, self._options.advice)
            except HotDiceError as error:
                self.notify(str(error), severity="warning", timeout=20)


def _setup(record: Record) -> Setup:
    return Setup(record.start.rules, record.seats, record.dice)


def play_app(first: Game | None, options: Options, wish: PlayRequest) -> None:
    """Play on the whole screen until somebody has enough."""
    app = HotDiceApp(first, options, wish)
    app.run()
    if app.last_words:
        print(app.last_words)
    if app.return_code:
        raise SystemExit(app.return_code)
    if app.failure is not None:
        raise app.failure
