"""A review step by step: the curve of the winning chance, and one change of it in words."""

from collections.abc import Sequence

from hotdice.game.actions import words
from hotdice.review.account import Change, Review
from hotdice.review.judgement import is_error, judged
from hotdice.review.reasons import why
from hotdice.review.text import amount, scaled, signed
from hotdice.solver.advice.words import plan_words
from hotdice.terminal.text.narration import standings
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import faces, say

BLOCKS = " ▁▂▃▄▅▆▇█"
MARKS = {"slip": "·", "mistake": ":", "blunder": "●"}
MOST_CHOICES = 4
BAR = 24


def curve(review: Review, seat: int, width: int, height: int) -> list[str]:
    """The chance of a seat from the first moment to the last, as columns of blocks."""
    points = [review.accounts[seat].start, *(change.after[seat] for change in review.changes)]
    highest = 1.0 if len(review.accounts) > 1 else max(points)
    columns = [points[place(number, len(points), width)] / highest for number in range(width)]
    lines = []
    for row in range(height - 1, -1, -1):
        filled = [min(8, max(0, round(8 * (height * value - row)))) for value in columns]
        lines.append("".join(BLOCKS[part] for part in filled))
    return lines


def marks(review: Review, seat: int, width: int) -> str:
    """Below the curve: where the slips of a seat are, by how bad they were."""
    line = [" "] * width
    count = len(review.changes) + 1
    for at, change in enumerate(review.changes):
        if change.seat == seat and is_error(change):
            line[column(at, count, width)] = MARKS[judged(change, review.least_loss) or "slip"]
    return "".join(line)


def place(column: int, count: int, width: int) -> int:
    """Which of so many points is shown in a column."""
    return round(column * (count - 1) / max(1, width - 1))


def column(at: int, count: int, width: int) -> int:
    """The column in which a change is shown."""
    return round((at + 1) * (width - 1) / max(1, count - 1))


def change_lines(review: Review, at: int, names: Sequence[str], width: int) -> list[str]:
    """One change: where the game stood, what was done, what else was possible, and why."""
    change = review.changes[at]
    lines = [_where(change, names), _what(change, names), "", _judged(change, review, names)]
    if change.kind != "luck":
        lines += _choices(change)
    reasons = why(review, change, names)
    if reasons:
        lines += ["", *(line for reason in reasons for line in wrapped(reason, width=width))]
    return lines


def _where(change: Change, names: Sequence[str]) -> str:
    return say("step.where", round=change.round, standing=standings(change.state, tuple(names)))


def _what(change: Change, names: Sequence[str]) -> str:
    """The position and the action, or the dice that were rolled."""
    state = change.state
    told = {"name": names[change.seat], "points": state.turn_points}
    if change.kind == "luck":
        return say("step.rolled", dice=faces(change.step.dice), **told)
    if change.passed:
        return say("step.passed", **told)
    action = words(change.action)  # type: ignore[arg-type]
    if state.rolled:
        return say("step.kept", lies=faces(state.rolled), action=action, **told)
    return say("step.chose", dice=say("dice", count=state.dice), action=action, **told)


def _judged(change: Change, review: Review, names: Sequence[str]) -> str:
    """How good it was, and how the chance changed."""
    judgement = judged(change, review.least_loss)
    called = say(f"judgement.{judgement or change.kind}")
    players = len(names)
    before, after = (
        amount(scaled(part[change.seat], players), players)
        for part in (change.before, change.after)
    )
    swing = signed(scaled(change.swing, players))
    key = "step.change" if players > 1 else "step.change-alone"
    return say(key, judgement=called, before=before, after=after, swing=swing)


def _choices(change: Change) -> list[str]:
    """What could be done, best first, with the chance of each as a bar."""
    best = change.before[change.seat]
    players = len(change.after)
    rows = sorted(change.alternatives, key=lambda plan: plan.cost)
    shown = rows[:MOST_CHOICES]
    shown += [plan for plan in rows if plan.action == change.action and plan not in shown]
    labels = [plan_words(change.state, plan.action, plan.then) for plan in shown]
    lines = []
    for label, (action, _, cost) in zip(labels, shown, strict=True):
        value = best + cost if players == 1 else best - cost
        bar = "█" * round(BAR * min(1.0, value)) if players > 1 else ""
        mark = "▸" if action == change.action else " "
        number = amount(scaled(value, players), players).rjust(8)
        lines.append(f"{mark} {label.ljust(max(map(len, labels)))} {number}  {bar}".rstrip())
    return lines


def slip_after(review: Review, seat: int | None, at: int, step: int) -> int:
    """The next slip of a seat in one direction, with wrap-around; else the current place."""
    count = len(review.changes)
    for away in range(1, count + 1):
        there = (at + step * away) % count
        change = review.changes[there]
        if is_error(change) and seat in (None, change.seat):
            return there
    return at


def first_shown(review: Review, seat: int | None) -> int:
    """Where a review opens: at the worst choice, or at the beginning if there was none."""
    worst = review.worst(seat) or review.worst()
    return review.changes.index(worst) if worst is not None else 0
