"""`rules.meaning` for compiled loops, which call its functions as they call anything else.

All of them can be: numba compiles along whatever a loop calls. `compiled` sees to it before the
first loop is compiled.
"""

from inspect import isfunction

from numba.extending import register_jitable

import hotdice.rules.meaning as meaning

INLINED = (  # a call that hands on all terms costs more than what these do
    meaning.after_farkle,
    meaning.bank_refused,
    meaning.begins_end,
    meaning.exact_target,
    meaning.fallen,
    meaning.gained,
    meaning.hot_dice_bank,
    meaning.hot_dice_roll,
    meaning.keep_banks,
    meaning.least_gain,
    meaning.next_player,
    meaning.on_board,
    meaning.penalty_due,
    meaning.rounds_over,
    meaning.ties_share,
)


def make_compilable() -> None:
    """Let compiled loops call every function of `rules.meaning`."""
    for function in vars(meaning).values():
        if isfunction(function) and function.__module__ == meaning.__name__:
            inline = "always" if function in INLINED else "never"
            register_jitable(inline=inline)(function)
