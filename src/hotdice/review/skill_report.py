"""What one game says of how well everybody plays and how lucky they were, to be added up over many.

It is plain data, as the server's API gives it.
"""

from msgspec import Struct

from hotdice.review.account import Review
from hotdice.review.leak_kinds import Losses, game_of, losses_by_kind
from hotdice.review.skill_level import skill_levels_at_hand


class SeatSkill(Struct, frozen=True):
    """One seat; `variance` is that of the luck of honest dice, `losses` are by kind of decision."""

    result: float
    luck: float
    variance: float
    decisions: int
    lost: float
    losses: list[Losses]


class SkillReport(Struct, frozen=True):
    """A whole game; alone all is in turns.

    `most_lost` is the most that a decision loses on average at each level from 1 on, and above 10;
    there is none where levels were not measured, nor alone.
    """

    exact: bool
    most_lost: tuple[float, ...] | None
    seats: list[SeatSkill]


def skill_report(review: Review) -> SkillReport:
    """How well everybody played, and how lucky they were."""
    alone = len(review.accounts) == 1
    levels = None if alone else skill_levels_at_hand(review.record.start.rules)
    return SkillReport(
        exact=review.exact,
        most_lost=None if levels is None else levels.most_lost,
        seats=[_seat(review, seat) for seat in range(len(review.accounts))],
    )


def _seat(review: Review, seat: int) -> SeatSkill:
    game = game_of(review, seat)
    return SeatSkill(
        result=review.accounts[seat].result,
        luck=game.luck,
        variance=game.variance,
        decisions=game.skill.decisions,
        lost=game.skill.lost,
        losses=losses_by_kind(review, seat),
    )
