"""The key moments of a game, each as one sentence."""

from collections.abc import Sequence

from hotdice.game import State
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
    points, dice = at_stake(before)
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
        points=points,
        to_roll=say("dice", count=dice),
        action="" if isinstance(change.action, Pass) else words(change.action),
        better=words(change.best) if change.best is not None else "",
        chances=chances,
    )


def at_stake(state: State) -> tuple[int, int]:
    """The points and the dice to roll, also those that may be taken over."""
    offer = state.extras.offer
    return offer or (state.turn_points, state.dice)


def _key(change: Change) -> str:
    """Which sentence fits."""
    if change.passed:
        return "passed"
    if change.kind != "luck":
        if change.state.rolled:
            return "keep"
        return "stop" if change.state.extras.offer is None else "offer"
    if any(event.kind == "farkle" for event in change.step.events):
        return "farkle" if change.state.turn_points else "farkle-none"
    return "roll" if change.state.turn_points else "roll-first"


def _amount(chances: Sequence[float], seat: int) -> str:
    """A chance in percent, or the turns of a single player."""
    if len(chances) == 1:
        return say("why.turns", turns=decimal(chances[0]))
    return f"{decimal(100 * chances[seat])} %"
