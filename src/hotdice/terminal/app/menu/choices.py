"""A list to choose from: two lines for each choice, or one where there is room."""

from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

MARK = "▶ "
LONGEST = 30  # titles longer than this have a line of their own
NARROWEST = 20


class Choices(OptionList):
    """Keys or a click mark a choice; Enter or a double click takes it."""

    DEFAULT_CSS = """
    Choices {
        border: none;
        padding: 0 0 0 1;
        height: 1fr;
        background: $background;
        scrollbar-size-vertical: 1;
        scrollbar-color: $foreground 30%;
        scrollbar-background: $foreground 5%;
        &:focus { border: none; background-tint: $foreground 0%; }
        & > .option-list--option { padding: 0; }
        & > .option-list--option-highlighted,
        &:focus > .option-list--option-highlighted {
            color: $foreground;
            background: $foreground 10%;
            text-style: none;
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("enter", "take")]

    class Taken(Message):
        """The marked choice is the one."""

    def __init__(self, side_by_side: bool = False) -> None:
        super().__init__(markup=False)
        self._choices: list[tuple[str, str]] = []
        self._side_by_side = side_by_side
        self._marked: int | None = None

    def put(self, lines: list[tuple[str, str]], marked: int) -> None:
        """These choices, each a title and its facts, and one of them marked."""
        self._marked = None
        self.clear_options()
        self._choices, self._marked = lines, marked
        self.add_options([self._prompt(index) for index in range(len(lines))])
        self.highlighted = marked

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark."""
        before, self._marked = self._marked, highlighted
        for index in (before, highlighted):
            if index is not None and before != highlighted:
                self.replace_option_prompt_at_index(index, self._prompt(index))
        super().watch_highlighted(highlighted)

    def on_resize(self) -> None:
        """One line for each choice where there is room, or two."""
        for index in range(len(self._choices)):
            self.replace_option_prompt_at_index(index, self._prompt(index))

    def on_click(self, event: events.Click) -> None:
        """A second click takes what the first has marked."""
        if event.chain == 2:
            self.action_take()

    def action_take(self) -> None:
        """The marked choice is the one."""
        self.post_message(self.Taken())

    def _prompt(self, index: int) -> Content:
        title, facts = self._choices[index]
        marked = index == self._marked
        room = max(self.scrollable_content_region.width - len(MARK), NARROWEST)
        widest = min(LONGEST, max(len(each) for each, _ in self._choices))
        indent = f"\n{' ' * len(MARK)}"
        between = indent
        if self._side_by_side and len(title) <= widest and widest + 2 + len(facts) <= room:
            between = " " * (widest - len(title) + 2)
        return Content.assemble(
            MARK if marked else " " * len(MARK),
            (indent.join(wrap(title, room)), "bold" if marked else ""),
            between,
            (indent.join(wrap(facts, room)), "dim"),
        )
