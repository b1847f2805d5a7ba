"""The key moments of a game, each as one sentence."""

from collections.abc import Sequence

from hotdice.game.actions import Pass, words
from hotdice.review.account import Change, Review
from hotdice.texts import faces, say
from hotdice.texts.say import decimal


def key_moments(review: Review, count: int = 3) -> tuple[Change, ...]:
    """The largest swings of a game, over or not, the largest first."""
    swings = [change for change in review.changes if abs(change.swing) > review.least_loss]
    return tuple(sorted(swings, key=lambda change: -abs(change.swing))[:count])


def moment_sentence(change: Change, review: Review, names: Sequence[str]) -> str:
    """What happened, in which round, and what it did to the chance of winning."""
    before = change.state
    chances = say(
        "moment.chances" if review.exact else "moment.chances-about",
        before=_amount(change.before, change.seat),
        after=_amount(change.after, change.seat),
    )
    return say(
        f"moment.{_key(change)}",
        round=change.round,
        name=names[change.seat],
        dice=faces(change.step.dice),
        lies=faces(before.rolled),
        points=before.turn_points,
        to_roll=say("dice", count=before.dice),
        action="" if isinstance(change.action, Pass) else words(change.action),
        better=words(change.best) if change.best is not None else "",
        chances=chances,
    )


def _key(change: Change) -> str:
    """Which sentence fits."""
    if change.passed:
        return "passed"
    if change.kind != "luck":
        return "keep" if change.state.rolled else "stop"
    if any(event.kind == "farkle" for event in change.step.events):
        return "farkle" if change.state.turn_points else "farkle-none"
    return "roll" if change.state.turn_points else "roll-first"


def _amount(chances: Sequence[float], seat: int) -> str:
    """A chance in percent, or the turns of a single player."""
    if len(chances) == 1:
        return say("why.turns", turns=decimal(chances[0]))
    return f"{decimal(100 * chances[seat])} %"
