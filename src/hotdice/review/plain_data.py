"""A review as plain data, as `hotdice review --json` and the server's API give it."""

from msgspec import Struct, structs

from hotdice.game.actions import Bank, Move, Pass, Roll, Take
from hotdice.review.account import Account, Change, Review
from hotdice.review.judgement import judged, skill
from hotdice.review.reasons import why
from hotdice.review.skill_level import level_of


class SeatReport(Account, frozen=True):
    """The account of one seat, and how well it was played."""

    decisions: int
    lost_per_decision: float | None
    level: int | None


class MoveReport(Struct, frozen=True):
    """One change of the chances; `number` is the action of the record, from 1."""

    number: int
    seat: int
    round: int
    position: str
    kind: str
    action: str
    before: list[float]
    after: list[float]
    best: str | None
    loss: float
    judgement: str | None
    why: list[str]


class ReviewReport(Struct, frozen=True):
    """A whole game; without an exact solution there is no error bound."""

    rules: str
    exact: bool
    error_bound: float | None
    seats: list[SeatReport]
    moves: list[MoveReport]


def report(review: Review, names: list[str]) -> ReviewReport:
    """Everything that a review found; `names` are what sentences call the seats."""
    return ReviewReport(
        rules=review.record.start.rules.name,
        exact=review.exact,
        error_bound=review.bound if review.exact else None,
        seats=[_seat(review, seat) for seat in range(len(review.accounts))],
        moves=[_move(review, change, names) for change in review.changes],
    )


def written(action: Move) -> str:
    """An action as records and positions name it, the same in every language."""
    match action:
        case Roll():
            return "roll"
        case Bank():
            return "bank"
        case Pass():
            return "pass"
        case Take():
            return "take"
    return "keep " + " ".join(map(str, action.dice))


def _seat(review: Review, seat: int) -> SeatReport:
    account, skilled = review.accounts[seat], skill(review, seat)
    return SeatReport(
        **structs.asdict(account),
        decisions=skilled.decisions,
        lost_per_decision=skilled.lost_per_decision,
        level=level_of(review.record.start.rules, len(review.accounts), skilled),
    )


def _move(review: Review, change: Change, names: list[str]) -> MoveReport:
    return MoveReport(
        number=change.number,
        seat=change.seat,
        round=change.round,
        position=str(change.state),
        kind=change.kind,
        action=written(change.action),
        before=list(change.before),
        after=list(change.after),
        best=written(change.best) if change.best is not None else None,
        loss=change.loss,
        judgement=judged(change, review.least_loss),
        why=why(review, change, names),
    )
