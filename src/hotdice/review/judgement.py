"""How good a choice was, and which choices count as decisions.

Limits are fractions of a winning chance. In solo games, where choices cost turns, a tenth of a turn
counts as one percentage point: about what it is worth against an opponent.
"""

from typing import Literal

from msgspec import Struct

from hotdice.review.account import Change, Review

Judgement = Literal["best", "good", "slip", "mistake", "blunder", "lucky", "unlucky"]

ERRORS: dict[Judgement, float] = {"blunder": 0.04, "mistake": 0.02, "slip": 0.01}  # losses from
MARKED_LUCK = 0.15  # a roll that changes the chance by this much is lucky or unlucky
MATTERS = 0.001  # a choice in which no action costs this much is not a decision
OBVIOUS = 0.1  # nor is one in which all others cost this much, unless one of them was taken
TURNS = 10.0  # a percentage point in solo games is a tenth of a turn


def judged(change: Change, least_loss: float) -> Judgement | None:
    """What to call a change; None for luck that is not marked, mixing and turns that were passed.

    A loss up to `least_loss` counts as none.
    """
    if change.passed or change.kind == "mixing":
        return None
    if change.kind == "luck":
        if abs(change.swing) < MARKED_LUCK * _unit(change):
            return None
        return "lucky" if change.swing > 0 else "unlucky"
    if change.loss <= least_loss:
        return "best"
    for name, limit in ERRORS.items():
        if change.loss >= limit * _unit(change):
            return name
    return "good"


def is_error(change: Change) -> bool:
    """Whether a choice was a slip or worse."""
    return not change.passed and change.loss >= ERRORS["slip"] * _unit(change)


def is_decision(change: Change, least_loss: float) -> bool:
    """Whether a choice counts for skill: something was at stake, and it was not obvious."""
    if change.kind == "luck" or change.passed:
        return False
    costs = sorted(each.cost for each in change.alternatives)
    if costs[-1] < MATTERS * _unit(change):
        return False
    return costs[1] < OBVIOUS * _unit(change) or change.loss > least_loss


class Skill(Struct, frozen=True):
    """The number of decisions of a seat and what its choices lost in all, in one game or many."""

    decisions: int
    lost: float
    games: int = 1

    @property
    def lost_per_decision(self) -> float | None:
        """What a decision lost on average, if there was one."""
        return self.lost / self.decisions if self.decisions else None

    def __add__(self, other: "Skill") -> "Skill":
        return Skill(
            self.decisions + other.decisions, self.lost + other.lost, self.games + other.games
        )


def skill(review: Review, seat: int) -> Skill:
    """How well a seat has chosen; passed turns do not count."""
    chosen = [change for change in review.changes if change.seat == seat and not change.passed]
    decisions = sum(is_decision(change, review.least_loss) for change in chosen)
    return Skill(decisions, sum(change.loss for change in chosen))


def _unit(change: Change) -> float:
    """What a limit is multiplied by: 1 for chances, more for turns."""
    return TURNS if len(change.after) == 1 else 1.0
