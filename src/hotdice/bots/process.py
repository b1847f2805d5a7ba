"""A running program: a line goes in, a line comes out within a time limit.

Nothing that the program does can block this process or fill its memory. All pipes are non-blocking;
of its standard error only the end is kept; when it fails it is killed together with everything it
has started.
"""

import os
import select
import signal
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Any, NoReturn
from weakref import finalize

from hotdice.bots.failure import BotFailure, sanitized
from hotdice.rules.files import reason
from hotdice.texts import say

MOST = 1 << 16  # bytes of an answer
TAIL = 1 << 10  # bytes of standard error that are kept
GRACE = 1.0  # seconds that a program has to end after its input was closed


class Process:
    """One running program. Not thread-safe."""

    def __init__(self, name: str, words: list[str], limit: float) -> None:
        self._name = name
        self._limit = limit
        self._start(words)
        self._answer = self._stderr = self._unsent = b""
        self._blocked = False
        self._failure: BotFailure | None = None
        self.game: object = None  # the last game it was asked about

    def _start(self, words: list[str]) -> None:
        try:
            self._popen = Popen(
                words, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise BotFailure(self._name, "bot/start", reason=reason(error)) from None
        self._end = finalize(self, _kill, self._popen)  # at garbage collection at the latest
        pipes = self._popen.stdin, self._popen.stdout, self._popen.stderr
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    @property
    def ended(self) -> bool:
        """Whether the program has ended."""
        return not self._end.alive

    def ask(self, question: bytes) -> bytes:
        """The line that it answers; raises `BotFailure`."""
        if self._failure:
            raise self._failure
        deadline = monotonic() + self._limit
        self._read_answer()
        if self._answer:
            self._fail_unasked(self._answer)
        self._unsent = question
        self._send()
        while self._unsent or b"\n" not in self._answer:
            left = deadline - monotonic()
            ready = self._poll.poll(1000 * left) if left > 0 else []
            if not ready:
                self.fail("bot/late", limit=f"{self._limit:g}")
            for pipe, _ in ready:
                if pipe == self._out:
                    self._read_answer()
                elif pipe == self._err:
                    self._read_stderr()
                else:
                    self._send()
        line, _, more = self._answer.partition(b"\n")
        if more:
            self._fail_unasked(more)
        self._answer = b""
        return line

    def fail(self, code: str, **data: Any) -> NoReturn:
        """Kill the program because of what it did; from now on it always fails."""
        self._failure = BotFailure(self._name, code, **data)
        self._end()
        raise self._failure

    def close(self) -> None:
        """Close the program's input so that it ends; after a while it is killed."""
        if self._end.alive and self._popen.stdin:
            self._failure = BotFailure(self._name, "bot/died", how=say("bot.told"))
            self._popen.stdin.close()
            with suppress(TimeoutExpired):
                self._popen.wait(GRACE)
            self._end()

    def _send(self) -> None:
        try:
            sent = os.write(self._in, self._unsent)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            self._fail_ended()
        self._unsent = self._unsent[sent:]
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
            self._blocked = True
        elif self._blocked:
            self._poll.unregister(self._in)
            self._blocked = False

    def _read_answer(self) -> None:
        try:
            heard = os.read(self._out, MOST)
        except BlockingIOError:
            return
        if not heard:
            self._fail_ended()
        self._answer += heard
        if len(self._answer) > MOST:
            self.fail("bot/flood", what=say("bot.flood-bytes", most=MOST))

    def _read_stderr(self) -> None:
        said = b""
        with suppress(BlockingIOError, KeyError):
            said = os.read(self._err, MOST)
            if not said:  # its end, perhaps not for the first time
                self._poll.unregister(self._err)
        self._stderr = (self._stderr + said)[-TAIL:]

    def _fail_ended(self) -> NoReturn:
        """Report how a program ended that closed its input or output."""
        how = say("bot.closed")
        with suppress(TimeoutExpired):
            code = self._popen.wait(GRACE)
            how = say("bot.ended", code=code)
            if code < 0:
                how = say("bot.killed", signal=_signal(-code))
        self._read_stderr()
        words = self._stderr.decode(errors="backslashreplace").split("\n")
        last = [line for line in words if line.strip()][-1:]
        if last:
            how = say("bot.last-words", how=how, words=sanitized(last[0]))
        self.fail("bot/died", how=how)

    def _fail_unasked(self, heard: bytes) -> NoReturn:
        found = sanitized(heard[:MOST].decode(errors="backslashreplace"))
        self.fail("bot/flood", what=say("bot.flood-lines", found=found))


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return str(number)


def _kill(popen: Popen[bytes]) -> None:
    """Kill a program with everything it has started, and close the pipes to it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe:
            pipe.close()
    with suppress(TimeoutExpired):  # a program of another user may live on
        popen.wait(GRACE)
