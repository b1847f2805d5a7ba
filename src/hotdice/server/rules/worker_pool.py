"""Rules that clients name or send: checked by a helper process, which may take only so long."""

import asyncio
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from hotdice.rules import Mistake, Rules, RulesError
from hotdice.rules.files import preset_names
from hotdice.rules.form import trusted
from hotdice.server.rules.fair_queue import FairQueue
from hotdice.server.rules.farkle_chances import farkle_table
from hotdice.server.rules.worker import Answer, OddsOf, Question
from hotdice.texts import HotDiceError

SECONDS = 8.0
WORKERS = 2
REMEMBERED = 300
MOST_ANSWER = 1 << 22

K = TypeVar("K")
V = TypeVar("V")
A = TypeVar("A", bound=Struct)


class Checked(Struct, frozen=True):
    """Rules that are right, with farkle chances and the patterns that can never score."""

    rules: Rules
    farkle: dict[str, str]
    idle: list[str]


class Worker(Generic[A]):
    """One process of a module, which answers questions one after the other."""

    def __init__(
        self, module: str, answer: type[A], seconds: float = SECONDS, most: int = MOST_ANSWER
    ) -> None:
        self._module, self._answer = module, answer
        self._seconds, self._most = seconds, most
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Struct) -> A | None:
        """The answer; None if it takes too long or too much."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=self._most,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # each would take memory
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            line = await asyncio.wait_for(process.stdout.readline(), self._seconds)
            return msgspec.json.decode(line, type=self._answer)
        except (TimeoutError, OSError, ValueError):
            await self.end()
            return None
        except asyncio.CancelledError:
            await self.end()
            raise

    async def end(self) -> None:
        """End the process; the next question starts another one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Remembered(OrderedDict[K, V]):
    """The newest of what was worked out."""

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        if len(self) > REMEMBERED:
            self.popitem(last=False)


class WorkerPool:
    """Rules by what clients say of them."""

    def __init__(self) -> None:
        self._workers = [Worker("hotdice.server.rules.worker", Answer) for _ in range(WORKERS)]
        self._queue = FairQueue(self._workers)
        self._checked: Remembered[tuple[str | None, str | None], Checked] = Remembered()
        self._odds: Remembered[str, OddsOf | None] = Remembered()

    async def close(self) -> None:
        """End the helpers."""
        for worker in self._workers:
            await worker.end()

    async def rules(self, who: str, name: str | None = None, toml: str | None = None) -> Checked:
        """The rules of a preset, of one with changes, or of a text; raises what is wrong.

        `who` is the address that has to wait for its turn.
        """
        if name is not None and name.partition("+")[0] not in preset_names():  # never a path
            raise HotDiceError("rules/unknown", presets=preset_names())
        known = self._checked.get((name, toml))
        if known is None:
            known = self._checked[name, toml] = await self._check(who, name, toml)
        return known

    async def _check(self, who: str, name: str | None, toml: str | None) -> Checked:
        if name in preset_names():
            rules = Rules.load(name)
            return Checked(rules, farkle_table(rules), [])
        found = await self._ask(who, Question(name, toml))
        if found is None:
            raise HotDiceError("rules/slow", seconds=int(SECONDS))
        if found.table is None:
            raise RulesError(*(Mistake("rules", *mistake) for mistake in found.mistakes))
        table = {key: value for key, value in found.table.items() if value is not None}
        return Checked(trusted(table), found.farkle, found.idle)

    async def odds(
        self, who: str, checked: Checked, name: str | None, toml: str | None
    ) -> OddsOf | None:
        """What the rules do; None where that takes too long now, or has no end."""
        digest = checked.rules.digest
        if digest not in self._odds:
            found = await self._ask(who, Question(name, toml, odds=True))
            if found is None:
                return None
            self._odds[digest] = found.odds
        return self._odds[digest]

    async def _ask(self, who: str, question: Question) -> Answer | None:
        async with self._queue.place(who) as worker:
            return await worker.ask(question)
