"""One turn under any options: what every moment of it is worth to all seats.

Positions of the turn are turn points, dice left, and whether a keep has to be confirmed. How a turn
ends is asked of `State`, and what that is worth of the values; nothing else about rules is assumed.
Choices are the mover's, by its own chance.
"""

from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from hotdice.game import Action, Bank, State
from hotdice.game.actions import Take
from hotdice.rules import Keep, Rules
from hotdice.rules.meaning import ALLOWED, bank_refused, hot_dice_bank, keep_banks
from hotdice.solver.advice.tie_break import FARKLED, FIRST, SCORELESS, TieBreak
from hotdice.solver.advice.values import Chances, Values, chances_at_end, turn_start
from hotdice.solver.turn.explicit_rolls import (
    DECIDED_FARKLE,
    FARKLE,
    TOTAL_LOST,
    WON,
    explicit_rolls,
)
from hotdice.solver.turn.final_turn import NEGLIGIBLE, any_dice_at_least
from hotdice.solver.turn.levels import FORBIDDEN, TIE, Floats, Ints
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.own_chances import OwnChances
from hotdice.solver.turn.program import step_of

GAINED = 2  # column after those of the seats: what the total gains; see also `tie_break`
COLUMNS = 3
REMEMBERED_TURNS = 8
AT_ONCE = 64  # levels that positions may be on before the turn has to be solved further up

_recent: tuple["ExplicitTurn", ...] = ()


class ExplicitTurn:
    """One turn; a row has the chances of all seats, of how the turn ends, and what it gains.

    It is solved for positions of up to `usable` levels; rows are followed as far above them as is
    reached with a chance that is not negligible.
    """

    def __init__(self, start: State, values: Values, ties: TieBreak, usable: int) -> None:
        self.start, self.values, self.ties, self.usable = start, values, ties, usable
        self.rolls = explicit_rolls(start.rules)
        self.step = self.rolls.step
        self._seat = start.player
        self._by_end: dict[State, Chances] = {}
        self._levels = usable + levels_of_a_turn(start.rules)
        self._ends = self._ways_to_end()
        self._by_itself = self._banked_by_itself()
        self._banks = self._all_banks()
        self._best = self._banks.copy()
        self._roll = np.empty((self._levels, self.rolls.dice, self._banks.shape[2]))
        self._solve()
        self._first_roll = self._begin()

    def covers(self, state: State) -> bool:
        """Whether a position of this turn is within the levels that it is solved for."""
        return _level(state) <= self.usable

    def at(self, state: State, action: Action) -> Floats:
        """The row after an action of this turn, before dice are seen."""
        rolls = self.rolls
        level = state.turn_points // self.step
        if isinstance(action, Keep):
            place = level * rolls.slots + rolls.place(action)
            return np.asarray(self._best[place // rolls.slots, place % rolls.slots])
        if isinstance(action, Bank):
            return np.asarray(self._banks[level, state.dice % rolls.dice])
        if isinstance(action, Take):
            offer = state.extras.offer
            assert offer is not None
            return np.asarray(self._roll[offer.points // self.step, offer.dice % rolls.dice])
        if state.turn_points or state.extras.spared:
            return np.asarray(self._roll[level, state.dice % rolls.dice])
        return self._first_roll

    def chance(self, state: State, action: Action) -> float:
        """The mover's chance after an action."""
        return float(self.at(state, action)[self._seat])

    def gain(self, state: State, action: Action) -> float:
        """What the total can be expected to gain in this turn after an action."""
        return float(self.at(state, action)[self.values.players + GAINED])

    def first(self, rows: list[Floats]) -> int:
        """Which of these rows is played."""
        return int(self._chosen(np.array(rows))[()])

    @property
    def own(self) -> OwnChances:
        """The mover's chances on all levels that positions may be on."""
        count, seat, dice = self.usable + 1, self._seat, self.rolls.dice
        return OwnChances(
            best=self._best[..., seat],
            bank=self._banks[:count, :dice, seat],
            roll=self._roll[:count, :, seat],
            begin=float(self._first_roll[seat]),
        )

    def outcomes(self, state: State) -> tuple[Floats, Floats]:
        """The probability of every outcome of the next roll, and the mover's chance after it."""
        rolls, level = self.rolls, state.turn_points // self.step
        flat = self._best[..., self._seat].reshape(-1)
        kept = flat[level * rolls.slots + rolls.keeps].max(axis=0)
        own = np.concatenate([kept, self._ends[:, self._seat]])
        if not state.turn_points and not state.extras.spared and state.rules.mercy:
            own[FARKLE] = self._roll[0, 0, self._seat]
        return rolls.weights[state.dice % rolls.dice], own

    def _row(self, end: State) -> Floats:
        """A row for the end of the turn."""
        known = self._by_end.get(end)
        if known is None:
            known = self._by_end[end] = chances_at_end(end, self.values)
        gained = end.totals[self._seat] - self.start.totals[self._seat]
        found = np.zeros(self.values.players + COLUMNS)
        found[: self.values.players] = known
        found[self.values.players + SCORELESS] = gained <= 0
        found[self.values.players + GAINED] = gained
        return found

    def _ways_to_end(self) -> Floats:
        """Rows for a farkle, one that dice have decided, a lost total, and a win, in that order."""
        players = self.values.players
        found = np.zeros((-FARKLE, players + COLUMNS))
        found[[FARKLE, DECIDED_FARKLE]] = self._row(self.start.farkle())
        for column, what in ((TOTAL_LOST, "lose-total"), (WON, "win")):
            dice = _dice_that_decide(self.start.rules, what)
            if dice:
                found[column] = self._row(replace(self.start, dice=len(dice)).roll(dice))
        found[:WON, players + FARKLED] = 1.0
        return found

    def _banked_by_itself(self) -> list[int]:
        """The slots on which a keep ends the turn."""
        if self.start.starter is not None and keep_banks(self.start.rules.terms):
            return list(range(self.rolls.slots))
        return [0] if hot_dice_bank(self.start.rules.terms) else []

    def _all_banks(self) -> Floats:
        """Rows for banks by level and slot.

        Where the mover may not bank, its chance is `FORBIDDEN`; above all levels such rows count as
        a farkle.
        """
        rolls, terms = self.rolls, self.start.rules.terms
        found = np.empty((self._levels + rolls.reach, rolls.slots, self.values.players + COLUMNS))
        found[: self._levels] = FORBIDDEN
        found[self._levels :] = self._ends[FARKLE]
        for level in range(1, len(found)):
            points = level * self.step
            row: Floats | None = None
            for left in self._banking(points):
                if row is None or terms.piggyback:
                    row = self._row(self.start.banked(points, left % rolls.dice or rolls.dice))
                found[level, left] = row
        return found

    def _banking(self, points: int) -> list[int]:
        """The slots on which so many points can be banked, or are by themselves."""
        rules, own = self.start.rules, self.start.totals[self._seat]
        free = [
            left
            for left in range(rules.dice)
            if bank_refused(rules.terms, own, points, left or rules.dice) == ALLOWED
        ]
        return sorted({*free, *self._by_itself})

    def _solve(self) -> None:
        """All levels from the highest down."""
        rolls = self.rolls
        flat = self._best.reshape(-1, self._best.shape[2])
        rows = np.empty((rolls.weights.shape[1], flat.shape[1]))
        rows[FARKLE:] = self._ends
        again = np.arange(rolls.slots) % rolls.dice
        for level in range(self._levels - 1, -1, -1):
            rows[:FARKLE] = self._played(flat[level * rolls.slots + rolls.keeps])
            np.matmul(rolls.weights, rows, out=self._roll[level])
            banks = self._banks[level]
            best = self._played(np.stack([banks, self._roll[level][again]]))
            best[self._by_itself] = banks[self._by_itself]
            self._best[level] = best

    def _played(self, rows: Floats) -> Floats:
        """Of rows along the first axis those that are played, with the greatest own chance."""
        found = np.take_along_axis(rows, self._chosen(rows)[None, :, None], axis=0)[0]
        found[:, self._seat] = rows[..., self._seat].max(axis=0)
        return np.asarray(found)

    def _chosen(self, rows: Floats) -> Ints:
        """Which row along the first axis is played: the first of the best, unless ties say."""
        own = rows[..., self._seat]
        best = own >= own.max(axis=0) - TIE
        if self.ties.quantity is None:
            return np.asarray(best.argmax(axis=0))
        key = self.ties.sign * rows[..., self.ties.quantity]
        return np.asarray(np.where(best, key, -np.inf).argmax(axis=0))

    def _begin(self) -> Floats:
        """The row of the first roll of the turn, which may be thrown again."""
        first = self._roll[0, 0]
        if not self.start.rules.mercy:
            return np.asarray(first)
        spared = self.rolls.weights[0, FARKLE]
        return np.asarray(first + spared * (first - self._ends[FARKLE]))


def explicit_turn(
    state: State, values: Values, ties: TieBreak = FIRST, highest: int = 0
) -> ExplicitTurn:
    """The turn of this position, solved at least up to its level and `highest`; some are cached."""
    global _recent
    start = turn_start(state)
    if start.extras.offer:
        start = replace(start, extras=replace(start.extras, offer=None))
    for known in _recent:
        same = known.values is values and known.ties == ties and known.start == start
        if same and known.usable >= max(_level(state), highest):
            return known
    level, above = max(_level(state), highest), levels_of_a_turn(state.rules)
    usable = min(-(-(level + 1) // AT_ONCE) * AT_ONCE, level + above)
    found = ExplicitTurn(start, values, ties, usable)
    _recent = (found, *_recent[: REMEMBERED_TURNS - 1])
    return found


def _level(state: State) -> int:
    """The level of a position, or of what may be taken over there."""
    offered = state.extras.offer.points if state.extras.offer else 0
    return max(state.turn_points, offered) // step_of(state.rules)


def levels_of_a_turn(rules: Rules) -> int:
    """How many levels there are until the chance to get so far in one turn is negligible."""
    reached = any_dice_at_least(moves_of(rules, step_of(rules)))
    return int(np.argmax(reached < NEGLIGIBLE)) + 1


@lru_cache(maxsize=64)
def _dice_that_decide(rules: Rules, what: str) -> tuple[int, ...]:
    """Dice of a roll that decide so by themselves; none if there are none."""
    for count in range(1, rules.dice + 1):
        for outcome in rules.outcomes(count):
            if outcome.decides == what:
                return outcome.dice
    return ()
