"""What rules mean, for compiled loops: the functions of `rules.meaning` themselves.

Loops call them as they call anything else, and numba compiles them along.
"""

from numba.extending import register_jitable

from hotdice.rules.meaning import (
    ALLOWED,
    NO_DICE,
    NOBODY,
    after_farkle,
    after_lost_total,
    bank_refused,
    begins_end,
    exact_target,
    fallen,
    gained,
    given,
    has_won,
    hot_dice_bank,
    hot_dice_roll,
    keep_banks,
    leader,
    least_gain,
    next_player,
    on_board,
    penalty_due,
    receiver,
    rounds_over,
    ties_share,
    turns_left,
)
from hotdice.rules.terms import Terms

__all__ = [
    "ALLOWED",
    "NOBODY",
    "NO_DICE",
    "Terms",
    "after_farkle",
    "after_lost_total",
    "bank_refused",
    "begins_end",
    "exact_target",
    "gained",
    "given",
    "has_won",
    "hot_dice_bank",
    "hot_dice_roll",
    "keep_banks",
    "leader",
    "least_gain",
    "next_player",
    "on_board",
    "receiver",
    "rounds_over",
    "ties_share",
    "turns_left",
]

INLINED = (  # a call that hands on all terms costs more than what these do
    after_farkle,
    bank_refused,
    begins_end,
    exact_target,
    fallen,
    gained,
    hot_dice_bank,
    hot_dice_roll,
    keep_banks,
    least_gain,
    next_player,
    on_board,
    penalty_due,
    rounds_over,
    ties_share,
)
for function in INLINED:
    register_jitable(inline="always")(function)
for function in (after_lost_total, given, has_won, leader, receiver, turns_left):
    register_jitable(function)
