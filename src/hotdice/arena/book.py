"""The book of best play: a plan for every situation that games come to, worked out when first met.

Those of two players before the last round are worked out many at once by the solver's compiled
turns; all others one by one, as advice is.
"""

from collections import defaultdict
from functools import cached_property, lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.plans import Levels, Plans
from hotdice.arena.rolls import rolls_of
from hotdice.arena.situations import Pages, write_down
from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.advice import SAME
from hotdice.solver.duel import Duel
from hotdice.solver.evaluate import Chunk, Floats, Turns
from hotdice.solver.library import values_for
from hotdice.solver.penalty import Falls
from hotdice.solver.rows import LANES
from hotdice.solver.this_turn import this_turn
from hotdice.solver.values import Values

Ints = NDArray[np.int64]
Key = tuple[int, ...]

ROOM = 256


class Book:
    """Plans by situation, as `situations.describe` tells them."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.plans = Plans(rules, rolls_of(rules))
        self._rules = rules
        self._players = players
        self._known: dict[Key, int] = {}
        words = 2 * players + 1
        empty = np.full(4 * ROOM, -1, dtype=np.int64)
        numbers = np.zeros(ROOM, dtype=np.uint64)
        self.pages = Pages(empty, np.zeros((ROOM, words), dtype=np.int64), numbers, numbers.copy())

    def write(self, wanted: Ints) -> None:
        """Add plans for these situations; games that are under way go on with the pages before."""
        with self.plans.lock:
            missing = {key for key in map(tuple, wanted.tolist()) if key not in self._known}
            many = {key for key in missing if self._by_sum(key)}
            found: list[tuple[Key, tuple[int, int]]] = []
            for key in sorted(missing - many):
                found.append((key, self.plans.add(*self._one(key))))
            if many:
                found.extend(self._sums.plans(many))
            self._enter([(key, plan) for key, plan in found if key not in self._known])

    @cached_property
    def _values(self) -> Values:
        return values_for(self._rules, self._players)

    @cached_property
    def _sums(self) -> "_Sums":
        assert isinstance(self._values, Duel)
        return _Sums(self._values, self.plans)

    def _by_sum(self, key: Key) -> bool:
        """Whether the solver's compiled turns answer for a situation."""
        values = self._values
        return isinstance(values, Duel) and key[-1] == 0 and values.step == self.plans.step

    def _one(self, key: Key) -> list[Levels]:
        """The levels of one situation, piece by piece as far as each turn answers."""
        state = self._state(key)
        rules = state.rules
        pieces: list[Levels] = []
        first = 0
        while True:
            at = State(rules, state.totals, 0, first, rules.dice, (), state.farkles, state.starter)
            turn = this_turn(at, self._values)
            low, high = turn.level(first), turn.usable
            last = high == len(turn.chances.roll)  # one level more stands for all above
            stop = turn.chances.stop[low : high + last, min(1, rules.dice - 1)]
            pieces.append(self.plans.levels_of(turn.chances.best[low:], stop, SAME))
            if last:
                return pieces
            first = turn.first + high * turn.step

    def _state(self, key: Key) -> State:
        """A position in such a situation; the mover is the first seat."""
        players = self._players
        totals, farkles, starter = key[:players], key[players:-1], key[-1]
        if players == 2 and starter:
            own = self._rules.target - 1 if key[0] else 0
            totals = (own, own + key[1])
        dice = self._rules.dice
        return State(self._rules, totals, 0, 0, dice, (), farkles, starter or None)

    def _enter(self, found: list[tuple[Key, tuple[int, int]]]) -> None:
        """New pages with the old and these situations."""
        old, count = self.pages, len(self._known)
        room = len(old.situations)
        while room < count + len(found):
            room *= 2
        pages = Pages(
            np.full(4 * room, -1, dtype=np.int64),
            *(np.concatenate([part[:count], np.zeros((room - count, *part.shape[1:]), part.dtype)])
              for part in old[1:]),
        )  # fmt: skip
        for key, (begin, top) in found:
            at = self._known[key] = len(self._known)
            pages.situations[at], pages.begin[at], pages.top[at] = key, begin, top
        write_down(pages.table, pages.situations, len(self._known))
        self.pages = pages


@lru_cache(maxsize=4)
def book_of(rules: Rules, players: int) -> Book:
    """The book of a game, which all its matches share."""
    return Book(rules, players)


class _Group(NamedTuple):
    """Situations of two players with the same counts of farkles and sum of totals."""

    own: int
    other: int
    sum: int


class _Sums:
    """Plans of two players before the last round, for all totals near those that are wanted."""

    def __init__(self, duel: Duel, plans: Plans) -> None:
        self._duel = duel
        self._plans = plans
        self._turns = Turns(duel.rules, duel.step, duel.lowest)
        self._falls = _falls(duel, self._turns)
        self._lock = Lock()

    def plans(self, wanted: set[Key]) -> list[tuple[Key, tuple[int, int]]]:
        """Plans for these situations and those worked out with them."""
        duel = self._duel
        groups: defaultdict[_Group, set[int]] = defaultdict(set)
        for own, other, farkles, against, _ in wanted:
            a, b = ((total - duel.lowest) // duel.step for total in (own, other))
            first = int(self._turns.totals(a + b)[0])
            groups[_Group(farkles, against, a + b)].add((a - first) // LANES)
        found: list[tuple[Key, tuple[int, int]]] = []
        with self._turns:
            for group, chunks in sorted(groups.items()):
                self._look(group, np.array(sorted(chunks)), found)
        return found

    def _look(self, group: _Group, chunks: Ints, found: list[tuple[Key, tuple[int, int]]]) -> None:
        duel, plans = self._duel, self._plans

        def see(chunk: Chunk) -> None:
            lanes = plans.levels(chunk.rows, chunk.base, chunk.stops, SAME)
            with self._lock:
                for a, levels in enumerate(lanes, chunk.first):
                    totals = (duel.lowest + part * duel.step for part in (a, group.sum - a))
                    key = (*totals, group.own, group.other, 0)
                    found.append((key, plans.add(levels, plans.certain)))

        lost, nothing = self._inputs(group)
        self._turns.look(duel.values[group.other, 0], group.sum, lost, nothing, chunks, see)

    def _inputs(self, group: _Group) -> tuple[Floats, Floats]:
        """The worth of a farkle and of stopping with too little, by total."""
        values, (own, other, s) = self._duel.values, group
        if self._falls is not None:
            return self._falls.inputs(values, own, other, s, cut=False)
        nothing = 1.0 - values[0, 0][s, self._turns.totals(s)]
        return nothing, nothing


def _falls(duel: Duel, turns: Turns) -> Falls | None:
    """What follows from falls, where there is a penalty."""
    penalty = duel.rules.penalty
    if penalty is None:
        return None
    floor = None if penalty.floor is None else (penalty.floor - duel.lowest) // duel.step
    return Falls(turns, penalty.points // duel.step, floor)
