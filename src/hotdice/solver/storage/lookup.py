"""Where the values of whole games come from: shipped, stored before, or computed now."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from hotdice.rules import Rules
from hotdice.solver.advice.estimate import EstimatedValues
from hotdice.solver.advice.values import Values
from hotdice.solver.explicit.axes import axes_of, refuse_large
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.feasibility import MOST_PLAYERS, layers_of, needs_explicit, size_of
from hotdice.solver.n_player.pairwise import PairwiseApproximation
from hotdice.solver.n_player.solution import NPlayerSolution
from hotdice.solver.progress import Progress, silent
from hotdice.solver.solo.solution import SoloSolution
from hotdice.solver.storage import store
from hotdice.solver.storage.store import SOLO, TWO_PLAYER, SolutionKind, explicit_kind
from hotdice.solver.two_player.solution import TwoPlayerSolution
from hotdice.texts import HotDiceError

Solution = TwoPlayerSolution | NPlayerSolution | ExplicitSolution
T = TypeVar("T")


def solve(
    rules: Rules, players: int = 2, progress: Progress = silent, fresh: bool = False
) -> Solution:
    """The solution for so many players, looked up or computed; `fresh` always computes it.

    >>> round(solve(Rules.load("greed")).chance(0, 0), 6)
    0.539854
    """
    if not 2 <= players <= MOST_PLAYERS:
        raise HotDiceError("solve/players", found=players, most=MOST_PLAYERS)
    if needs_explicit(rules):
        return explicit_solution(rules, players, progress, fresh)
    if players == 2:
        return two_player_solution(rules, progress, fresh)
    size_of(rules, players)
    return n_player_solution(rules, players, progress, fresh)


def two_player_solution(
    rules: Rules, progress: Progress = silent, fresh: bool = False
) -> TwoPlayerSolution:
    """The solution for two players."""

    def work(rules: Rules, progress: Progress) -> TwoPlayerSolution:
        from hotdice.solver.two_player.solve import solve_two_players

        return solve_two_players(rules, progress)

    return _found(TWO_PLAYER, rules, work, progress, fresh)


def explicit_solution(
    rules: Rules, players: int, progress: Progress = silent, fresh: bool = False
) -> ExplicitSolution:
    """The solution for two or more players under options."""

    def work(rules: Rules, progress: Progress) -> ExplicitSolution:
        from hotdice.solver.explicit.solve import solve_explicit

        return solve_explicit(rules, players, progress)

    return _found(explicit_kind(players), rules, work, progress, fresh)


def solo_solution(rules: Rules, progress: Progress = silent) -> SoloSolution:
    """The fewest turns of a single player."""

    def work(rules: Rules, progress: Progress) -> SoloSolution:
        from hotdice.solver.solo.fewest_turns import fewest_turns

        return fewest_turns(rules, progress)

    if needs_explicit(rules):
        return _explicit_solo(rules, progress)
    return _found(SOLO, rules, work, progress)


@lru_cache(maxsize=16)
def _explicit_solo(rules: Rules, progress: Progress) -> SoloSolution:
    """The fewest turns under options, which take too little time to be stored."""
    from hotdice.solver.explicit.solo import fewest_turns

    return fewest_turns(rules, progress)


def stored(kind: SolutionKind[T], rules: Rules) -> T | None:
    """A solution if it is stored."""
    return store.shipped(kind, rules) or store.kept(kind, rules)


def _found(
    kind: SolutionKind[T],
    rules: Rules,
    work: Callable[[Rules, Progress], T],
    progress: Progress,
    fresh: bool = False,
) -> T:
    """A solution, computed and stored if it is not there yet."""
    found = None if fresh else stored(kind, rules)
    if found is not None:
        return found
    if needs_explicit(rules) and kind.players > 1:
        refuse_large(axes_of(rules, kind.players))
    else:
        size_of(rules, kind.players)
    with store.only_one(rules, kind.players):
        again = None if fresh else store.kept(kind, rules)  # another process may have been quicker
        if again is not None:
            return again
        solved = work(rules, progress)
        store.keep(kind, rules, solved)
        return solved


def n_player_solution(
    rules: Rules, players: int, progress: Progress = silent, fresh: bool = False
) -> NPlayerSolution:
    """The solution for three or more players, continued from layers that are already solved."""
    from hotdice.solver.n_player.solve import Checkpoints, solve_n_players

    with store.only_one(rules, players):
        journal = store.LayerJournal(rules, players, fresh)
        known = journal.read()
        journal.cut(known)
        found = solve_n_players(rules, players, progress, Checkpoints(known, journal.add))
        journal.done()
        return found


def is_solved(rules: Rules, players: int) -> bool:
    """Whether the whole solution for three or more players is stored."""
    if needs_explicit(rules):
        return stored(explicit_kind(players), rules) is not None
    return store.LayerJournal(rules, players).count() == layers_of(rules, players)


@lru_cache(maxsize=4)
def values_for(rules: Rules, players: int, progress: Progress = silent) -> Values:
    """The values that advice uses: exact for two, and for more if that has been solved before."""
    if players == 1:
        return solo_solution(rules, progress)
    if needs_explicit(rules):
        return explicit_solution(rules, players, progress)
    if players > 2 and is_solved(rules, players):
        return n_player_solution(rules, players, progress)
    return _from_pairs(two_player_solution(rules, progress), players)


def values_for_advice(rules: Rules, players: int, progress: Progress = silent) -> Values:
    """The same; under options estimates for a game that is too large, or is not solved yet."""
    try:
        return estimated_values(rules, players) or values_for(rules, players, progress)
    except HotDiceError as error:  # totals may have to be followed further down than expected
        if not needs_explicit(rules) or not error.code.startswith("solve/large"):
            raise
    return EstimatedValues(rules, players)


def estimated_values(rules: Rules, players: int) -> EstimatedValues | None:
    """Estimates for a game under options that is too large, or has more than two players.

    Nothing if it has been solved, or can be: one or two players are solved for advice, more not.
    """
    if not needs_explicit(rules) or is_solved(rules, players):
        return None
    try:
        if players < 3:
            refuse_large(axes_of(rules, players))
            return None
    except HotDiceError as error:
        if not error.code.startswith("solve/large"):
            raise
    return EstimatedValues(rules, players)


def values_at_hand(rules: Rules, players: int) -> Values | None:
    """Values that are available at once, if any; for three and more they may be approximate."""
    if players == 1:
        return stored(SOLO, rules)
    if needs_explicit(rules):
        return stored(explicit_kind(players), rules)
    pairs = stored(TWO_PLAYER, rules)
    return None if pairs is None else _from_pairs(pairs, players)


def _from_pairs(pairs: TwoPlayerSolution, players: int) -> Values:
    return pairs if players == 2 else PairwiseApproximation(pairs, players)
