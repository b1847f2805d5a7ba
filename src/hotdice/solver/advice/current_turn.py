"""The turn under way in a position: chances and points from its turn points up.

The last few turns are cached, since positions of one turn are mostly asked for in a row.
"""

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from hotdice.game import Action, Bank, State
from hotdice.rules import Keep
from hotdice.rules.meaning import hot_dice_roll, least_gain
from hotdice.solver.advice.turn_end import (
    after_bank,
    after_farkle,
    after_gain,
    gains,
    highest_need,
)
from hotdice.solver.advice.values import Values, turn_start
from hotdice.solver.turn.final_turn import any_dice_at_least
from hotdice.solver.turn.levels import Floats, Levels, turn_solver
from hotdice.solver.turn.moves import Moves, forced_roll, moves_of
from hotdice.solver.turn.program import step_of
from hotdice.solver.turn.secondary_values import secondary_values
from hotdice.solver.turn.upper_levels import SolvedLevels, upper_levels

REMEMBERED_TURNS = 8
NEVER = 1e-16  # a level that could cost less than this, one rounding of a chance, is left out
SELDOM = 1e-13  # what leaving out levels may cost in all; it is part of the bound of advice

_recent: tuple["CurrentTurn", ...] = ()


class CurrentTurn:
    """One turn by level and dice left; its level 0 is at `first` turn points."""

    def __init__(
        self, start: State, values: Values, first: int, usable: int, done: SolvedLevels
    ) -> None:
        self.start = start
        self.values = values
        self.first = first
        self.step = step_of(start.rules)
        self.usable = usable
        self._done = done

    @property
    def chances(self) -> Levels:
        """The chance of winning."""
        return self._done.levels

    @cached_property
    def points(self) -> Levels:
        """The expected gain of the total if the turn is played for the best chance."""
        start = self.start
        moves = moves_of(start.rules, self.step)
        turn, forced = turn_solver(moves), forced_rolls(moves)
        points = self.first + self.step * np.arange(len(self.chances.stop))
        gained = gains(start, points).astype(np.float64)
        fallen = float(start.farkle().totals[start.player] - start.totals[start.player])
        rolled_on = forced.safe * gained[-turn.reach :] + forced.points + forced.farkle * fallen
        return secondary_values(
            upper_levels(moves), self._done, turn.stop_values(gained, 0.0, rolled_on), fallen
        )

    def chance(self, state: State, action: Action) -> float:
        """The mover's chance after an action, with the best play after it."""
        at = self._place(state, action)
        if isinstance(action, Keep):
            return float(self.chances.best[at])
        return float((self.chances.stop if isinstance(action, Bank) else self.chances.roll)[at])

    def gain(self, state: State, action: Action) -> float:
        """What the total can be expected to gain after a roll."""
        return float(self.points.roll[self._place(state, action)])

    def level(self, turn_points: int) -> int:
        """The level of these turn points; -1 if this turn does not cover them."""
        level, between = divmod(turn_points - self.first, self.step)
        return -1 if between or not 0 <= level < self.usable else level

    def _place(self, state: State, action: Action) -> tuple[int, int]:
        """The level and dice left at which an action is taken, or that a keep leads to."""
        level = self.level(state.turn_points)
        if isinstance(action, Keep):
            return level + action.points // self.step, action.left
        return level, state.dice % state.rules.dice


def current_turn(state: State, values: Values) -> CurrentTurn:
    """The turn of this position, solved from its turn points up."""
    global _recent
    start = turn_start(state)
    for known in _recent:
        if known.values is values and known.start == start and known.level(state.turn_points) >= 0:
            return known
    found = solve_turn(start, state.turn_points, values)
    _recent = (found, *_recent[: REMEMBERED_TURNS - 1])
    return found


def solve_turn(start: State, first: int, values: Values) -> CurrentTurn:
    """The turn that begins here, from so many turn points up."""
    moves = moves_of(start.rules, step_of(start.rules))
    turn = turn_solver(moves)
    lost = after_farkle(start, values)
    own = start.totals[start.player]
    highest = max(highest_need(start) - own, least_gain(start.rules.terms, own))
    rows = max(0, moves.units(highest - first)) + 1 + turn.reach
    points = first + moves.step * np.arange(rows)
    bank = after_bank(start, points, values)
    levels, usable = _levels(moves, bank[: -turn.reach], lost)
    bank = bank[: levels + turn.reach]
    nothing = float(after_gain(start, np.zeros(1, dtype=np.int64), values)[0])
    forced = forced_rolls(moves)
    rolled_on = forced.safe + forced.farkle * lost
    played = upper_levels(moves).solve(turn.stop_values(bank, nothing, rolled_on), lost)
    turn.solve_range(played.levels, lost, 0, played.low)
    return CurrentTurn(start, values, first, usable, played)


def _levels(moves: Moves, bank: Floats, lost: float) -> tuple[int, int]:
    """How many levels are below those where stopping is best whatever the dice.

    Rolling is worth at most 1 - farkle * (1 - lost); where hot dice must be rolled, everything else
    has to be certain. A level that is hardly ever reached and where little can be gained counts as
    such too; but from levels close to it, it is reached too often. So the second number is the
    level below which the first number is valid.
    """
    limit = 1.0
    if not hot_dice_roll(moves.rules.terms):
        limit -= float(moves.farkle.min()) * (1.0 - lost)
    reached = np.zeros(len(bank))
    known = any_dice_at_least(moves)[: len(bank) - 1]
    reached[0], reached[1 : len(known) + 1] = 1.0, known
    below = np.flatnonzero((bank < limit) & (reached * (1.0 - bank) > NEVER))
    levels = int(below[-1]) + 1 if len(below) else 1
    missed = np.max(1.0 - bank[levels:], where=bank[levels:] < limit, initial=0.0)
    often = np.flatnonzero(reached * missed > SELDOM)
    return levels, max(1, levels - (int(often[-1]) + 1 if len(often) else 0))


class ForcedRolls(NamedTuple):
    """Forced hot dice once everything is reached: the chances of each end, and the extra points."""

    safe: float
    farkle: float
    points: float


@lru_cache(maxsize=64)
def forced_rolls(moves: Moves) -> ForcedRolls:
    """How a turn ends in which hot dice must be rolled, once everything is reached."""
    if not hot_dice_roll(moves.rules.terms):
        return ForcedRolls(1.0, 0.0, 0.0)
    again = again_points = safe_points = Fraction()
    for pairs, chance in moves.rolls[-1].chances.items():
        stopping = [keep for keep, left in pairs if left]
        if stopping:
            safe_points += chance * max(stopping)
        else:
            again += chance
            again_points += chance * max(keep for keep, _ in pairs)
    safe, farkle = forced_roll(moves.rolls)
    points = (safe_points + safe * again_points) / (1 - again) * moves.step
    return ForcedRolls(float(safe), float(farkle), float(points))
