"""The app: shows menu, table and end screen in turn, one game after another."""

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
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.app.theme import DARK, LIGHT, usual_theme
from hotdice.terminal.app.too_small import HEIGHT, WIDTH, SmallScreen
from hotdice.terminal.session import saves
from hotdice.terminal.session.farewell import farewell
from hotdice.terminal.session.play_request import PlayRequest
from hotdice.terminal.session.tty import terminal_gone
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from hotdice.terminal.app.end_screen import Then
    from hotdice.terminal.session.session import Session

T = TypeVar("T")
SIZE_CHECK = 0.1  # seconds between two checks of the window size
TERMINAL_CHECK = 2.0  # seconds between two checks whether the terminal is still open
OpenGame = tuple[Record, Journal]


class HotDiceApp(App[None]):
    """Plays games until the user quits; `exit_message` is printed after the app has closed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
    ]

    def __init__(
        self, first: OpenGame | None, options: PlayOptions, request: PlayRequest | None = None
    ) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = usual_theme()
        self._first = first
        self._options = options
        self._request = request if request is not None and first is None else PlayRequest()
        self.failure: HotDiceError | None = None
        self.exit_message = ""
        self._small = False
        self._session: Session | None = None

    def on_mount(self) -> None:
        """Start the first game or the menu."""
        self.run_worker(self._play_games())
        if not self.is_headless:
            self.set_interval(TERMINAL_CHECK, self._check_terminal)
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._terminate)

    def on_resize(self, event: Resize) -> None:
        """Cover the app with a message while the window is too small."""
        self._small = event.size.width < WIDTH or event.size.height < HEIGHT
        if isinstance(self.screen, SmallScreen):
            if self._small:
                self.screen.measure()
            else:
                self.pop_screen()
        elif self._small:
            self.push_screen(SmallScreen())

    def _check_terminal(self) -> None:
        """Exit if the terminal was closed; not every system sends a signal."""
        if terminal_gone():
            self.exit()

    def _terminate(self) -> None:
        """Exit on SIGTERM and restore the terminal."""
        self._set_exit_message()
        self.exit(return_code=128 + signal.SIGTERM)

    def action_suspend_process(self) -> None:
        """Suspend until the shell resumes the program, as Ctrl-Z does with any program.

        The whole process group stops, including a parent such as make; otherwise the shell would
        not come back.
        """
        with suppress(SuspendNotSupported), self.suspend():
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.killpg(0, signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)

    async def _play_games(self) -> None:
        """Play one game after another; an error that prevents the next one ends the app."""
        try:
            game = self._first or await self._open_menu()
            while game is not None:
                game = await self._play(*game)
        except HotDiceError as error:
            self.failure = error
        self.exit()

    async def _play(self, record: Record, journal: Journal) -> OpenGame | None:
        """Play one game; returns the next one, if there is to be one."""
        from hotdice.terminal.app.end_screen import (
            EndScreen,  # the menu does not wait for the table
        )
        from hotdice.terminal.app.table_screen import TableScreen
        from hotdice.terminal.session.next_game import next_game
        from hotdice.terminal.session.session import Session

        with Session(record, journal) as session:
            self._session = session
            then: Then = "back"
            while then == "back":
                end = await self._run_screen(TableScreen(session, self._options))
                if end != "over":
                    self.failure = end if isinstance(end, HotDiceError) else None
                    self._set_exit_message()
                    return None
                then = await self._run_screen(EndScreen(session))
            self._session = None
        if then == "again":
            following = next_game(session.record)
            return following, saves.create(following)
        return await self._open_menu(_setup(record)) if then == "menu" else None

    async def _run_screen(self, screen: Screen[T]) -> T:
        """Show a screen as soon as the window is large enough; returns its result."""
        while self._small:
            await asyncio.sleep(SIZE_CHECK)
        return await self.push_screen_wait(screen)

    async def action_quit(self) -> None:
        """Quit from any screen; the game is already saved."""
        self._set_exit_message()
        self.exit()

    def _set_exit_message(self) -> None:
        """Set the message that says how to resume the game."""
        session = self._session
        if session is not None and session.steps and session.path and not session.state.over:
            self.exit_message = farewell(session.path)

    async def _open_menu(self, played: Setup | None = None) -> OpenGame | None:
        """Ask in the menu what to play; returns nothing if the user quits.

        Options of the command line apply to the first game only. The setup that was `played` before
        is preselected.
        """
        request, self._request = self._request, PlayRequest()
        while True:
            wanted = await self._run_screen(MenuScreen(request.rules, request.dice, played))
            if wanted is None:
                return None
            if isinstance(wanted, Setup):
                seed = request.seed if wanted.dice is None else None
                chosen = PlayRequest(
                    dice=wanted.dice,
                    seed=seed,
                    advice=self._options.advice,
                    roll_off=request.roll_off and wanted.dice is None,
                )
                begin = chosen.game(wanted.rules, wanted.seats)
                return begin, saves.create(begin, request.record)
            try:
                return saves.resume(wanted.path, self._options.advice)
            except HotDiceError as error:
                self.notify(str(error), severity="warning", timeout=20)


def _setup(record: Record) -> Setup:
    return Setup(record.start.rules, record.seats, record.dice)


def play_app(first: OpenGame | None, options: PlayOptions, request: PlayRequest) -> None:
    """Run the app until the user quits."""
    app = HotDiceApp(first, options, request)
    app.run()
    if app.exit_message:
        print(app.exit_message)
    if app.return_code:
        raise SystemExit(app.return_code)
    if app.failure is not None:
        raise app.failure
