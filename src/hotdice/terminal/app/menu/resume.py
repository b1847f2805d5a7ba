"""The first page if there are unfinished games: resume one, or start a new one."""

import os
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from hotdice.bots import names
from hotdice.game.record import Record, RecordError
from hotdice.rules.files import reason
from hotdice.rules.sheet import aim
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.step import MenuStep
from hotdice.terminal.app.widgets.key_hints import KeyHint
from hotdice.terminal.session import saves
from hotdice.terminal.text.narration import standings
from hotdice.texts import HotDiceError, say

Saved = tuple[str, datetime, Record]  # the file of a game, when it was played last, the game


def unfinished() -> tuple[list[Saved], str | None]:
    """The unfinished games, last played first, and a message about files that cannot be read."""
    try:
        games, errors = saves.unfinished()
        found = [(path, _played(path), record) for path, record in games]
    except OSError as error:
        return [], say("app.menu.no-saves", reason=reason(error))
    except HotDiceError as error:
        return [], say("app.menu.no-saves", reason=error)
    found.sort(key=lambda game: game[1], reverse=True)
    return found, _unreadable(errors)


class ResumeStep(MenuStep):
    """The list of unfinished games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("n", "new_or_keep"),
        ("d,delete", "delete"),
        ("y,j", "confirm"),
    ]

    class Resumed(Message):
        """The game in this file is to be resumed."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    class New(Message):
        """A new game is to be set up."""

    def __init__(self, games: Sequence[Saved], trouble: str | None) -> None:
        super().__init__()
        self.title = say("app.menu.step-resume")
        self._games = list(games)
        self._confirming_delete = False
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The list and its keys."""
        choices = Choices()
        choices.add_class("body")
        yield choices
        yield from self.bottom(
            [
                KeyHint(say("app.menu.enter"), say("app.menu.go-on"), "take", "main"),
                KeyHint("n", say("app.menu.new"), "new", "second"),
                KeyHint("h", say("app.menu.past"), "past_games", "second"),
            ],
            [
                KeyHint("↑↓", say("app.menu.choose"), "next"),
                KeyHint("d", say("app.menu.delete"), "delete"),
            ],
            self._default_status(),
        )

    def on_mount(self) -> None:
        """Fill the list."""
        self._put(0)

    def on_option_list_option_highlighted(self) -> None:
        """Cancel a deletion when another game is marked."""
        self._cancel_delete()

    async def enter(self) -> None:
        """Focus the list."""
        self._cancel_delete()
        self.query_one(Choices).focus()

    def on_choices_taken(self) -> None:
        """Resume the marked game on Enter."""
        self.action_take()

    def action_take(self) -> None:
        """Resume the marked game."""
        self.post_message(self.Resumed(self._games[self.query_one(Choices).highlighted or 0][0]))

    def action_next(self) -> None:
        """Mark the next game."""
        self.query_one(Choices).action_cursor_down()

    def action_delete(self) -> None:
        """Ask whether to delete the marked game."""
        self._confirming_delete = True
        _, _, record = self._games[self.query_one(Choices).highlighted or 0]
        standing = standings(record.state, names(record.seats))
        self.ask(say("app.menu.delete-sure", title=record.start.rules.title, standing=standing))

    def action_confirm(self) -> None:
        """Delete the marked game if the question was asked."""
        if not self._confirming_delete:
            return
        self._confirming_delete = False
        at = self.query_one(Choices).highlighted or 0
        try:
            saves.delete(self._games[at][0])
        except HotDiceError as error:
            self.set_status(str(error), problem=True)
            return
        del self._games[at]
        if not self._games:
            self.action_new()
            return
        self._put(min(at, len(self._games) - 1))
        self.set_status(say("app.menu.deleted"))

    def _put(self, marked: int) -> None:
        self.query_one(Choices).set_choices([_lines(game) for game in self._games], marked)

    def _default_status(self) -> str:
        return self._trouble or say("app.menu.how-resume")

    def action_new_or_keep(self) -> None:
        """The key n: "no" to a deletion, otherwise a new game."""
        if not self._cancel_delete():
            self.action_new()

    async def action_back(self) -> None:
        """Cancel a deletion, otherwise go back."""
        if not self._cancel_delete():
            await super().action_back()

    def _cancel_delete(self) -> bool:
        """Cancel a deletion; returns whether one was being confirmed."""
        asked, self._confirming_delete = self._confirming_delete, False
        if asked:
            self.set_status(self._default_status())
        return asked

    def action_new(self) -> None:
        """Go on to a new game."""
        self.post_message(self.New())


def _lines(game: Saved) -> tuple[str, str]:
    _, when, record = game
    rules = record.start.rules
    facts = [rules.title, aim(rules), f"{when:%Y-%m-%d %H:%M}"]
    if record.dice == "mine":
        facts.append(say("app.menu.real"))
    return " · ".join(facts), standings(record.state, names(record.seats))


def _played(path: str) -> datetime:
    return datetime.fromtimestamp(os.path.getmtime(path))


def _unreadable(errors: Sequence[RecordError]) -> str | None:
    if not errors:
        return None
    files = [os.path.basename(error.source) for error in errors]
    why = f"{files[0]}: {say(errors[0].code, **errors[0].data)}"
    return say("app.menu.unreadable", count=len(errors), files=files, reason=why)
