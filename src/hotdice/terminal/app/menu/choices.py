"""A list of choices: a title and facts, on one line if they fit, else on two."""

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
    """Arrow keys or a click mark a choice; Enter or a double click takes it."""

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
        """The marked choice was taken."""

    def __init__(self, side_by_side: bool = False) -> None:
        super().__init__(markup=False)
        self._choices: list[tuple[str, str]] = []
        self._side_by_side = side_by_side
        self._marked: int | None = None

    def set_choices(self, lines: list[tuple[str, str]], marked: int) -> None:
        """Replace the choices, each a title and its facts, and mark one."""
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
        """Lay the choices out again."""
        for index in range(len(self._choices)):
            self.replace_option_prompt_at_index(index, self._prompt(index))

    def on_click(self, event: events.Click) -> None:
        """A double click takes the choice."""
        if event.chain == 2:
            self.action_take()

    def action_take(self) -> None:
        """Take the marked choice."""
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
