"""Where the values of whole games come from: shipped, kept from before, or solved now."""

from functools import lru_cache

from hotdice.rules import Rules
from hotdice.solver import store
from hotdice.solver.alone import Alone
from hotdice.solver.approximate import Approximation
from hotdice.solver.duel import Duel
from hotdice.solver.melee import Melee
from hotdice.solver.progress import Progress, silent
from hotdice.solver.size import layers_of, size_of
from hotdice.solver.values import Values

Solution = Duel | Melee


def solution(
    rules: Rules, players: int = 2, progress: Progress = silent, fresh: bool = False
) -> Solution:
    """The solution for so many players; `fresh` works it out anew."""
    if players == 2:
        return duel(rules, progress, fresh)
    size_of(rules, players)
    return melee(rules, players, progress, fresh)


def duel(rules: Rules, progress: Progress = silent, fresh: bool = False) -> Duel:
    """The solution for two players."""
    found = None if fresh else stored(rules)
    if found is not None:
        return found
    from hotdice.solver.solve import solve

    size_of(rules, 2)
    with store.only_one(rules, 2):
        again = None if fresh else store.kept(rules)  # another process may have been quicker
        if again is not None:
            return again
        solved = solve(rules, progress)
        store.keep(solved)
        return solved


def stored(rules: Rules) -> Duel | None:
    """The solution for two players if it is there."""
    return store.shipped(rules) or store.kept(rules)


def melee(rules: Rules, players: int, progress: Progress = silent, fresh: bool = False) -> Melee:
    """The solution for three or more players; what was settled before is taken up."""
    from hotdice.solver.solve import Layers, solve_many

    with store.only_one(rules, players):
        journal = store.Journal(rules, players, fresh)
        known = journal.read()
        journal.cut(known)
        found = solve_many(rules, players, progress, Layers(known, journal.add))
        journal.done()
        return found


def is_settled(rules: Rules, players: int) -> bool:
    """Whether the whole solution for three or more players is there."""
    return store.Journal(rules, players).count() == layers_of(rules, players)


@lru_cache(maxsize=4)
def values_for(rules: Rules, players: int, progress: Progress = silent) -> Values:
    """The values that advice rests on: exact for two, and for more if that was solved before."""
    if players == 1:
        return Alone(rules)
    if players > 2 and is_settled(rules, players):
        return melee(rules, players, progress)
    return _from_pairs(duel(rules, progress), players)


def values_at_hand(rules: Rules, players: int) -> Values | None:
    """Values that nobody has to wait for, if there are any; approximate for three and more."""
    if players == 1:
        return Alone(rules)
    pairs = stored(rules)
    return None if pairs is None else _from_pairs(pairs, players)


def _from_pairs(pairs: Duel, players: int) -> Values:
    return pairs if players == 2 else Approximation(pairs, players)
