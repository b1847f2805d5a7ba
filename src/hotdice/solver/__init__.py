"""Best play: the odds of one turn, the values of whole games, and advice in every position.

Values assume best play by everybody: exact for two players, an equilibrium for three and more, with
a bound on every error; a single player plays for the fewest turns. `docs/solver.md` says how to use
it, `docs/theory.md` why it is right.

Everything below is loaded when it is first used, so importing this package loads neither numpy nor
numba. Whatever is not listed in `__all__` may move.
"""

from typing import TYPE_CHECKING

from hotdice.lazy import lazy_exports

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice, Choice, advise, best_action
    from hotdice.solver.advice.values import Values
    from hotdice.solver.advice.words import choice_words
    from hotdice.solver.explicit.solution import ExplicitSolution
    from hotdice.solver.n_player.pairwise import PairwiseApproximation
    from hotdice.solver.n_player.solution import NPlayerSolution
    from hotdice.solver.progress import Progress
    from hotdice.solver.solo.solution import SoloSolution
    from hotdice.solver.storage.lookup import Solution, solve, values_at_hand, values_for
    from hotdice.solver.turn.odds import Odds, odds
    from hotdice.solver.two_player.solution import TwoPlayerSolution

__all__ = [
    "Advice",
    "Choice",
    "ExplicitSolution",
    "NPlayerSolution",
    "Odds",
    "PairwiseApproximation",
    "Progress",
    "SoloSolution",
    "Solution",
    "TwoPlayerSolution",
    "Values",
    "advise",
    "best_action",
    "choice_words",
    "odds",
    "solve",
    "values_at_hand",
    "values_for",
]

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "hotdice.solver.advice.choices": ("Advice", "Choice", "advise", "best_action"),
            "hotdice.solver.advice.values": ("Values",),
            "hotdice.solver.advice.words": ("choice_words",),
            "hotdice.solver.explicit.solution": ("ExplicitSolution",),
            "hotdice.solver.n_player.pairwise": ("PairwiseApproximation",),
            "hotdice.solver.n_player.solution": ("NPlayerSolution",),
            "hotdice.solver.progress": ("Progress",),
            "hotdice.solver.solo.solution": ("SoloSolution",),
            "hotdice.solver.storage.lookup": ("Solution", "solve", "values_at_hand", "values_for"),
            "hotdice.solver.turn.odds": ("Odds", "odds"),
            "hotdice.solver.two_player.solution": ("TwoPlayerSolution",),
        },
    )
