"""What one keep can lead to: for each number of dice rolled, the points and the dice left."""

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from hotdice.rules.patterns import FACES

if TYPE_CHECKING:
    from hotdice.rules.rules import Rules

Step = tuple[int, int]  # points, dice left


def steps(rules: "Rules", confirmed: bool = False) -> dict[int, set[Step]]:
    """Every pair of points and dice left that a keep from so many dice can lead to.

    Those that are `confirmed` leave nothing to confirm.

    >>> from hotdice import Rules
    >>> sorted(steps(Rules.load("basic"))[2])
    [(50, 1), (100, 0), (100, 1), (150, 0), (200, 0)]
    """
    counts = range(1, rules.dice + 1)
    if rules.terms.keep_all or rules.decided_rolls:
        return {count: _kept(rules, count, confirmed) for count in counts}
    worths = {count: _worths(rules, count, confirmed) for count in counts}
    found = {
        # any dice that score together lie in some roll of `count` dice
        count: {(points, count - kept) for kept in range(1, count + 1) for points in worths[kept]}
        for count in counts
    }
    if rules.none and _can_miss(rules):
        found[rules.dice].add((rules.none, 0))
    bonus = (rules.hot_dice_bonus, 0)
    return {
        count: {(points + bonus[left > 0], left) for points, left in pairs}
        for count, pairs in found.items()
    }


def _kept(rules: "Rules", count: int, confirmed: bool) -> set[Step]:
    rolls = combinations_with_replacement(FACES, count)
    keeps = (keep for roll in rolls for keep in rules.rolls[roll].keeps)
    return {(keep.points, keep.left) for keep in keeps if not (confirmed and keep.unconfirmed)}


def _worths(rules: "Rules", count: int, confirmed: bool) -> set[int]:
    if not confirmed:
        return rules.scoring.worths(count)
    selections = combinations_with_replacement(FACES, count)
    plain = (dice for dice in selections if not rules.unconfirmed(dice))
    return {points for dice in plain if (points := rules.scoring.points(dice)) > 0}


def _can_miss(rules: "Rules") -> bool:
    """Whether a roll of all the dice can be without any score but `none`."""
    rolls = combinations_with_replacement(FACES, rules.dice)
    return any(rules.scoring.keep_all(roll) is None for roll in rolls)
