"""What the choices of a turn have lost, and which of them were decisions; compiled.

`Turn` has the values of a turn by level and dice left, with hot dice at index 0. The value of
rolling is computed only where there was a choice between that and a better bank.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.batch_review.trace_kernel import FIRST_ROLL
from hotdice.rules.meaning import hot_dice_bank, hot_dice_roll
from hotdice.rules.terms import Terms
from hotdice.solver.kernels.compiled import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Turn(NamedTuple):
    """The values of one turn; those of `best` are at `base + (level * dice + left) * stride`.

    Above the highest of `levels` it is best to stop. Banking is legal from `may` on, except after
    hot dice that must be rolled or end the turn. `forced` is the value of hot dice that must be
    rolled, above all levels.
    """

    best: Floats
    base: int
    stride: int
    levels: int
    stop: Floats
    lost: float
    forced: float
    may: int


class ReviewTables(NamedTuple):
    """The rolls of some rules: their chances by number of dice, and the keeps of each class."""

    terms: Terms
    farkle: Floats
    chance: Floats
    roll_at: Ints
    keep_at: Ints
    points: Ints
    left: Ints
    class_at: Ints
    class_keeps: Ints


class DecisionLimits(NamedTuple):
    """From which cost on a choice matters, and from which on it is obvious."""

    matters: float
    obvious: float


@njit(cache=True, nogil=True)
def worth(tables, turn, level, left):
    """The value after a keep: of rolling on or banking, whichever is better and allowed."""
    if level < turn.levels:
        return turn.best[turn.base + (level * tables.terms.dice + left) * turn.stride]
    if left == 0 and hot_dice_roll(tables.terms):
        return turn.forced
    return turn.stop[level]


@njit(cache=True, nogil=True)
def roll_value(tables, turn, level, count):
    """The value of a roll: its best keep on average, and a lost turn where nothing scores."""
    found = tables.farkle[count - 1] * turn.lost
    for outcome in range(tables.roll_at[count - 1], tables.roll_at[count]):
        best = -np.inf
        for keep in range(tables.keep_at[outcome], tables.keep_at[outcome + 1]):
            best = max(best, worth(tables, turn, level + tables.points[keep], tables.left[keep]))
        found += tables.chance[outcome] * best
    return found


@njit(cache=True, nogil=True)
def is_decision(limits, second, most, loss):
    """Whether a choice counts: something is at stake, and it is not obvious or was an error."""
    return most >= limits.matters and (second < limits.obvious or loss >= limits.obvious)


@njit(cache=True, nogil=True)
def keep_choice(tables, turn, limits, roll, level, chosen):
    """What a keep has lost, and whether it was a decision."""
    best = second = -np.inf
    least = np.inf
    for at in range(tables.class_at[roll], tables.class_at[roll + 1]):
        keep = tables.class_keeps[at]
        if at > tables.class_at[roll] and keep == tables.class_keeps[at - 1]:
            continue  # other dice that lead to the same
        value = worth(tables, turn, level + (keep >> 4), (keep & 15) % tables.terms.dice)
        least = min(least, value)
        if value > best:
            best, second = value, best
        else:
            second = max(second, value)
    loss = best - worth(tables, turn, level + (chosen >> 4), (chosen & 15) % tables.terms.dice)
    return loss, is_decision(limits, best - second, best - least, loss)


@njit(cache=True, nogil=True)
def review_turns(tables, turn, limits, members, turns, ends, classes, kept, luck, lost, decisions):
    """Luck, losses and decisions of all turns that begin with the situation of `turn`.

    Luck is the change of the mover's chance, without losses.
    """
    dice = tables.terms.dice
    begin = roll_value(tables, turn, 0, dice)
    for member in members:
        level, count = np.int64(0), np.int64(dice)
        losses, counted, end = 0.0, 0, turn.lost
        last = ends[member] - 1
        for at in range(turns[member, FIRST_ROLL], last + 1):
            chosen = np.int64(kept[at])
            if chosen == 0:
                break
            roll = classes[at]
            if tables.class_at[roll + 1] - tables.class_at[roll] > 1:
                loss, decision = keep_choice(tables, turn, limits, roll, level, chosen)
                losses += loss
                counted += decision
            level += chosen >> 4
            count = chosen & 15
            end = worth(tables, turn, level, count % dice)
            fixed = count == dice and (hot_dice_roll(tables.terms) or hot_dice_bank(tables.terms))
            if fixed or level < turn.may:
                continue
            stop = turn.stop[level]
            rolling = end if end > stop else roll_value(tables, turn, level, count)
            cost = abs(stop - rolling)
            best, taken = max(stop, rolling), stop if at == last else rolling
            losses += best - taken
            counted += is_decision(limits, cost, cost, best - taken)
            end = taken
        if kept[last] == 0:
            end = turn.lost
        luck[member] = end - begin + losses
        lost[member] = losses
        decisions[member] = counted
