"""Advice in a game that allows it, from values that are at hand; nobody waits for a solution."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from hotdice.game import Bank, Roll, State
from hotdice.rules import Keep, Rules
from hotdice.server.games.commands import DoBank, DoKeep, DoRoll

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Choice
    from hotdice.solver.advice.values import Values


class ChoiceTold(Struct, frozen=True, omit_defaults=True):
    """One choice: its chance of winning, what it costs against the best, its risk and points.

    A keep is there once for each way to go on after it, `then`; it has none if it ends the turn.
    Alone the win is certain: `turns` are those to the target, this one included.
    """

    action: DoRoll | DoKeep | DoBank
    chance: float
    cost: float
    farkle: str
    points: float
    turns: float | None = None
    then: DoRoll | DoBank | None = None


class AdviceTold(Struct, frozen=True):
    """Every choice of a position, best first, and the chance of each seat with the best."""

    position: str
    exact: bool
    bound: float
    choices: list[ChoiceTold]
    chances: list[float]
    at_hand: Literal[True] = True


class NoAdvice(Struct, frozen=True):
    """Why there is none at the moment; no error, for whoever asked could not know."""

    code: str
    message: str
    at_hand: Literal[False] = False


class Advisor:
    """Works in a thread, one position at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="advice")

    def close(self) -> None:
        """End the thread that works advice out."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def advise(self, state: State) -> AdviceTold | None:
        """What every choice is worth; None where nobody knows."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _advise, state)

    async def at_hand(self, rules: Rules, players: int) -> bool:
        """Whether there are values for best play."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _values, rules, players) is not None


def _advise(state: State) -> AdviceTold | None:
    values = _values(state.rules, len(state.totals))
    if values is None:
        return None
    from hotdice.review.chances import with_other_seats
    from hotdice.solver.advice.choices import advise
    from hotdice.solver.advice.values import within_known_totals

    found = advise(within_known_totals(state, values), values)
    choices = [_choice(choice) for choice in found.choices]
    chances = list(with_other_seats(state, choices[0].chance, values))
    exact = found.exact and found.state is state
    return AdviceTold(str(state), exact, found.bound, choices, chances)


@lru_cache(maxsize=8)
def _values(rules: Rules, players: int) -> "Values | None":
    """Values that nobody has to wait for."""
    from hotdice.solver.storage.lookup import values_at_hand

    return values_at_hand(rules, players)


def _choice(choice: "Choice") -> ChoiceTold:
    action, then = choice.action, choice.then
    return ChoiceTold(
        action=DoKeep(list(action.dice)) if isinstance(action, Keep) else _going_on(action),
        chance=choice.chance,
        cost=choice.cost,
        farkle=str(choice.farkle),
        points=choice.points,
        turns=choice.turns,
        then=_going_on(then) if then else None,
    )


def _going_on(action: Roll | Bank) -> DoRoll | DoBank:
    return DoRoll() if isinstance(action, Roll) else DoBank()
