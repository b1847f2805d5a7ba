"""What is best: the odds of one turn, the values of whole games, and advice in every position.

Values are those of best play of all: of two players exactly, of three and more in an equilibrium,
with a bound on every error; a single player plays for the fewest turns. `docs/solver.md` tells how
to use it, `docs/theory.md` why it is right.

Everything below is loaded when it is first used, so importing this package loads neither numpy nor
numba. What is not listed in `__all__` may move.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotdice.solver.advice.choices import Advice, Choice, advise, best_action
    from hotdice.solver.advice.values import Values
    from hotdice.solver.advice.words import choice_words
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

_HOME = {
    "advice.choices": ("Advice", "Choice", "advise", "best_action"),
    "advice.values": ("Values",),
    "advice.words": ("choice_words",),
    "n_player.pairwise": ("PairwiseApproximation",),
    "n_player.solution": ("NPlayerSolution",),
    "progress": ("Progress",),
    "solo.solution": ("SoloSolution",),
    "storage.lookup": ("Solution", "solve", "values_at_hand", "values_for"),
    "turn.odds": ("Odds", "odds"),
    "two_player.solution": ("TwoPlayerSolution",),
}
_HOME_OF = {name: home for home, names in _HOME.items() for name in names}


if not TYPE_CHECKING:  # for which this would make every name a good one

    def __getattr__(name: str) -> Any:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
