"""The plans of best play for every situation that games come to, computed when first needed.

Those of two players before the last round are computed many at a time by the solver's compiled
turns; all others one by one, as for advice. Turns that are played for their points are here too.
"""

from functools import cached_property, lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.house_plans import house_plan
from hotdice.arena.engine.roll_tables import roll_tables
from hotdice.arena.engine.situations import PlanIndex, insert
from hotdice.arena.engine.turn_plans import Levels, TurnPlans
from hotdice.arena.engine.two_player_plans import Key, Plan, TwoPlayerPlans
from hotdice.game import State
from hotdice.rules import Rules
from hotdice.solver.advice.choices import SAME_CHANCE
from hotdice.solver.advice.current_turn import current_turn
from hotdice.solver.advice.values import Values
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.storage.lookup import values_for
from hotdice.solver.turn.max_points import max_points
from hotdice.solver.turn.odds import SAME_POINTS
from hotdice.solver.two_player.solution import TwoPlayerSolution

Ints = NDArray[np.int64]

ROOM = 256  # situations allocated at first; doubled when they are full


class PlanCache:
    """Plans by situation, as `describe_situation` writes them."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.plans = TurnPlans(rules, roll_tables(rules))
        self._rules = rules
        self._players = players
        self._lock = Lock()  # held by writers
        self._max_points_plans: dict[tuple[bool, int], Plan] = {}
        self._known: dict[Key, int] = {}
        self.words = 2 * players + (4 if needs_explicit(rules) else 1)
        empty = np.full(4 * ROOM, -1, dtype=np.int64)
        numbers = np.zeros(ROOM, dtype=np.uint64)
        situations = np.zeros((ROOM, self.words), dtype=np.int64)
        self.index = PlanIndex(empty, situations, numbers, numbers.copy())

    @property
    def lowest(self) -> int:
        """The lowest total that has values."""
        return self._values.lowest

    def add_plans(self, wanted: Ints) -> None:
        """Add plans for these situations; games in progress continue with the old index."""
        with self._lock:
            missing = {key for key in map(tuple, wanted.tolist()) if key not in self._known}
            many = {key for key in missing if self._compiled(key)}
            found: list[tuple[Key, Plan]] = []
            for key in sorted(missing - many):
                found.append((key, self._plan(key)))
            if many:
                found.extend(self._two_player.plans(many))
            self._enter([(key, plan) for key, plan in found if key not in self._known])

    def max_points_plan(self, on_board: bool, farkles: int) -> Plan:
        """The plan of a turn for most points, whose highest level is valid for all above."""
        with self._lock:
            known = self._max_points_plans.get((on_board, farkles))
            if known is None:
                levels = max_points(self._rules).levels(on_board, farkles)
                stop = levels.stop[: len(levels.roll), min(1, self._rules.dice - 1)]
                known = self.plans.add(self.plans.levels_of(levels.best, stop, SAME_POINTS))
                self._max_points_plans[on_board, farkles] = known
            return known

    @cached_property
    def _values(self) -> Values:
        return values_for(self._rules, self._players)

    @cached_property
    def _two_player(self) -> TwoPlayerPlans:
        assert isinstance(self._values, TwoPlayerSolution)
        return TwoPlayerPlans(self._values, self.plans)

    def _compiled(self, key: Key) -> bool:
        """Whether the solver's compiled turns compute the plan of a situation."""
        values = self._values
        return (
            isinstance(values, TwoPlayerSolution)
            and key[-1] == 0
            and values.step == self.plans.step
        )

    def _plan(self, key: Key) -> Plan:
        """The plan of one situation."""
        if needs_explicit(self._rules):
            return house_plan(self.plans, self._rules, key, self._values)
        return self.plans.add(*self._piecewise(key))

    def _piecewise(self, key: Key) -> list[Levels]:
        """The levels of one situation, piece by piece as far as each turn is valid."""
        state = self._state(key)
        rules = state.rules
        pieces: list[Levels] = []
        first = 0
        while True:
            at = State(rules, state.totals, 0, first, rules.dice, (), state.farkles, state.starter)
            turn = current_turn(at, self._values)
            low, high = turn.level(first), turn.usable
            last = high == len(turn.chances.roll)  # one more level is valid for all above
            stop = turn.chances.stop[low : high + last, min(1, rules.dice - 1)]
            pieces.append(self.plans.levels_of(turn.chances.best[low:], stop, SAME_CHANCE))
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

    def _enter(self, found: list[tuple[Key, Plan]]) -> None:
        """A new index with the old and these situations.

        Arrays only grow, so readers of the old table still find the same in them.
        """
        count = len(self._known)
        index = self._with_room(count + len(found))
        for key, (begin, top) in found:
            at = self._known[key] = len(self._known)
            index.situations[at], index.begin[at], index.top[at] = key, begin, top
        insert(index.table, index.situations, count, len(self._known))
        self.index = index

    def _with_room(self, size: int) -> PlanIndex:
        """A copy of the index with a new table, and with room for so many situations."""
        old, room, count = self.index, len(self.index.situations), len(self._known)
        if size <= room:
            return old._replace(table=old.table.copy())
        while room < size:
            room *= 2
        index = PlanIndex(
            np.full(4 * room, -1, dtype=np.int64),
            np.resize(old.situations, (room, old.situations.shape[1])),
            np.resize(old.begin, room),
            np.resize(old.top, room),
        )
        insert(index.table, index.situations, 0, count)
        return index


@lru_cache(maxsize=4)
def plan_cache(rules: Rules, players: int) -> PlanCache:
    """The plans of a game, which all its matches share."""
    return PlanCache(rules, players)
