"""The most that one turn can bank: what an entry or a minimum is measured against."""

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from hotdice.rules.patterns import FACES

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
    for count in range(1, rules.dice + 1):
        best[count], hot[count] = 0, False
        for left, points in _steps(rules, count).items():
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


def _steps(rules: "Rules", count: int) -> dict[int, int]:
    """For each number of dice left by a keep from `count` dice, the most points it can bring."""
    steps: dict[int, int] = {}
    if rules.keep == "all":
        for outcome in rules.outcomes(count):
            for keep in outcome.keeps:
                steps[keep.left] = max(keep.points, steps.get(keep.left, 0))
        return steps
    for kept in range(1, count + 1):
        # any dice that score together lie in some roll of `count` dice
        if points := rules.scoring.most_points(kept):
            steps[count - kept] = points
    if count == rules.dice and rules.none > steps.get(0, 0) and _can_miss(rules):
        steps[0] = rules.none
    return steps


def _can_miss(rules: "Rules") -> bool:
    """Whether a roll of all the dice can be without any score but `none`."""
    rolls = combinations_with_replacement(FACES, rules.dice)
    return any(rules.scoring.keep_all(roll) is None for roll in rolls)
