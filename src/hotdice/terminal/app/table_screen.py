"""The table: who has what, the felt, what can be done now. One door for keys and for clicks."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.widgets import Static

from hotdice.game import Action, Step
from hotdice.rules import Keep
from hotdice.terminal.app.action_button import OfferButton
from hotdice.terminal.app.advice_screen import AdviceScreen
from hotdice.terminal.app.autoplay import PLAYING, Autoplay
from hotdice.terminal.app.background import beside
from hotdice.terminal.app.chance_bar import Chances
from hotdice.terminal.app.dice import DiceRow
from hotdice.terminal.app.felt import KEYS, Felt
from hotdice.terminal.app.key_hints import Hint, Keys
from hotdice.terminal.app.log import KEYS as SCROLL
from hotdice.terminal.app.log import Log
from hotdice.terminal.app.options import Options
from hotdice.terminal.app.page import Page
from hotdice.terminal.app.players import Players
from hotdice.terminal.app.rule_sheet import SheetScreen
from hotdice.terminal.app.score_sheet import ScoreColumn, ScoreScreen
from hotdice.terminal.app.theme import other_theme
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.debounce import Debounce
from hotdice.terminal.session.hand import Hand
from hotdice.terminal.session.offers import Offer
from hotdice.terminal.session.session import Session
from hotdice.terminal.text.columns import cut
from hotdice.terminal.text.move_log import MoveLog
from hotdice.texts import HotDiceError, say

End = Literal["over", "left"] | HotDiceError
WIDE = 90  # columns for all keys
TITLE = 40  # columns of the rules' title


class TableScreen(Page[End], inherit_bindings=False):
    """A game going on; ends with whether it is over, somebody has left, or a bot has failed."""

    CSS: ClassVar[str] = """
    TableScreen { layout: horizontal; }
    #table { width: 1fr; height: 100%; }
    #header { height: 1; padding: 0 1; }
    #title { width: 1fr; text-style: bold; }
    #aim { width: auto; color: $quiet; }
    #top { height: 1; border-top: solid $line; }
    #offers { height: 3; margin-top: 1; }
    #status { height: auto; min-height: 1; max-height: 4; padding: 0 2; color: $warning; }
    TableScreen.tight #offers { height: 1; margin-top: 0; }
    TableScreen.tight #top { display: none; }
    TableScreen.tight Log { min-height: 0; }
    TableScreen.narrow #key-l { display: none; }
    """

    def __init__(self, table: Session, options: Options) -> None:
        super().__init__()
        self._table = table
        self._advised = options.advice and table.advice
        self._adviser = Adviser(table.state.rules, len(table.names), self._advised)
        self._hand = Hand(table)
        self._conductor = Autoplay(self, self._hand, options.fast)
        self._debounce = Debounce()
        self._reckons = False
        self._story = MoveLog(table.names, table.steps)

    def compose(self) -> ComposeResult:
        """From top to bottom, in the order of the eye; the score sheet beside it."""
        rules = self._table.state.rules
        aim = say("app.aim", title=cut(rules.title, TITLE), target=rules.target)
        with Vertical(id="table"):
            with Horizontal(id="header"):
                yield Static(say("app.title"), id="title", markup=False)
                yield Static(aim, id="aim", markup=False)
            yield Static("", id="top")
            yield Players(self._table.names)
            yield Chances(self._table.names)
            yield Felt()
            with Horizontal(id="offers"):
                yield OfferButton("r", id="roll")
                yield OfferButton("b", id="bank")
            yield Keys(_hints(self._advised, self._table), id="keys")
            yield Static("", id="status", markup=False)
            yield Log()
        yield ScoreColumn(self._table)

    def on_mount(self) -> None:
        """Begin where the game stands."""
        self.set_class(len(self._table.names) > 4, "tight")
        self._conductor.begin([])

    def on_resize(self, event: Resize) -> None:
        """Say as much as there is room for."""
        left = self.query_one(ScoreColumn).fit(event.size.width)
        self.set_class(left < WIDE, "narrow")

    def on_key(self, event: Key) -> None:
        """Every key of the table."""
        event.stop()
        self.action_press(event.key)

    def on_dice_row_chosen(self, message: DiceRow.Chosen) -> None:
        """A click on a die picks it; one that is being typed shows its next face."""
        if self.on_top and self.ready and self._hand.typed is not None:
            self._hand.turn_face(message.place)
            self.show()
        else:
            self.action_press(KEYS[message.place])

    @property
    def ready(self) -> bool:
        """Whether the table waits for somebody."""
        return not self._conductor.at_work

    def action_press(self, key: str) -> None:
        """Do what a key means now, or say why it cannot be done."""
        if not self.on_top:
            return
        if key == "q":
            self.leave("left")
        elif key in SCROLL:
            self.query_one(Log).press(key)
        elif not self.ready:
            self._conductor.hurry(key)
        elif key not in PLAYING or self._debounce.passes():
            self.tell("")
            try:
                self._do(key)
            except HotDiceError as error:
                self.tell(str(error))
                self._hand.recover()
            if self.ready:
                self.show()

    def show(self) -> None:
        """Everything as it stands."""
        self.query_one(Players).state = self._table.state
        self.query_one(Felt).show(self._hand)
        self.query_one(Log).sentences = tuple(self._story.lines)
        self.query_one(ScoreColumn).record = self._table.record
        waits = self.ready and not self._table.state.over
        nobody = Offer(say("app.watch"), say("app.watching"))
        self.query_one("#roll", OfferButton).offer = self._hand.rolling if waits else nobody
        self.query_one("#bank", OfferButton).offer = self._hand.banking if waits else nobody
        for hint in self.query("#key-1").results(Hint):
            hint.put(*_digits(self._table, self._hand.typed is not None))

    def told(self, step: Step) -> None:
        """One more step to tell, which is to be seen before it is played on."""
        if not self._table.real_dice:  # those are seen before they are typed
            self._debounce.begin()
        self._story.add(step)
        self.show()

    def tell(self, sentence: str) -> None:
        """Say something to whoever sits there; nothing clears it."""
        self.query_one("#status", Static).update(sentence)

    def settled(self) -> None:
        """Somebody's turn, or the end."""
        self.show()
        if self._table.state.over:
            self.leave("over")
        elif self._reckons:
            self._reckon()

    def _do(self, key: str) -> None:
        match key:
            case "r" | "enter":
                self._after(self._hand.roll())
            case "b":
                self._after(self._hand.bank())
            case "tab" | "shift+tab":
                self._hand.cycle(1 if key == "tab" else -1)
            case "u" | "backspace":
                self._back()
            case _ if key in KEYS:
                self._hand.digit(int(key))
            case _ if key in self._asides:
                self._asides[key]()

    @property
    def _asides(self) -> dict[str, Callable[[], None]]:
        """Keys that leave the game as it is."""
        return {
            "a": self._advise,
            "w": self._toggle_chances,
            "s": self._show_scores,
            "question_mark": self._show_rules,
            "l": self._other_theme,
        }

    def _back(self) -> None:
        if self._hand.back():
            self._story = MoveLog(self._table.names, self._table.steps)
            self._story.note(say("tell.taken-back"))
            self._conductor.begin([])

    def _show_rules(self) -> None:
        alone = len(self._table.names) == 1
        self.app.push_screen(SheetScreen(self._table.state.rules, alone))

    def _show_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self._table))

    def _other_theme(self) -> None:
        self.app.theme = other_theme(self.app.theme)

    def _after(self, steps: Sequence[Step]) -> None:
        self.query_one(Log).back = 0
        if steps or self._hand.typed is None:
            self._conductor.begin(steps)

    def _advise(self) -> None:
        if not self._advised:
            raise HotDiceError("advice/off")
        self.app.push_screen(AdviceScreen(self._adviser, self._table), self._take_advice)

    def _take_advice(self, action: Action | None) -> None:
        """Pick what was advised; rolling and banking are left to the player."""
        if isinstance(action, Keep) and self._hand.picking is not None:
            self._hand.picking = self._hand.picking.of_dice(action.dice)
            self.show()

    def _toggle_chances(self) -> None:
        if not self._advised:
            raise HotDiceError("advice/off")
        if len(self._table.names) == 1:
            raise HotDiceError("chances/alone")
        self._reckons = not self._reckons
        self.query_one(Players).chances = ()
        self._bar(say("app.chances-wait") if self._reckons else "")
        if self._reckons:
            self._reckon()

    def _reckon(self) -> None:
        self.run_worker(self._reckoned(), group="chances", exclusive=True)

    async def _reckoned(self) -> None:
        """Work the winning chances out beside the screen; more than two stand in their lines."""
        state = self._table.state
        try:
            chances = await beside(lambda: self._adviser.chance(state))
        except HotDiceError as error:
            self._reckons = False
            self._bar("")
            self.tell(str(error))
            return
        if not self._reckons:
            return
        if len(chances) == 2:
            self._bar(say("app.chances"), chances)
        else:
            self._bar("")
            players = self.query_one(Players)
            players.about = not self._adviser.exact(state)
            players.chances = chances

    def _bar(self, told: str, chances: tuple[float, ...] = ()) -> None:
        bar = self.query_one(Chances)
        bar.told, bar.chances = told, chances
        bar.set_class(bool(told), "on")


def _hints(advised: bool, table: Session) -> list[tuple[str, str, str]]:
    rules = table.state.rules
    keys = [
        ("1", *_digits(table, False)),
        ("tab", "tab", say("app.key.keep")),
        ("a", "a", say("app.key.advice")),
        ("w", "w", say("app.key.chances")),
        ("u", "u", say("app.key.undo")),
        ("s", "s", say("app.key.sheet")),
        ("question_mark", "?", say("app.key.rules")),
        ("l", "l", say("app.key.light")),
        ("q", "q", say("app.key.quit")),
    ]
    if rules.keep == "all":  # there is nothing to pick, but real dice are typed
        keys = keys[:1] + keys[2:] if table.real_dice else keys[2:]
    return [hint for hint in keys if advised or hint[0] not in "aw"]


def _digits(table: Session, typing: bool) -> tuple[str, str]:
    """The keys of the digits, and what they do: real dice are typed before they are picked."""
    if typing or table.state.rules.keep == "all":
        return "1-6", say("app.key.type")
    dice = table.state.dice
    return "1" if dice == 1 else f"1-{dice % 10}", say("app.key.pick")
