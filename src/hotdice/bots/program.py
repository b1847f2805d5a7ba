"""Programs as bots, in any language: they read lines of JSON and write lines of JSON.

A program is started once and plays many games; `wire` has the lines, `process` the pipes.
"""

import errno
import os
from operator import index
from shutil import which

from hotdice.bots.command import split_command
from hotdice.bots.failure import BotFailure, sanitized
from hotdice.bots.process import Process
from hotdice.bots.wire import greeting_line, question_line, read_answer
from hotdice.game import Action, Chooser, State
from hotdice.texts import HotDiceError


class ProgramBot:
    """The bot `exec:COMMAND`; started with its first game, and again after a failure."""

    def __init__(self, command: str, limit: float) -> None:
        self.name = f"exec:{command}"
        self._words = split_command(command)
        self._limit = limit
        self._process: Process | None = None
        if which(self._words[0]) is None:
            there = os.path.exists(self._words[0])
            reason = os.strerror(errno.EACCES if there else errno.ENOENT).lower()
            raise BotFailure(self.name, "bot/start", reason=reason)

    def game(self, key: int, drawn: int = 0) -> Chooser:
        """A player for one game, who talks to the one process."""
        if self._process is None or self._process.ended:
            self._process = Process(self.name, self._words, self._limit)
        return _Player(self._process, index(key), index(drawn))

    def close(self) -> None:
        """Let the program end."""
        if self._process:
            self._process.close()


class _Player:
    """One game of a program."""

    def __init__(self, process: Process, key: int, drawn: int) -> None:
        self._process = process
        self._key = key
        self._drawn = drawn
        self._game = object()

    def choose(self, state: State) -> Action:
        """What the program answers, if it is legal."""
        process = self._process
        lines = question_line(state)
        if process.game is not self._game:
            process.game = self._game
            lines = greeting_line(state, self._key, self._drawn) + lines
        self._drawn += 1
        line = process.ask(lines)
        try:
            return read_answer(line, state)
        except HotDiceError as error:
            found = sanitized(line.decode(errors="backslashreplace"))
            process.fail("bot/nonsense", found=found, reason=str(error))
