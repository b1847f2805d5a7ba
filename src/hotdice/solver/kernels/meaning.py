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
    penalty_due,
    receiver,
    rounds_over,
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
    "gained",
    "given",
    "has_won",
    "hot_dice_bank",
    "hot_dice_roll",
    "keep_banks",
    "leader",
    "least_gain",
    "next_player",
    "receiver",
    "rounds_over",
]

INLINED = (  # a call that hands on all terms costs more than what these do
    after_farkle,
    bank_refused,
    begins_end,
    fallen,
    gained,
    hot_dice_bank,
    hot_dice_roll,
    keep_banks,
    least_gain,
    next_player,
    penalty_due,
    rounds_over,
)
for function in INLINED:
    register_jitable(inline="always")(function)
for function in (after_lost_total, given, has_won, leader, receiver):
    register_jitable(function)
