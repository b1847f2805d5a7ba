"""What every choice of a position is worth, as clients get it."""

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from hotdice.game import State
from hotdice.game.actions import BANK, ROLL, TAKE, Action
from hotdice.rules import Keep
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
    """Every choice in a position, best first, and each seat's chance of winning after the best.

    The chances are `exact` within their `bound`, approximate, or under some rules `estimated`.
    """

    position: str
    exact: bool
    bound: float
    choices: list[ChoiceAdvice]
    chances: list[float]
    estimated: bool
    at_hand: Literal[True] = True


class NoAdvice(Struct, frozen=True):
    """Why there is no advice now; not an error, as the client could not know."""

    code: str
    message: str
    at_hand: Literal[False] = False


def advice_response(state: State, values: "Values") -> AdviceResponse:
    """The advice that these values give."""
    from hotdice.review import winning_chances
    from hotdice.solver.advice.choices import advise
    from hotdice.solver.advice.values import within_known_totals

    found = advise(within_known_totals(state, values), values)
    return AdviceResponse(
        position=str(state),
        exact=found.exact and found.state is state,
        bound=found.bound,
        choices=[_choice(choice) for choice in found.choices],
        chances=list(winning_chances(state, values)),
        estimated=found.estimated,
    )


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
