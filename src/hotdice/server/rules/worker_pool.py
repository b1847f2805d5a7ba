"""Checks rules that clients name or send, in worker processes with a time limit."""

import asyncio
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from hotdice.rules import Mistake, Rules, RulesError
from hotdice.rules.files import preset_names
from hotdice.rules.form import trusted
from hotdice.server.fair_queue import FairQueue
from hotdice.server.rules.farkle_chances import farkle_table
from hotdice.server.rules.worker import RulesQuery, RulesResult, TurnOdds
from hotdice.texts import HotDiceError

ANSWER_TIMEOUT = 8.0  # seconds of processor time
MAX_SLOWDOWN = 8  # times as long may it take on a busy machine
SHORTEST_WAIT = 0.1  # seconds
WORKERS = 2
CACHE_SIZE = 300
MAX_ANSWER_BYTES = 1 << 22

K = TypeVar("K")
V = TypeVar("V")
A = TypeVar("A", bound=Struct)


class CheckedRules(Struct, frozen=True):
    """Valid rules, with farkle chances, the patterns that can never score, and those outdone."""

    rules: Rules
    farkle: dict[str, str]
    idle: list[str] = []
    outdone: list[tuple[str, int, int]] = []


class Worker(Generic[A]):
    """One process of a module, started when it is needed; answers one question at a time."""

    def __init__(
        self,
        module: str,
        answer: type[A],
        seconds: float = ANSWER_TIMEOUT,
        most: int = MAX_ANSWER_BYTES,
    ) -> None:
        self._module, self._answer = module, answer
        self._seconds, self._most = seconds, most
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, query: Struct) -> A | None:
        """The answer; None if it takes too much time or memory."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=self._most,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # each thread takes memory
            )
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(query) + b"\n")
            line = await self._within_limit(process.pid, process.stdout.readline())
            return msgspec.json.decode(line, type=self._answer)
        except (TimeoutError, OSError, ValueError):
            await self.end()
            return None
        except asyncio.CancelledError:
            await self.end()
            raise

    async def _within_limit(self, process: int, answer: Coroutine[Any, Any, bytes]) -> bytes:
        """Wait until the process has used up its processor time, however busy the machine is."""
        reading = asyncio.ensure_future(answer)
        began, used = time.monotonic(), processor_seconds(process)
        left = self._seconds
        try:
            while left > 0 and time.monotonic() - began < MAX_SLOWDOWN * self._seconds:
                done, _ = await asyncio.wait({reading}, timeout=max(left, SHORTEST_WAIT))
                if done:
                    return reading.result()
                left = self._seconds - (processor_seconds(process) - used)
        finally:
            reading.cancel()
        raise TimeoutError

    async def end(self) -> None:
        """End the process; the next query starts another one."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def processor_seconds(process: int) -> float:
    """The processor time of a process; where the system does not tell, the time that goes by."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class BoundedCache(OrderedDict[K, V]):
    """A dictionary that keeps the newest entries."""

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        if len(self) > CACHE_SIZE:
            self.popitem(last=False)


class WorkerPool:
    """Checked rules and their odds, cached."""

    def __init__(self) -> None:
        self._workers = [Worker("hotdice.server.rules.worker", RulesResult) for _ in range(WORKERS)]
        self._queue = FairQueue(self._workers)
        self._checked: BoundedCache[tuple[str | None, str | None], CheckedRules] = BoundedCache()
        self._odds: BoundedCache[str, TurnOdds | None] = BoundedCache()

    async def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            await worker.end()

    async def rules(
        self, client: str, name: str | None = None, toml: str | None = None
    ) -> CheckedRules:
        """The rules of a preset, of one with changes, or of a text; raises `RulesError`.

        `client` is the address that waits in the queue.
        """
        if name is not None and name.partition("+")[0] not in preset_names():  # never a path
            raise HotDiceError("rules/unknown", presets=preset_names())
        cached = self._checked.get((name, toml))
        if cached is None:
            cached = self._checked[name, toml] = await self._check(client, name, toml)
        return cached

    async def _check(self, client: str, name: str | None, toml: str | None) -> CheckedRules:
        if name in preset_names():
            rules = Rules.load(name)
            return CheckedRules(rules, farkle_table(rules))
        found = await self._ask(client, RulesQuery(name, toml))
        if found is None:
            raise HotDiceError("rules/slow", seconds=int(ANSWER_TIMEOUT))
        if found.table is None:
            raise RulesError(*(Mistake("rules", *mistake) for mistake in found.mistakes))
        table = {key: value for key, value in found.table.items() if value is not None}
        return CheckedRules(trusted(table), found.farkle, found.idle, found.outdone)

    async def odds(
        self, client: str, checked: CheckedRules, name: str | None, toml: str | None
    ) -> TurnOdds | None:
        """The odds of rules; None if they take too long now, or a turn has no end."""
        digest = checked.rules.digest
        if digest not in self._odds:
            found = await self._ask(client, RulesQuery(name, toml, odds=True))
            if found is None:
                return None
            self._odds[digest] = found.odds
        return self._odds[digest]

    async def _ask(self, client: str, query: RulesQuery) -> RulesResult | None:
        async with self._queue.place(client) as worker:
            return await worker.ask(query)
