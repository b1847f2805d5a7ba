"""Plans: how a whole turn is played, with decisions for every level of turn points.

Levels at which the same is kept share a row of decisions, so a plan is a short list of numbers.
"""

from threading import Lock
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hotdice.arena.engine.decision_kernels import BITS, decide, enter_rows, hot_dice, number_rows
from hotdice.arena.engine.roll_tables import Rolls
from hotdice.rules import Rules
from hotdice.solver.kernels.lanes import LANES, aligned
from hotdice.solver.turn.moves import HOT_DICE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Levels = NDArray[np.uint32]
Number = TypeVar("Number", np.uint16, np.uint32)

ROOM = 1024  # rows and levels that there is room for at first
MOST_PICKS = 1 << 20  # that are decided on at once, so that they stay in a cache


class Decisions(NamedTuple):
    """The decisions of some turns: when to bank, by turn and level, and who wins each contest.

    The picks of a level stand in one row, by contest and then by lane.
    """

    banks: Ints
    picks: NDArray[np.uint16]


class Tables(NamedTuple):
    """Plans as compiled play reads them: keeps by row and class; for each level row and banks."""

    rows: NDArray[np.uint16]
    levels: Levels


class Contests(NamedTuple):
    """The contests of some rules, as `decide` reads them, and the last one of each class."""

    one: Ints
    steps: Ints
    numbers: NDArray[np.uint16]
    last: Ints

    @staticmethod
    def of(rolls: Rolls, dice: int) -> "Contests":
        """The contests of all classes; those whose keeps begin alike share them."""
        known: dict[tuple[int, ...], int] = {(): -1}  # after all others, when they are counted
        last = [0]
        for at in range(1, len(rolls.taken)):
            begin, end = int(rolls.keep_at[at]), int(rolls.keep_at[at + 1])
            rising = [int(number) for number in rolls.numbers[begin:end][::-1]]
            for count in range(1, len(rising) + 1):
                known.setdefault(tuple(rising[:count]), len(known) - 1)
            last.append(known[tuple(rising)])
        chains = [chain for chain in known if chain]
        numbers = np.array([chain[-1] for chain in chains], dtype=np.uint16)
        keeps = rolls.kept[numbers].astype(np.int64)
        return Contests(
            np.array([known[chain[:-1]] % len(known) for chain in chains]),
            (keeps >> 4) * dice + (keeps & 15) % dice,
            numbers,
            np.array(last),
        )


class TurnPlans:
    """Plans of some rules, one after the other; what was added never moves or changes.

    Several threads may add some at once, and others read.
    """

    def __init__(self, rules: Rules, rolls: Rolls) -> None:
        self.step = rolls.step
        self._dice = rules.dice
        self._hot = HOT_DICE[rules.hot_dice]
        self._contests = Contests.of(rolls, rules.dice)
        self._table = np.full(4 * ROOM, -1, dtype=np.int64)
        self._picks = np.zeros((ROOM, len(self._contests.one)), dtype=np.uint16)
        self._rows = np.zeros((ROOM, len(rolls.taken)), dtype=np.uint16)
        self._levels = np.zeros(ROOM, dtype=np.uint32)
        self._known = self._used = 0
        self._lock = Lock()
        self.certain = self._certain(rolls)

    @property
    def tables(self) -> Tables:
        """All plans so far."""
        return Tables(self._rows, self._levels)

    def levels(self, values: Floats, base: int, stops: Floats, same: float) -> Levels:
        """The levels of turns from what they are worth, as `decide` reads it, some at a time.

        Each level is its row and when to bank.
        """
        found = np.empty(stops.shape, dtype=np.uint32)
        some = max(1, MOST_PICKS // (LANES * len(self._contests.one)))
        for low in range(0, stops.shape[1], some):
            part = np.ascontiguousarray(stops[:, low : low + some])
            decisions = self._decisions(values, base + low * self._dice * LANES, part, same)
            found[:, low : low + some] = self._numbered(decisions)
        return found

    def levels_of(self, values: Floats, stop: Floats, same: float) -> Levels:
        """The same for one turn, by level and dice left: a stretch of its levels in each lane."""
        count = len(stop)
        stretch = -(-count // LANES)
        reach = int(self._contests.steps.max()) // self._dice
        places = np.arange(stretch + reach)[:, None] + stretch * np.arange(LANES)
        by_lane = values[np.minimum(places, len(values) - 1)].transpose(0, 2, 1)
        lanes = aligned(by_lane.size)
        lanes[:] = by_lane.reshape(-1)
        stops = stop[np.minimum(places[:stretch], count - 1)].T
        return self.levels(lanes, 0, stops, same).reshape(-1)[:count]

    def add(self, *pieces: Levels) -> tuple[int, int]:
        """A new plan: where its levels begin, and the highest, which stands for all above."""
        with self._lock:
            begin = self._used
            self._levels = _with_room(self._levels, begin, sum(map(len, pieces)))
            for piece in pieces:
                self._levels[self._used : self._used + len(piece)] = piece
                self._used += len(piece)
            return begin, self._used - begin - 1

    def _certain(self, rolls: Rolls) -> Levels:
        """The level where banking wins for certain: any keep after which one may bank."""
        one, steps, numbers, _ = self._contests
        picks = numbers.copy()
        if self._hot == HOT_DICE["must"]:
            for k, before in enumerate(one):
                hot = steps[k] % self._dice == 0
                safe = before < len(one) and rolls.kept[picks[before]] & 15 < self._dice
                if hot and safe:
                    picks[k] = picks[before]
        banks = hot_dice((1 << self._dice) - 1, self._hot)
        found = self._numbered(Decisions(np.array([[banks]]), np.repeat(picks, LANES)[None]))
        return np.asarray(found[0])

    def _decisions(self, values: Floats, base: int, stops: Floats, same: float) -> Decisions:
        one, steps, numbers, _ = self._contests
        banks = np.zeros(stops.shape, dtype=np.int64)
        width = (len(one) + 1) * LANES
        picks = aligned(stops.shape[1] * width, np.uint16).reshape(-1, width)
        best = aligned(width)
        contests = (one, steps, numbers, best)
        decide(values, base, stops, self._hot, same, self._dice, *contests, banks, picks)
        return Decisions(banks, picks)

    def _numbered(self, decisions: Decisions) -> Levels:
        """Levels with these decisions, whose rows are added if they are new."""
        banks, picks = decisions
        numbers = np.zeros(banks.shape, dtype=np.int64)
        with self._lock:
            self._make_room(banks.size)
            before = self._known
            words = picks.view(np.uint64)
            self._known = number_rows(self._table, self._picks, before, picks, words, numbers)
            fresh = self._picks[before : self._known]
            self._rows[before : self._known, 1:] = fresh[:, self._contests.last[1:]]
        return (numbers << BITS | banks).astype(np.uint32)

    def _make_room(self, more: int) -> None:
        """Larger copies where needed: whoever reads the old ones can go on."""
        self._picks = _with_room(self._picks, self._known, more)
        self._rows = _with_room(self._rows, self._known, more)
        if 2 * (self._known + more) > len(self._table):
            self._table = np.full(1 << (4 * (self._known + more)).bit_length(), -1, dtype=np.int64)
            enter_rows(self._table, self._picks[: self._known])


def _with_room(array: NDArray[Number], used: int, more: int) -> NDArray[Number]:
    """The array, or one twice as large, in which so many more have room."""
    if used + more <= len(array):
        return array
    larger = np.zeros((2 * (used + more), *array.shape[1:]), dtype=array.dtype)
    larger[:used] = array[:used]
    return larger
