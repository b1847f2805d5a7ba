"""The worker process of advice by estimates, where rules have no solution.

Strangers' rules can have turns of any size, so the process is killed when it takes too long.
Queries come in and results go out as lines of JSON. Run by `advisor` as
`python -m hotdice.server.advice.worker`.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hotdice.game import State
from hotdice.rules import Rules
from hotdice.rules.form import trusted
from hotdice.server.advice.response import AdviceResponse, advice_response
from hotdice.server.worker_process import answer_queries
from hotdice.texts import HotDiceError

if TYPE_CHECKING:
    from hotdice.solver.advice.estimate import EstimatedValues

MAX_MEMORY = 1 << 30


class AdviceQuery(Struct, frozen=True):
    """A position, and its rules as a table."""

    position: str
    rules: dict[str, Any]


class AdviceResult(Struct, frozen=True):
    """What every choice is worth, unless a turn has no end."""

    advice: AdviceResponse | None = None


def answer(query: AdviceQuery) -> AdviceResult:
    """What every choice is worth, by estimates."""
    table = {field: value for field, value in query.rules.items() if value is not None}
    state = State.parse(query.position, trusted(table))
    try:
        return AdviceResult(advice_response(state, _estimates(state.rules, len(state.totals))))
    except HotDiceError:
        return AdviceResult()


@lru_cache(maxsize=8)
def _estimates(rules: Rules, players: int) -> "EstimatedValues":
    """The same for all positions, so that their turns are remembered."""
    from hotdice.solver.advice.estimate import EstimatedValues

    return EstimatedValues(rules, players)


if __name__ == "__main__":
    answer_queries(AdviceQuery, answer, MAX_MEMORY)
