"""A moment of a game as one sentence."""

from collections.abc import Sequence

from hotdice.game.actions import words
from hotdice.game.record import Record
from hotdice.review.luck_and_skill import Moment
from hotdice.texts import faces, say
from hotdice.texts.say import decimal


def moment_sentence(moment: Moment, record: Record, names: Sequence[str]) -> str:
    """What happened, in which round, and what it did to the chance of winning."""
    step = record.steps[moment.step]
    before = step.before
    chances = say(
        "moment.chances" if moment.exact else "moment.chances-about",
        before=_percent(moment.before),
        after=_percent(moment.after),
    )
    return say(
        f"moment.{_key(moment, record)}",
        round=record.having(*record.steps[: moment.step]).turns.finished[moment.seat] + 1,
        name=names[moment.seat],
        dice=faces(step.dice),
        lies=faces(before.rolled),
        points=before.turn_points,
        to_roll=say("dice", count=before.dice),
        action=words(moment.action),
        better=words(moment.better) if moment.better is not None else "",
        chances=chances,
    )


def _key(moment: Moment, record: Record) -> str:
    """Which sentence fits."""
    step = record.steps[moment.step]
    if moment.kind == "decision":
        return "keep" if step.before.rolled else "stop"
    if any(event.kind == "farkle" for event in step.events):
        return "farkle" if step.before.turn_points else "farkle-none"
    return "roll" if step.before.turn_points else "roll-first"


def _percent(chance: float) -> str:
    return f"{decimal(100 * chance)} %"
