"""Where the values of whole games come from: shipped, kept from before, or worked out now."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from hotdice.rules import Rules
from hotdice.solver import store
from hotdice.solver.alone import Alone
from hotdice.solver.approximate import Approximation
from hotdice.solver.duel import Duel
from hotdice.solver.melee import Melee
from hotdice.solver.progress import Progress, silent
from hotdice.solver.size import MOST_PLAYERS, layers_of, size_of
from hotdice.solver.store import ALONE, DUEL, Kind
from hotdice.solver.values import Values
from hotdice.texts import HotDiceError

Solution = Duel | Melee
T = TypeVar("T")


def solution(
    rules: Rules, players: int = 2, progress: Progress = silent, fresh: bool = False
) -> Solution:
    """The solution for so many players; `fresh` works it out anew."""
    if not 2 <= players <= MOST_PLAYERS:
        raise HotDiceError("solve/players", found=players, most=MOST_PLAYERS)
    if players == 2:
        return duel(rules, progress, fresh)
    size_of(rules, players)
    return melee(rules, players, progress, fresh)


def duel(rules: Rules, progress: Progress = silent, fresh: bool = False) -> Duel:
    """The solution for two players."""

    def work(rules: Rules, progress: Progress) -> Duel:
        from hotdice.solver.solve import solve

        return solve(rules, progress)

    return _found(DUEL, rules, work, progress, fresh)


def alone(rules: Rules, progress: Progress = silent) -> Alone:
    """The fewest turns of one player."""

    def work(rules: Rules, progress: Progress) -> Alone:
        from hotdice.solver.fewest import fewest

        return fewest(rules, progress)

    return _found(ALONE, rules, work, progress)


def stored(kind: Kind[T], rules: Rules) -> T | None:
    """A solution if it is there."""
    return store.shipped(kind, rules) or store.kept(kind, rules)


def _found(
    kind: Kind[T],
    rules: Rules,
    work: Callable[[Rules, Progress], T],
    progress: Progress,
    fresh: bool = False,
) -> T:
    """A solution, worked out and kept if it is not there."""
    found = None if fresh else stored(kind, rules)
    if found is not None:
        return found
    size_of(rules, kind.players)
    with store.only_one(rules, kind.players):
        again = None if fresh else store.kept(kind, rules)  # another process may have been quicker
        if again is not None:
            return again
        solved = work(rules, progress)
        store.keep(kind, rules, solved)
        return solved


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
        return alone(rules, progress)
    if players > 2 and is_settled(rules, players):
        return melee(rules, players, progress)
    return _from_pairs(duel(rules, progress), players)


def values_at_hand(rules: Rules, players: int) -> Values | None:
    """Values that nobody has to wait for, if there are any; approximate for three and more."""
    if players == 1:
        return stored(ALONE, rules)
    pairs = stored(DUEL, rules)
    return None if pairs is None else _from_pairs(pairs, players)


def _from_pairs(pairs: Duel, players: int) -> Values:
    return pairs if players == 2 else Approximation(pairs, players)
