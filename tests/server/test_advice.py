"""Advice by estimates, which can take long under the rules of strangers."""

import asyncio
from typing import Any

import pytest
from msgspec import Struct

from hotdice import Rules
from hotdice.game import State
from hotdice.server.advice import advisor
from hotdice.server.advice.response import AdviceResponse
from hotdice.server.advice.worker import AdviceQuery, AdviceResult, answer

LEAST = "basic+confirm=aaa+piggyback=true"  # rules without a solution
ENDLESS = """
name = "endless"
dice = 1
mercy = true
[score]
a = 1
"""
FOUND = AdviceResponse("", exact=False, bound=0.0, choices=[], chances=[], estimated=True)


class SlowWorker:
    """A worker that does not come to an end with rules for very many points."""

    def __init__(self, module: str, answer: type[Struct]) -> None:
        pass

    async def ask(self, query: AdviceQuery) -> AdviceResult:
        """Answer, or not."""
        if query.rules["target"] == 1_000_000:
            await asyncio.Event().wait()
        return AdviceResult(FOUND)

    async def end(self) -> None:
        """There is no process."""


def test_slow_advice_for_one_address_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advisor, "Worker", SlowWorker)

    async def run() -> Any:
        advising = advisor.Advisor()
        slow, quick = (
            State.start(Rules.load(f"{LEAST}+target={target}"), 2) for target in (1_000_000, 5000)
        )
        flood = [asyncio.create_task(advising.advise(slow, "192.0.2.1")) for _ in range(3)]
        await asyncio.sleep(0.1)
        try:
            return await asyncio.wait_for(advising.advise(quick, "192.0.2.2"), 60)
        finally:
            for each in flood:
                each.cancel()
            await advising.close()

    assert asyncio.run(run()) is FOUND


def test_turns_without_an_end_do_not_end_the_worker() -> None:
    state = State.start(Rules.parse(ENDLESS), 2)
    assert answer(AdviceQuery(str(state), state.rules.table())) == AdviceResult(None)
