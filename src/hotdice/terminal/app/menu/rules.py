"""The rules page: a list, an input for other rules, and the rule sheet beside them."""

import os
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from hotdice.rules import Rules, RulesError
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.rules_list import RulesEntry, rules_entries
from hotdice.terminal.app.menu.step import MenuStep
from hotdice.terminal.app.rule_sheet import SheetView
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.texts import say

NO_RULES = ("rules/unknown", "file/missing")  # there are no rules that could have mistakes


class RulesStep(MenuStep):
    """Choose the rules."""

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
        """These rules were chosen."""

        def __init__(self, entry: RulesEntry, rules: Rules) -> None:
            super().__init__()
            self.entry = entry
            self.rules = rules

    def __init__(self, preselected: RulesEntry | None, trouble: str | None) -> None:
        super().__init__()
        self.title = say("app.menu.step-rules")
        self._entries = rules_entries()
        self._preselected = preselected
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The list and the input at the left, the sheet at the right, the keys below."""
        with Horizontal(classes="body"):
            with Vertical(id="left"):
                yield RulesChoices(side_by_side=True)
                yield Input(placeholder=say("app.menu.typed"), select_on_focus=False)
            yield SheetView()
        yield from self.bottom(
            [
                KeyHint(say("app.menu.enter"), say("app.menu.to-seats"), "take", "main"),
                KeyHint("h", say("app.menu.past"), "past_games", "second"),
            ],
            [
                KeyHint("↑↓", say("app.menu.choose"), "next"),
                KeyHint("t", say("app.menu.type"), "type"),
                KeyHint(say("app.menu.pages"), say("app.menu.scroll-sheet"), "sheet(1)"),
            ],
            self._trouble or say("app.menu.how-rules"),
        )

    def on_mount(self) -> None:
        """Fill the list and mark the preselected rules."""
        self._mark(self._preselected or self._entries[0])

    async def enter(self) -> None:
        """Focus the list."""
        self.query_one(Choices).focus()

    def on_option_list_option_highlighted(self) -> None:
        """Show the sheet of the marked rules."""
        self._show_sheet()

    def on_choices_taken(self) -> None:
        """Take the marked rules on Enter."""
        self.action_take()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Add the typed rules to the list, or show their mistakes."""
        typed = "".join(filter(str.isprintable, event.value)).strip()
        if not typed:
            self.set_status(say("app.menu/nothing-typed"), problem=True)
            return
        entry = RulesEntry(os.path.expanduser(typed))
        if self._rules(entry) is not None:
            event.input.clear()
            self._mark(entry)
            await self.enter()

    def on_descendant_focus(self) -> None:
        """Show the help for the input when it gets the focus."""
        if self.query_one(Input).has_focus:
            self.set_status(say("app.menu.how-type"))

    def action_take(self) -> None:
        """Choose the marked rules; a file is read again."""
        entry = self._marked
        rules = self._rules(entry)
        if rules is not None:
            self.post_message(self.Chosen(entry, rules))

    def action_next(self) -> None:
        """Mark the next rules."""
        self.query_one(Choices).action_cursor_down()

    def action_type(self) -> None:
        """Focus the input."""
        self.query_one(Input).focus()

    def action_sheet(self, pages: int) -> None:
        """Scroll the sheet by a page."""
        view = self.query_one(SheetView)
        view.scroll_page_down() if pages > 0 else view.scroll_page_up()

    async def action_back(self) -> None:
        """Go from the input to the list, and from there to the page before."""
        if self.query_one(Choices).has_focus:
            await super().action_back()
        else:
            await self.enter()
            self._show_sheet()

    @property
    def _marked(self) -> RulesEntry:
        return self._entries[self.query_one(Choices).highlighted or 0]

    def _mark(self, entry: RulesEntry) -> None:
        """Mark these rules, adding them to the list if they are new."""
        same = [known for known in self._entries if entry.same(known)]
        if not same:
            self._entries.append(entry)
        lines = [each.lines() for each in self._entries]
        self.query_one(Choices).set_choices(lines, self._entries.index(same[0] if same else entry))

    def _show_sheet(self) -> None:
        rules = self._rules(self._marked)
        if rules is not None and not self._trouble:
            self.set_status(say("app.menu.how-rules"))

    def _rules(self, entry: RulesEntry) -> Rules | None:
        """Load rules and show their sheet, or all their mistakes instead."""
        sheet = self.query_one(SheetView)
        try:
            rules = entry.rules()
        except RulesError as error:
            if error.mistakes[0].code.partition(".")[0] in NO_RULES:
                self.set_status(str(error), problem=True)
                return None
            sheet.show(f"{error}\n\n{say('app.menu.mended')}")
            self.set_status(say("app.menu/mistakes", source=entry.source), problem=True)
            return None
        sheet.show(rules)
        return rules


class RulesChoices(Choices):
    """The list of rules; its page keys scroll the sheet."""

    BINDINGS: ClassVar[list[BindingType]] = [("pagedown", "turn(1)"), ("pageup", "turn(-1)")]

    def action_turn(self, pages: int) -> None:
        """Scroll the sheet by a page."""
        self.query_ancestor(RulesStep).action_sheet(pages)
