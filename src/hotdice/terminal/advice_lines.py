"""Advice as a few lines: the winning chance, or alone the turns to come; then the choices."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hotdice.game.actions import Roll, words
from hotdice.terminal.columns import columns, cut, left, right
from hotdice.terminal.lines import wrapped
from hotdice.terminal.risk import risk
from hotdice.texts import say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from hotdice.terminal.counsel import Counsel

MOST = 9  # lines in all
GAP = "  "


def advice_lines(advice: "Counsel", names: Sequence[str], width: int) -> list[str]:
    """A heading and a row for each choice, no line wider than `width`."""
    heading = wrapped(_heading(advice, names[advice.state.player]), "", width)
    rows = [_row(advice, at) for at in range(len(advice.choices))]
    room = MOST - len(heading)
    shown = rows if len(rows) <= room else rows[: room - 1]
    widths = [max(map(columns, column)) for column in zip(*shown, strict=True)]
    rest = sum(widths[1:]) + len(GAP) * len(widths)
    widths[0] = min(widths[0], max(1, width - rest))
    lines = [*heading, *(_line(row, widths) for row in shown)]
    if len(shown) < len(rows):
        lines.append(GAP + say("advice.more", count=len(rows) - len(shown)))
    return [cut(line, width) for line in lines]


def chance_line(chances: Sequence[float], exact: bool, names: Sequence[str]) -> str:
    """Everybody's chance of winning in one line."""
    each = ", ".join(
        f"{name} {percent(chance)}" for name, chance in zip(names, chances, strict=True)
    )
    return say("chances.line" if exact else "chances.line-about", chances=each)


def percent(chance: float) -> str:
    """A chance as people read it.

    >>> percent(0.54321)
    '54.3 %'
    """
    return f"{decimal(100 * chance)} %"


def _heading(advice: "Counsel", name: str) -> str:
    turns = advice.choices[0].turns
    if turns is not None:
        return say("advice.title-alone", turns=decimal(turns, 2))
    key = "advice.title" if advice.exact else "advice.title-about"
    return say(key, name=name, chance=percent(advice.choices[0].chance))


def _row(advice: "Counsel", at: int) -> list[str]:
    """What to do, its chance or its turns, what it costs, and the risk of the roll in it."""
    choice, then = advice.choices[at], advice.following[at]
    action = words(choice.action)
    if then is not None:
        action = say("advice.then", action=action, following=words(then))
    rolls = isinstance(choice.action if then is None else then, Roll)
    farkle = say("advice.risk", percent=risk(choice.farkle)) if rolls else ""
    best = advice.choices[0]
    if choice.turns is not None and best.turns is not None:
        cost = f"+{decimal(choice.turns - best.turns, 2)}"
        worth = say("advice.turns", turns=decimal(choice.turns, 2))
    else:
        cost, worth = f"−{decimal(100 * choice.cost)}", percent(choice.chance)
    return [action, worth, cost if at else say("advice.best"), farkle]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first = left(cut(row[0], widths[0]), widths[0])
    rest = [right(cell, width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return (GAP + GAP.join([first, *rest])).rstrip()
