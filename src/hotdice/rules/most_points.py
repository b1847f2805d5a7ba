"""The most that one turn can bank: what an entry or a minimum is measured against."""

from typing import TYPE_CHECKING

from hotdice.rules.steps import steps

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

UNBOUNDED = 10**9


def most_points(rules: "Rules") -> int:
    """The most points a turn can bank, `UNBOUNDED` where hot dice go on for ever, 0 if none can.

    >>> from hotdice import Rules
    >>> most_points(Rules.load("basic", hot_dice="end"))
    2000
    """
    best: dict[int, int] = {}
    hot: dict[int, bool] = {}
    for count, brought in steps(rules).items():
        best[count], hot[count] = 0, False
        for points, left in brought:
            if left:
                best[count] = max(best[count], points + best[left])
                hot[count] = hot[count] or hot[left]
            elif rules.hot_dice == "end":
                best[count] = max(best[count], points)
            else:
                hot[count] = True
    if hot[rules.dice] and (rules.hot_dice == "may" or best[rules.dice]):
        return UNBOUNDED
    return best[rules.dice]
