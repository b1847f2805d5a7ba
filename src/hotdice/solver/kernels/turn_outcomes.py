"""The distribution of how a turn ends under best play: farkle, nothing recorded, or some bank."""

from typing import NamedTuple

import numpy as np

from hotdice.rules.meaning import begins_end, gained, hot_dice_bank
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.lanes import LANES
from hotdice.solver.kernels.two_player import LEVELS_AT, bank_value

FARKLE, NOTHING, BANKED = 0, 1, 2  # indices of the chances; from BANKED on by steps banked


class LaneTurn(NamedTuple):
    """One turn of a chunk that `evaluate_turns` has just computed."""

    sum: int
    total: int
    lane: int
    top: int
    hot_top: int
    after_nothing: float


@njit(cache=True, nogil=True)
def turn_outcomes(rules, keeps, values, wins, turn, rows, least, out):
    """Add up the chances of one turn, whose values are in `rows`.

    Outcomes with a chance below the least are left out.
    """
    terms = rules.terms
    dice = terms.dice
    reached = np.zeros((turn.hot_top + keeps.reach + 1, dice))
    reached[0, 0] = 1.0
    for u in range(turn.hot_top + 1):
        stop = bank_value(rules, values, wins, turn.sum, turn.total, u, turn.after_nothing)
        level = LEVELS_AT + u * dice * LANES + turn.lane
        for index in range(dice):
            chance = reached[u, index]
            if chance < least:
                continue
            ends = u > turn.top if index else hot_dice_bank(terms)
            stops = rows[level + index * LANES] <= stop or ends
            if stops and u > 0:
                gain = gained(terms, turn.total, u)
                if gain == 0:
                    out[NOTHING] += chance
                elif not begins_end(terms, turn.total + gain):
                    out[BANKED + gain] += chance
                continue
            count = index if index else dice
            out[FARKLE] += chance * keeps.farkle[count - 1]
            for roll in range(keeps.roll_at[count - 1], keeps.roll_at[count]):
                best = keeps.keep_at[roll]
                best_value = -1.0
                for keep in range(keeps.keep_at[roll], keeps.keep_at[roll + 1]):
                    to = level + (keeps.points[keep] * dice + keeps.left[keep]) * LANES
                    if rows[to] > best_value:
                        best, best_value = keep, rows[to]
                reached[u + keeps.points[best], keeps.left[best]] += chance * keeps.chance[roll]
