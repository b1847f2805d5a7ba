"""Where somebody loses chances over many games, and whether their dice were honest."""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from msgspec import Struct

from hotdice.game.actions import BANK
from hotdice.review.account import Change, Review
from hotdice.review.judgement import Skill, is_decision, skill
from hotdice.rules import Keep

BEHIND = 5  # behind: a fifth of the target or more below the highest total
SURE = 2.0  # standard errors: a leak that is more than this above 0 is not chance
FEWEST = 10  # decisions; with fewer not even the spread is known


class Leak(Struct, frozen=True):
    """One kind of decision: how often it came up, how often it went wrong, and what that cost.

    `dice` are those left to roll, for kinds that are split by them. As an estimate for future games
    the loss is known within `margin`, two standard errors.
    """

    kind: str
    dice: int | None
    decisions: int
    errors: int
    lost: float
    margin: float

    @property
    def sure(self) -> bool:
        """Whether it is more than chance."""
        return self.decisions >= FEWEST and self.lost > self.margin


class Losses(Struct, frozen=True):
    """What decisions of one kind lost, and the sum of the squares of that; they can be added."""

    kind: str
    dice: int | None
    decisions: int
    errors: int
    lost: float
    squares: float

    def __add__(self, other: "Losses") -> "Losses":
        return Losses(
            kind=self.kind,
            dice=self.dice,
            decisions=self.decisions + other.decisions,
            errors=self.errors + other.errors,
            lost=self.lost + other.lost,
            squares=self.squares + other.squares,
        )


class SkillAndLuck(Struct, frozen=True):
    """One game of somebody: how well they chose, and how lucky they were."""

    skill: Skill
    luck: float
    variance: float


class Band(Struct, frozen=True):
    """The luck of all games so far, and how far honest dice stray, two standard deviations."""

    luck: float
    width: float


def leaks(reviews: Iterable[tuple[Review, int]]) -> list[Leak]:
    """The kinds of decisions of the player on these seats, the greatest loss first."""
    found: dict[tuple[str, int | None], Losses] = {}
    for review, seat in reviews:
        for losses in losses_by_kind(review, seat):
            kind = (losses.kind, losses.dice)
            found[kind] = found[kind] + losses if kind in found else losses
    every = [_leak(losses) for losses in found.values() if losses.errors]
    return sorted(every, key=lambda leak: -leak.lost)


def losses_by_kind(review: Review, seat: int) -> list[Losses]:
    """What a seat's decisions of each kind lost in a game."""
    found: dict[tuple[str, int | None], Losses] = {}
    for change in review.changes:
        if change.seat == seat and is_decision(change, review.least_loss):
            kind, wrong = kind_of(change), change.loss > review.least_loss
            one = Losses(*kind, 1, int(wrong), change.loss, change.loss**2)
            found[kind] = found[kind] + one if kind in found else one
    return list(found.values())


def kind_of(change: Change) -> tuple[str, int | None]:
    """What kind of decision it was, by what was best there; for some kinds with the dice left."""
    state = change.state
    if state.extras.offer:
        return "take-over", None
    if state.last_round:
        return "last-round", None
    if state.rules.entry and not state.on_board:
        return "entry", None
    if state.rolled:
        return _keep_kind(change), None
    if change.best == BANK:
        return "too-late", state.dice
    rivals = [total for seat, total in enumerate(state.totals) if seat != change.seat]
    behind = max(rivals, default=0) - state.totals[change.seat]
    if not state.rules.rounds and behind * BEHIND >= state.rules.target:
        return "behind", None
    return "too-early", state.dice


def game_of(review: Review, seat: int) -> SkillAndLuck:
    """The skill and luck of one seat in a game."""
    rolls = [change for change in review.changes if change.kind == "luck" and change.seat == seat]
    return SkillAndLuck(
        skill=skill(review, seat),
        luck=sum(change.swing for change in rolls),
        variance=sum(change.variance for change in rolls),
    )


def bands(games: Sequence[SkillAndLuck]) -> Iterator[Band]:
    """After each game the luck so far, and the band within which honest dice stay."""
    luck = variance = 0.0
    for game in games:
        luck, variance = luck + game.luck, variance + game.variance
        yield Band(luck, SURE * sqrt(variance))


def _keep_kind(change: Change) -> str:
    """Whether more dice were kept than was best; that is also the kind of keeps that were right."""
    best, chosen = change.best, change.action
    if isinstance(best, Keep) and isinstance(chosen, Keep) and len(chosen.dice) < len(best.dice):
        return "too-few"
    return "too-many"


def _leak(losses: Losses) -> Leak:
    count = losses.decisions
    apart = max(0.0, losses.squares - losses.lost**2 / count)  # from the mean, squared
    spread = apart * count / max(1, count - 1)
    return Leak(
        kind=losses.kind,
        dice=losses.dice,
        decisions=count,
        errors=losses.errors,
        lost=losses.lost,
        margin=SURE * sqrt(spread),
    )
