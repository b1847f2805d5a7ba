"""The page of the rules: a list, a line to type others, and the rule sheet beside it."""

import os
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from hotdice.rules import Rules, RulesError
from hotdice.terminal.app.key_hints import Hint
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.rules_list import RulesEntry, offers
from hotdice.terminal.app.menu.step import Step
from hotdice.terminal.app.rule_sheet import SheetView
from hotdice.texts import say

NO_RULES = ("rules/unknown", "file/missing")  # nothing is there that could have mistakes


class RulesStep(Step):
    """Which rules are played by."""

    DEFAULT_CSS = """
    RulesStep {
        & #left { width: 32; padding: 0 1 0 0; }
        & Input, & Input:focus {
            height: 1; border: none; padding: 0 3; background: $foreground 10%;
        }
        & SheetView { width: 1fr; background: $surface; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("t", "type"),
        ("pagedown", "sheet(1)"),
        ("pageup", "sheet(-1)"),
    ]

    class Chosen(Message):
        """These rules are played by."""

        def __init__(self, offer: RulesEntry, rules: Rules) -> None:
            super().__init__()
            self.offer = offer
            self.rules = rules

    def __init__(self, usual: RulesEntry | None, trouble: str | None) -> None:
        super().__init__()
        self.title = say("app.menu.step-rules")
        self._offers = offers()
        self._usual = usual
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The list and the line to type at the left, the sheet at the right, the keys below."""
        with Horizontal(classes="body"):
            with Vertical(id="left"):
                yield RulesChoices(side_by_side=True)
                yield Input(placeholder=say("app.menu.typed"), select_on_focus=False)
            yield SheetView()
        yield from self.bottom(
            [Hint(say("app.menu.enter"), say("app.menu.to-seats"), "take", "main")],
            [
                Hint("↑↓", say("app.menu.choose"), "next"),
                Hint("t", say("app.menu.type"), "type"),
                Hint(say("app.menu.pages"), say("app.menu.scroll-sheet"), "sheet(1)"),
            ],
            self._trouble or say("app.menu.how-rules"),
        )

    def on_mount(self) -> None:
        """Fill the list, with what was played last marked."""
        self._mark(self._usual or self._offers[0])

    async def enter(self) -> None:
        """The list has the keys."""
        self.query_one(Choices).focus()

    def on_option_list_option_highlighted(self) -> None:
        """The sheet of what is marked."""
        self._look()

    def on_choices_taken(self) -> None:
        """Enter in the list."""
        self.action_take()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Rules that were typed join the list, or their mistakes are told."""
        typed = "".join(filter(str.isprintable, event.value)).strip()
        if not typed:
            self.tell(say("app.menu/nothing-typed"), problem=True)
            return
        offer = RulesEntry(os.path.expanduser(typed))
        if self._rules(offer) is not None:
            event.input.clear()
            self._mark(offer)
            await self.enter()

    def on_descendant_focus(self) -> None:
        """Tell what can be done at the place that has the keys now."""
        if self.query_one(Input).has_focus:
            self.tell(say("app.menu.how-type"))

    def action_take(self) -> None:
        """Play by the marked rules, read again if they are a file."""
        offer = self._marked
        rules = self._rules(offer)
        if rules is not None:
            self.post_message(self.Chosen(offer, rules))

    def action_next(self) -> None:
        """The next rules of the list."""
        self.query_one(Choices).action_cursor_down()

    def action_type(self) -> None:
        """Type other rules."""
        self.query_one(Input).focus()

    def action_sheet(self, pages: int) -> None:
        """Another page of the sheet."""
        view = self.query_one(SheetView)
        view.scroll_page_down() if pages > 0 else view.scroll_page_up()

    async def action_back(self) -> None:
        """From the line to type back to the list, from there to the page before."""
        if self.query_one(Choices).has_focus:
            await super().action_back()
        else:
            await self.enter()
            self._look()

    @property
    def _marked(self) -> RulesEntry:
        return self._offers[self.query_one(Choices).highlighted or 0]

    def _mark(self, offer: RulesEntry) -> None:
        """Have this one in the list, and marked."""
        same = [known for known in self._offers if offer.same(known)]
        if not same:
            self._offers.append(offer)
        lines = [each.lines() for each in self._offers]
        self.query_one(Choices).put(lines, self._offers.index(same[0] if same else offer))

    def _look(self) -> None:
        rules = self._rules(self._marked)
        if rules is not None and not self._trouble:
            self.tell(say("app.menu.how-rules"))

    def _rules(self, offer: RulesEntry) -> Rules | None:
        """The rules with their sheet shown; all their mistakes in its place if there are any."""
        sheet = self.query_one(SheetView)
        try:
            rules = offer.rules()
        except RulesError as error:
            if error.mistakes[0].code.partition(".")[0] in NO_RULES:
                self.tell(str(error), problem=True)
                return None
            sheet.show(f"{error}\n\n{say('app.menu.mended')}")
            self.tell(say("app.menu/mistakes", source=offer.source), problem=True)
            return None
        sheet.show(rules)
        return rules


class RulesChoices(Choices):
    """The list of rules; its page keys turn the sheet beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [("pagedown", "turn(1)"), ("pageup", "turn(-1)")]

    def action_turn(self, pages: int) -> None:
        """Another page of the sheet."""
        self.query_ancestor(RulesStep).action_sheet(pages)
