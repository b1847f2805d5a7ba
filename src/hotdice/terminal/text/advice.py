"""Advice as lines of text: the winning chance or expected turns, then the choices."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hotdice.terminal.text.columns import columns, left, right
from hotdice.terminal.text.risk import risk
from hotdice.terminal.text.wrapping import wrapped
from hotdice.texts import say
from hotdice.texts.say import decimal

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice, Choice

MOST = 14  # lines in all, for a window of 24 with a frame and keys
GAP = "  "
LEAST = 24  # columns for the words of a choice if its numbers are beside them


def advice_lines(advice: "Advice", names: Sequence[str], width: int) -> list[str]:
    """A heading and the best choices, including the best that rolls and the best that banks.

    Lines are wrapped to `width`.
    """
    heading = wrapped(_heading(advice, names[advice.state.player]), "", width)
    if advice.estimated:
        heading += wrapped(say("advise.estimate"), "", width)
    choices = list(advice.choices)
    for count in range(len(choices), 0, -1):
        shown = _first(advice, count)
        lines = heading + _table(advice, shown, width)
        if count < len(choices):
            lines.append(GAP + say("advice.more", count=len(choices) - count))
        if len(lines) <= MOST:
            break
    return lines


def _first(advice: "Advice", count: int) -> list["Choice"]:
    """The best choices; the last is the rival of the best if it would otherwise be missing."""
    shown, rival = list(advice.choices[:count]), advice.rival
    if count > 1 and rival is not None and rival not in shown:
        shown[-1] = rival
    return shown


def _table(advice: "Advice", shown: list["Choice"], width: int) -> list[str]:
    rows = [_row(advice, choice) for choice in shown]
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    room = width - sum(widths[1:]) - len(GAP) * len(widths)
    if room < min(LEAST, widths[0]):
        return [line for row in rows for line in _below_each_other(row, width)]
    widths[0] = min(widths[0], room)
    return [line for row in rows for line in _beside_each_other(row, widths)]


def chance_line(chances: Sequence[float], exact: bool, names: Sequence[str]) -> str:
    """Everybody's chance of winning in one line."""
    each = ", ".join(
        f"{name} {percent(chance)}" for name, chance in zip(names, chances, strict=True)
    )
    return say("chances.line" if exact else "chances.line-about", chances=each)


def percent(chance: float) -> str:
    """A chance in percent.

    >>> percent(0.54321)
    '54.3 %'
    """
    return f"{decimal(100 * chance)} %"


def _heading(advice: "Advice", name: str) -> str:
    turns = advice.choices[0].turns
    if turns is not None:
        return say("advice.title-solo", turns=decimal(turns, 2))
    key = "advice.title" if advice.exact else "advice.title-about"
    return say(key, name=name, chance=percent(advice.choices[0].chance))


def _row(advice: "Advice", choice: "Choice") -> list[str]:
    """The action, its chance or its turns, its cost, and the risk of its roll."""
    from hotdice.solver.advice.words import choice_words

    best = advice.choices[0]
    if choice.turns is not None and best.turns is not None:
        cost = f"+{decimal(choice.turns - best.turns, 2)}"
        worth = say("advice.turns", turns=decimal(choice.turns, 2))
    else:
        cost, worth = f"−{decimal(100 * choice.cost)}", percent(choice.chance)
    farkle = say("advice.risk", percent=risk(choice.farkle)) if choice.rolls else ""
    what = choice_words(advice.state, choice)
    return [what, worth, say("advice.best") if choice is best else cost, farkle]


def _below_each_other(row: Sequence[str], width: int) -> list[str]:
    words = wrapped(row[0], GAP, width - len(GAP))
    return [*(GAP + line for line in words), (2 * GAP + GAP.join(row[1:])).rstrip()]


def _beside_each_other(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first, *more = wrapped(row[0], GAP, widths[0])
    rest = [right(cell, width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return [
        (GAP + GAP.join([left(first, widths[0]), *rest])).rstrip(),
        *(GAP + line for line in more),
    ]
