"""Plans: how a whole turn is played, with decisions for every level of turn points.

Levels at which the same is kept share a row of decisions, so a plan is a short list of numbers.
"""

from threading import Lock
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.decision_kernels import (
    BANK_BITS,
    decide,
    enter_rows,
    number_rows,
    with_hot_dice,
)
from hotdice.arena.engine.roll_tables import DICE_BITS, UNCONFIRMED, RollTables
from hotdice.rules import Rules
from hotdice.rules.meaning import hot_dice_roll
from hotdice.rules.terms import Terms
from hotdice.solver.kernels.lanes import LANES, aligned
from hotdice.solver.turn.moves import confirming_moves

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Levels = NDArray[np.uint32]
Number = TypeVar("Number", np.uint16, np.uint32)

ROOM = 1024  # rows and levels allocated at first; doubled when they are full
MOST_PICKS = 1 << 20  # that are decided on at once, so that they stay in a cache


class LaneValues(NamedTuple):
    """What some turns are worth, side by side in lanes.

    The value of `left` dice at level u in lane t is at t plus `base + (u * width + left) * LANES`
    of `values`; `stops` has the values of banking by lane and level. If keeps have to be confirmed
    there are two of each number of dice, the second ones being those after such a keep.
    """

    values: Floats
    base: int
    stops: Floats


class DecisionRule(NamedTuple):
    """How decisions are made: the terms of the rules, and which values count as equal."""

    terms: Terms
    same: float


class Comparisons(NamedTuple):
    """Comparisons of keeps as `decide` reads them, one after the other.

    Comparison k is of the keep with number `keeps[k]`, which leads `offsets[k]` values on, against
    the winner of comparison `previous[k]`; any keep wins against the one after the last. A level
    has `width` values.
    """

    previous: Ints
    offsets: Ints
    keeps: NDArray[np.uint16]
    width: int


class Decisions(NamedTuple):
    """The decisions of some turns: when to bank, by turn and level, and who wins each comparison.

    The picks of a level are in one row, by comparison and then by lane.
    """

    banks: Ints
    picks: NDArray[np.uint16]


class PlanTables(NamedTuple):
    """Plans as compiled play reads them: keeps by row and class; for each level row and banks."""

    rows: NDArray[np.uint16]
    levels: Levels


def comparisons_of(tables: RollTables, rules: Rules) -> tuple[Comparisons, Ints, Ints]:
    """The comparisons of all classes that have keeps, these classes, and the last one of each.

    Common beginnings are shared.
    """
    known: dict[tuple[int, ...], int] = {(): -1}  # after all others, when they are counted
    scoring = np.flatnonzero(np.diff(tables.keep_at))
    last = []
    for at in scoring:
        begin, end = int(tables.keep_at[at]), int(tables.keep_at[at + 1])
        rising = [int(number) for number in tables.keep_numbers[begin:end][::-1]]
        for count in range(1, len(rising) + 1):
            known.setdefault(tuple(rising[:count]), len(known) - 1)
        last.append(known[tuple(rising)])
    chains = [chain for chain in known if chain]
    numbers = np.array([chain[-1] for chain in chains], dtype=np.uint16)
    keeps = tables.distinct_keeps[numbers].astype(np.int64)
    unconfirmed, confirmed = np.divmod(keeps, UNCONFIRMED)
    dice = rules.dice
    width = confirming_moves(rules, tables.step).width
    comparisons = Comparisons(
        np.array([known[chain[:-1]] % len(known) for chain in chains]),
        (confirmed >> DICE_BITS) * width + _next_dice(keeps) % dice + dice * unconfirmed,
        numbers,
        width,
    )
    return comparisons, scoring, np.array(last)


class TurnPlans:
    """Plans of some rules, one after the other; existing ones never move or change.

    Several threads may add plans while others read.
    """

    def __init__(self, rules: Rules, tables: RollTables) -> None:
        self.step = tables.step
        self._dice = rules.dice
        self._terms = rules.terms
        self._comparisons, self._scoring, self._last = comparisons_of(tables, rules)
        self._row_numbers = np.full(4 * ROOM, -1, dtype=np.int64)
        self._count = len(self._comparisons.previous)
        self._picks = np.zeros((ROOM, self._count), dtype=np.uint16)
        self._rows = np.zeros((ROOM, len(tables.all_of_class)), dtype=np.uint16)
        self._levels = np.zeros(ROOM, dtype=np.uint32)
        self._known = self._used = 0
        self._lock = Lock()
        self.certain = self._certain(tables)

    @property
    def tables(self) -> PlanTables:
        """All plans so far."""
        return PlanTables(self._rows, self._levels)

    def levels(self, turns: LaneValues, same: float) -> Levels:
        """The levels of turns from their values: the row of each, and when to bank.

        Choices within `same` of the best count as equally good.
        """
        values, base, stops = turns
        found = np.empty(stops.shape, dtype=np.uint32)
        some = max(1, MOST_PICKS // (LANES * self._count))
        for low in range(0, stops.shape[1], some):
            part = np.ascontiguousarray(stops[:, low : low + some])
            lanes = LaneValues(values, base + low * self._comparisons.width * LANES, part)
            found[:, low : low + some] = self._numbered(self._decisions(lanes, same))
        return found

    def levels_of(self, values: Floats, stop: Floats, same: float) -> Levels:
        """The levels of one turn from its values by level and dice left, split over the lanes."""
        count = len(stop)
        stretch = -(-count // LANES)
        reach = int(self._comparisons.offsets.max()) // self._comparisons.width
        places = np.arange(stretch + reach)[:, None] + stretch * np.arange(LANES)
        by_lane = values[np.minimum(places, len(values) - 1)].transpose(0, 2, 1)
        lanes = aligned(by_lane.size)
        lanes[:] = by_lane.reshape(-1)
        stops = stop[np.minimum(places[:stretch], count - 1)].T
        return self.levels(LaneValues(lanes, 0, stops), same).reshape(-1)[:count]

    def with_banks(self, levels: Levels, banks: NDArray[np.bool_]) -> Levels:
        """The same levels with other decisions to bank, by level and dice left."""
        bits = banks @ (1 << np.arange(self._dice))
        return (levels >> BANK_BITS << BANK_BITS | bits).astype(np.uint32)

    def add(self, *pieces: Levels) -> tuple[int, int]:
        """A new plan: where its levels begin, and the highest, which stands for all above."""
        with self._lock:
            begin = self._used
            self._levels = _with_room(self._levels, begin, sum(map(len, pieces)))
            for piece in pieces:
                self._levels[self._used : self._used + len(piece)] = piece
                self._used += len(piece)
            return begin, self._used - begin - 1

    def _certain(self, tables: RollTables) -> Levels:
        """The level where banking wins for certain: any keep after which one may bank."""
        previous, offsets, keeps, width = self._comparisons
        picks = keeps.copy()
        if hot_dice_roll(self._terms):
            for k, before in enumerate(previous):
                hot = offsets[k] % width == 0
                if not hot or before == len(previous):
                    continue
                if _next_dice(tables.distinct_keeps[picks[before]]) < self._dice:
                    picks[k] = picks[before]
        banks = with_hot_dice((1 << self._dice) - 1, self._terms)
        found = self._numbered(Decisions(np.array([[banks]]), np.repeat(picks, LANES)[None]))
        return np.asarray(found[0])

    def _decisions(self, turns: LaneValues, same: float) -> Decisions:
        banks = np.zeros(turns.stops.shape, dtype=np.int64)
        width = (self._count + 1) * LANES
        picks = aligned(turns.stops.shape[1] * width, np.uint16).reshape(-1, width)
        rule = DecisionRule(self._terms, same)
        decide(turns, self._comparisons, rule, aligned(width), banks, picks)
        return Decisions(banks, picks)

    def _numbered(self, decisions: Decisions) -> Levels:
        """Levels with these decisions, whose rows are added if they are new."""
        banks, picks = decisions
        numbers = np.zeros(banks.shape, dtype=np.int64)
        with self._lock:
            self._make_room(banks.size)
            before = self._known
            words = picks.view(np.uint64)
            self._known = number_rows(self._row_numbers, self._picks, before, picks, words, numbers)
            fresh = self._picks[before : self._known]
            self._rows[before : self._known, self._scoring] = fresh[:, self._last]
        return (numbers << BANK_BITS | banks).astype(np.uint32)

    def _make_room(self, more: int) -> None:
        """Enlarge arrays by copying, so that readers of the old ones are not disturbed."""
        self._picks = _with_room(self._picks, self._known, more)
        self._rows = _with_room(self._rows, self._known, more)
        if 2 * (self._known + more) > len(self._row_numbers):
            slots = 1 << (4 * (self._known + more)).bit_length()
            self._row_numbers = np.full(slots, -1, dtype=np.int64)
            enter_rows(self._row_numbers, self._picks[: self._known])


def _next_dice(keeps: Any) -> Any:
    """The number of dice rolled after packed keeps."""
    return keeps & ((1 << DICE_BITS) - 1)


def _with_room(array: NDArray[Number], used: int, more: int) -> NDArray[Number]:
    """The array, or one at least twice as large, with room for so many more."""
    if used + more <= len(array):
        return array
    larger = np.zeros((2 * (used + more), *array.shape[1:]), dtype=array.dtype)
    larger[:used] = array[:used]
    return larger
