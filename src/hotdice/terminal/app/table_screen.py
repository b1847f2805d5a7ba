"""The table during a game. A click does what the key does that it stands for."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widgets import Static

from hotdice.game import Action, Step
from hotdice.rules import Keep
from hotdice.rules.sheet import aim
from hotdice.terminal.app.advice_screen import AdviceScreen
from hotdice.terminal.app.background import in_thread
from hotdice.terminal.app.bot_driver import PLAYING, BotDriver
from hotdice.terminal.app.page import Page
from hotdice.terminal.app.play_options import PlayOptions
from hotdice.terminal.app.rule_sheet import SheetScreen
from hotdice.terminal.app.score_sheet import ScoreColumn, ScoreScreen
from hotdice.terminal.app.theme import other_theme
from hotdice.terminal.app.widgets.action_button import ActionButton
from hotdice.terminal.app.widgets.chance_bar import ChanceBar
from hotdice.terminal.app.widgets.dice import DiceRow
from hotdice.terminal.app.widgets.felt import KEYS, Felt
from hotdice.terminal.app.widgets.key_hints import KeyBar, KeyHint
from hotdice.terminal.app.widgets.log import KEYS as SCROLL
from hotdice.terminal.app.widgets.log import Log
from hotdice.terminal.app.widgets.players_panel import PlayersPanel
from hotdice.terminal.session.action_preview import ActionPreview
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.debounce import Debounce
from hotdice.terminal.session.hand import Hand
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.columns import cut
from hotdice.terminal.text.move_log import MoveLog
from hotdice.terminal.text.narration import roll_off_lines
from hotdice.texts import HotDiceError, say

End = Literal["over", "left"] | HotDiceError
WIDE = 90  # columns needed to show all keys
TITLE = 40  # columns for the title of the rules


class TableScreen(Page[End], inherit_bindings=False):
    """A game in progress; returns whether it is over, the user has left, or a bot has failed."""

    CSS: ClassVar[str] = """
    TableScreen { layout: horizontal; }
    #table { width: 1fr; height: 100%; }
    #header { height: 1; padding: 0 1; }
    #title { width: 1fr; text-style: bold; }
    #aim { width: auto; color: $quiet; }
    #top { height: 1; border-top: solid $line; }
    #actions { height: 3; margin-top: 1; }
    #status { height: auto; min-height: 1; max-height: 4; padding: 0 2; color: $warning; }
    TableScreen.tight #actions { height: 1; margin-top: 0; }
    TableScreen.tight #top { display: none; }
    TableScreen.tight Log { min-height: 0; }
    TableScreen.narrow #key-l { display: none; }
    """

    def __init__(self, session: Session, options: PlayOptions) -> None:
        super().__init__()
        self._session = session
        self._advice_allowed = options.advice and session.advice
        self._adviser = Adviser(session.state.rules, len(session.names), self._advice_allowed)
        self._hand = Hand(session)
        self._bot_driver = BotDriver(self, self._hand, options.fast)
        self._debounce = Debounce()
        self._chances_on = False
        self._move_log = self._whole_log()

    def compose(self) -> ComposeResult:
        """The table from top to bottom, and the score sheet beside it."""
        rules = self._session.state.rules
        header = say("app.aim", title=cut(rules.title, TITLE), aim=aim(rules))
        with Vertical(id="table"):
            with Horizontal(id="header"):
                yield Static(say("app.title"), id="title", markup=False)
                yield Static(header, id="aim", markup=False)
            yield Static("", id="top")
            yield PlayersPanel(self._session.names)
            yield ChanceBar(self._session.names)
            yield Felt()
            with Horizontal(id="actions"):
                yield ActionButton("r", id="roll")
                yield ActionButton("b", id="bank")
                yield ActionButton("t", id="take")
            yield KeyBar(_hints(self._advice_allowed, self._session), id="keys")
            yield Static("", id="status", markup=False)
            yield Log()
        yield ScoreColumn(self._session)

    def on_mount(self) -> None:
        """Start from the current position."""
        self.set_class(len(self._session.names) > 4, "tight")
        self._bot_driver.begin([])

    def on_resize(self, event: Resize) -> None:
        """Show or hide what there is no room for."""
        left = self.query_one(ScoreColumn).fit(event.size.width)
        self.set_class(left < WIDE, "narrow")

    def on_key(self, event: Key) -> None:
        """Handle every key here."""
        event.stop()
        self.action_press(event.key)

    def on_dice_row_chosen(self, message: DiceRow.Chosen) -> None:
        """A click picks a die; while real dice are typed it shows the next face."""
        if self.on_top and self.ready and self._hand.typed is not None:
            self._hand.next_face(message.place)
            self.show()
        else:
            self.action_press(KEYS[message.place])

    def _whole_log(self) -> MoveLog:
        """The log of the game so far, with the roll for who begins."""
        names = self._session.names
        decided = roll_off_lines(self._session.record.roll_off, names)
        return MoveLog(names, self._session.steps, decided)

    @property
    def ready(self) -> bool:
        """Whether the table waits for a person."""
        return not self._bot_driver.busy

    def action_press(self, key: str) -> None:
        """Handle a key or a click, or show why it is not allowed."""
        if not self.on_top:
            return
        if key == "q":
            self.leave("left")
        elif key in SCROLL:
            self.query_one(Log).press(key)
        elif not self.ready:
            self._bot_driver.skip(key)
        elif key not in PLAYING or self._debounce.accepts():
            self.set_status("")
            try:
                self._do(key)
            except HotDiceError as error:
                self.set_status(str(error))
                self._hand.recover()
            if self.ready:
                self.show()

    def show(self) -> None:
        """Update all widgets."""
        self.query_one(PlayersPanel).state = self._session.state
        self.query_one(Felt).show(self._hand)
        self.query_one(Log).sentences = tuple(self._move_log.lines)
        self.query_one(ScoreColumn).record = self._session.record
        waits = self.ready and not self._session.state.over
        nobody = ActionPreview(say("app.watch"), allowed=False)
        self.query_one("#roll", ActionButton).preview = self._hand.roll_preview if waits else nobody
        self.query_one("#bank", ActionButton).preview = self._hand.bank_preview if waits else nobody
        taking = self._hand.take_preview if waits else None
        take = self.query_one("#take", ActionButton)
        take.preview = taking or nobody
        take.display = taking is not None  # instead of a bank, as there is nothing to bank
        self.query_one("#bank", ActionButton).display = taking is None
        for hint in self.query("#key-1").results(KeyHint):
            hint.set_key(*_digits(self._session, self._hand.typed is not None))

    def show_step(self, step: Step) -> None:
        """Show one step; keys that play on are ignored until it can have been seen."""
        if not self._session.real_dice:  # which the person has seen already
            self._debounce.restart()
        self._move_log.add(step)
        self.show()

    def set_status(self, sentence: str) -> None:
        """Show a message; an empty one clears it."""
        self.query_one("#status", Static).update(sentence)

    def wait_for_player(self) -> None:
        """Wait for a person, or leave if the game is over."""
        self.show()
        if self._session.state.over:
            self.leave("over")
        elif self._chances_on:
            self._start_chances()

    def _do(self, key: str) -> None:
        match key:
            case "r" | "enter":
                self._show_steps(self._hand.roll())
            case "b":
                self._show_steps(self._hand.bank())
            case "t":
                self._show_steps(self._hand.take())
            case "tab" | "shift+tab":
                self._hand.cycle(1 if key == "tab" else -1)
            case "u" | "backspace":
                self._undo()
            case _ if key in KEYS:
                self._hand.digit(int(key))
            case _ if key in self._other_keys:
                self._other_keys[key]()

    @property
    def _other_keys(self) -> dict[str, Callable[[], None]]:
        """Keys that do not change the game."""
        return {
            "a": self._show_advice,
            "w": self._toggle_chances,
            "s": self._show_scores,
            "question_mark": self._show_rules,
            "l": self._other_theme,
        }

    def _undo(self) -> None:
        if self._hand.undo():
            self._move_log = self._whole_log()
            self._move_log.add_note(say("tell.taken-back"))
            self._bot_driver.begin([])

    def _show_rules(self) -> None:
        solo = len(self._session.names) == 1
        self.app.push_screen(SheetScreen(self._session.state.rules, solo))

    def _show_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self._session))

    def _other_theme(self) -> None:
        self.app.theme = other_theme(self.app.theme)

    def _show_steps(self, steps: Sequence[Step]) -> None:
        self.query_one(Log).back = 0
        if steps or self._hand.typed is None:
            self._bot_driver.begin(steps)

    def _show_advice(self) -> None:
        if not self._advice_allowed:
            raise HotDiceError("advice/off")
        self.app.push_screen(AdviceScreen(self._adviser, self._session), self._take_advice)

    def _take_advice(self, action: Action | None) -> None:
        """Pick the dice that were advised; rolling and banking are left to the player."""
        if isinstance(action, Keep) and self._hand.picking is not None:
            self._hand.picking = self._hand.picking.with_dice(action.dice)
            self.show()

    def _toggle_chances(self) -> None:
        if not self._advice_allowed:
            raise HotDiceError("advice/off")
        if len(self._session.names) == 1:
            raise HotDiceError("chances/alone")
        self._chances_on = not self._chances_on
        self.query_one(PlayersPanel).chances = ()
        self._set_chance_bar(say("app.chances-wait") if self._chances_on else "")
        if self._chances_on:
            self._start_chances()

    def _start_chances(self) -> None:
        self.run_worker(self._show_chances(), group="chances", exclusive=True)

    async def _show_chances(self) -> None:
        """Compute the winning chances in a thread and show them."""
        state = self._session.state
        try:
            chances = await in_thread(lambda: self._adviser.chance(state))
        except HotDiceError as error:
            self._chances_on = False
            self._set_chance_bar("")
            self.set_status(str(error))
            return
        if not self._chances_on:
            return
        if len(chances) == 2:
            self._set_chance_bar(say("app.chances"), chances)
        else:
            self._set_chance_bar("")
            players = self.query_one(PlayersPanel)
            players.approximate = not self._adviser.exact(state)
            players.chances = chances

    def _set_chance_bar(self, text: str, chances: tuple[float, ...] = ()) -> None:
        bar = self.query_one(ChanceBar)
        bar.text, bar.chances = text, chances
        bar.set_class(bool(text), "on")


def _hints(advised: bool, session: Session) -> list[tuple[str, str, str]]:
    rules = session.state.rules
    keys = [
        ("1", *_digits(session, False)),
        ("tab", "tab", say("app.key.keep")),
        ("a", "a", say("app.key.advice")),
        ("w", "w", say("app.key.chances")),
        ("u", "u", say("app.key.undo")),
        ("s", "s", say("app.key.sheet")),
        ("question_mark", "?", say("app.key.rules")),
        ("l", "l", say("app.key.light")),
        ("q", "q", say("app.key.quit")),
    ]
    if rules.terms.keep_all:  # nothing to pick, but real dice are typed
        keys = keys[:1] + keys[2:] if session.real_dice else keys[2:]
    return [hint for hint in keys if advised or hint[0] not in "aw"]


def _digits(session: Session, typing: bool) -> tuple[str, str]:
    """The digit keys and what they do now: type real dice, or pick dice."""
    if typing or session.state.rules.terms.keep_all:
        return "1-6", say("app.key.type")
    dice = session.state.dice
    return "1" if dice == 1 else f"1-{dice % 10}", say("app.key.pick")
