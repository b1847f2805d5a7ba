"""Advice in games that allow it, from solutions that exist already; nothing is solved here."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL, TAKE, Action
from hotdice.rules import Keep, Rules
from hotdice.server.games.request_bodies import DoAction, DoBank, DoKeep, DoRoll, DoTake

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Choice
    from hotdice.solver.advice.values import Values

WITHOUT_DICE: dict[Action, DoRoll | DoBank | DoTake] = {
    ROLL: DoRoll(),
    BANK: DoBank(),
    TAKE: DoTake(),
}


class ChoiceAdvice(Struct, frozen=True, omit_defaults=True):
    """One choice: its chance of winning, its cost against the best, its farkle chance and points.

    A keep is listed once for each action `then` that can follow; None if it ends the turn.
    With one player the win is certain: `turns` to the target, this one included, is what counts.
    """

    action: DoAction
    chance: float
    cost: float
    farkle: str
    points: float
    turns: float | None = None
    then: DoRoll | DoBank | DoTake | None = None


class AdviceResponse(Struct, frozen=True):
    """Every choice in a position, best first, and each seat's chance of winning after the best."""

    position: str
    exact: bool
    bound: float
    choices: list[ChoiceAdvice]
    chances: list[float]
    at_hand: Literal[True] = True


class NoAdvice(Struct, frozen=True):
    """Why there is no advice now; not an error, as the client could not know."""

    code: str
    message: str
    at_hand: Literal[False] = False


class Advisor:
    """Computes advice in a thread, one position at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="advice")

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def advise(self, state: State) -> AdviceResponse | None:
        """What every choice is worth; None if there is no solution."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _advise, state)

    async def at_hand(self, rules: Rules, players: int) -> bool:
        """Whether there is a solution for these rules."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _values, rules, players) is not None


def _advise(state: State) -> AdviceResponse | None:
    values = _values(state.rules, len(state.totals))
    if values is None:
        return None
    from hotdice.review import winning_chances
    from hotdice.solver.advice.choices import advise
    from hotdice.solver.advice.values import within_known_totals

    found = advise(within_known_totals(state, values), values)
    choices = [_choice(choice) for choice in found.choices]
    chances = list(winning_chances(state, values))
    exact = found.exact and found.state is state
    return AdviceResponse(str(state), exact, found.bound, choices, chances)


@lru_cache(maxsize=8)
def _values(rules: Rules, players: int) -> "Values | None":
    """The solution for these rules, if it exists already."""
    from hotdice.solver.storage.lookup import values_at_hand

    return values_at_hand(rules, players)


def _choice(choice: "Choice") -> ChoiceAdvice:
    action, then = choice.action, choice.then
    return ChoiceAdvice(
        action=DoKeep(list(action.dice)) if isinstance(action, Keep) else WITHOUT_DICE[action],
        chance=choice.chance,
        cost=choice.cost,
        farkle=str(choice.farkle),
        points=choice.points,
        turns=choice.turns,
        then=WITHOUT_DICE[then] if then else None,
    )
