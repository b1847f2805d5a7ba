"""The most points that one turn can bank, which an entry or a minimum must not exceed."""

from typing import TYPE_CHECKING

from hotdice.rules.meaning import hot_dice_bank, hot_dice_free
from hotdice.rules.steps import steps

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

UNBOUNDED = 10**9


def most_points(rules: "Rules") -> int:
    """The most points a turn can bank: `UNBOUNDED` if hot dice can repeat, 0 if it can bank none.

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
            elif hot_dice_bank(rules.terms):
                best[count] = max(best[count], points)
            else:
                hot[count] = True
    if hot[rules.dice] and (hot_dice_free(rules.terms) or best[rules.dice]):
        return UNBOUNDED
    return best[rules.dice]
