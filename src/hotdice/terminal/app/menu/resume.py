"""The first page if there are unfinished games: go on with one, or begin a new one."""

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
from hotdice.terminal.app.key_hints import Hint
from hotdice.terminal.app.menu.choices import Choices
from hotdice.terminal.app.menu.step import Step
from hotdice.terminal.session import saves
from hotdice.terminal.text.narration import standings
from hotdice.texts import HotDiceError, say

Saved = tuple[str, datetime, Record]  # the file of a game, when it was played last, the game


def unfinished() -> tuple[list[Saved], str | None]:
    """The games to go on with, played last first, and a sentence on what cannot be read."""
    try:
        games, troubles = saves.unfinished()
        found = [(path, _played(path), record) for path, record in games]
    except OSError as error:
        return [], say("app.menu.no-saves", reason=reason(error))
    except HotDiceError as error:
        return [], say("app.menu.no-saves", reason=error)
    found.sort(key=lambda game: game[1], reverse=True)
    return found, _told(troubles)


class ResumeStep(Step):
    """The unfinished games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("n", "new_or_keep"),
        ("d,delete", "delete"),
        ("y,j", "confirm"),
    ]

    class Resumed(Message):
        """The game in this file goes on."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    class New(Message):
        """A new game is wanted."""

    def __init__(self, games: Sequence[Saved], trouble: str | None) -> None:
        super().__init__()
        self.title = say("app.menu.step-resume")
        self._games = list(games)
        self._doomed = False
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The list and its keys."""
        choices = Choices()
        choices.add_class("body")
        yield choices
        yield from self.bottom(
            [
                Hint(say("app.menu.enter"), say("app.menu.go-on"), "take", "main"),
                Hint("n", say("app.menu.new"), "new", "second"),
            ],
            [
                Hint("↑↓", say("app.menu.choose"), "next"),
                Hint("d", say("app.menu.delete"), "delete"),
            ],
            self._usual(),
        )

    def on_mount(self) -> None:
        """Fill the list."""
        self._put(0)

    def on_option_list_option_highlighted(self) -> None:
        """Another game is marked: none is to be deleted."""
        self._keep()

    async def enter(self) -> None:
        """The list has the keys."""
        self._keep()
        self.query_one(Choices).focus()

    def on_choices_taken(self) -> None:
        """Enter in the list."""
        self.action_take()

    def action_take(self) -> None:
        """Go on with the marked game."""
        self.post_message(self.Resumed(self._games[self.query_one(Choices).highlighted or 0][0]))

    def action_next(self) -> None:
        """The next game of the list."""
        self.query_one(Choices).action_cursor_down()

    def action_delete(self) -> None:
        """Ask whether the marked game is to be deleted."""
        self._doomed = True
        _, _, record = self._games[self.query_one(Choices).highlighted or 0]
        standing = standings(record.state, names(record.seats))
        self.ask(say("app.menu.delete-sure", title=record.start.rules.title, standing=standing))

    def action_confirm(self) -> None:
        """Delete the marked game, if that was asked."""
        if not self._doomed:
            return
        self._doomed = False
        at = self.query_one(Choices).highlighted or 0
        try:
            saves.delete(self._games[at][0])
        except HotDiceError as error:
            self.tell(str(error), problem=True)
            return
        del self._games[at]
        if not self._games:
            self.action_new()
            return
        self._put(min(at, len(self._games) - 1))
        self.tell(say("app.menu.deleted"))

    def _put(self, marked: int) -> None:
        self.query_one(Choices).put([_lines(game) for game in self._games], marked)

    def _usual(self) -> str:
        return self._trouble or say("app.menu.how-resume")

    def action_new_or_keep(self) -> None:
        """The key n: no, if it was asked whether to delete a game; else a new one."""
        if not self._keep():
            self.action_new()

    async def action_back(self) -> None:
        """The page before, or no if it was asked whether to delete a game."""
        if not self._keep():
            await super().action_back()

    def _keep(self) -> bool:
        """Delete nothing; whether that had been asked."""
        asked, self._doomed = self._doomed, False
        if asked:
            self.tell(self._usual())
        return asked

    def action_new(self) -> None:
        """Begin a new game."""
        self.post_message(self.New())


def _lines(game: Saved) -> tuple[str, str]:
    _, when, record = game
    rules = record.start.rules
    facts = [rules.title, say("sheet.to", target=rules.target), f"{when:%Y-%m-%d %H:%M}"]
    if record.dice == "mine":
        facts.append(say("app.menu.real"))
    return " · ".join(facts), standings(record.state, names(record.seats))


def _played(path: str) -> datetime:
    return datetime.fromtimestamp(os.path.getmtime(path))


def _told(troubles: Sequence[RecordError]) -> str | None:
    if not troubles:
        return None
    files = [os.path.basename(trouble.source) for trouble in troubles]
    why = f"{files[0]}: {say(troubles[0].code, **troubles[0].data)}"
    return say("app.menu.unreadable", count=len(troubles), files=files, reason=why)
