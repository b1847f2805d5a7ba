"""The chances of all seats at every moment of a turn whose mover plays as the solution does.

With two players the chances add up to 1. With more, the chance of every seat is followed through
the mover's choices. Where choices are equally good for the mover, the solution takes one of them,
or mixes; only the result is stored, everybody's chances at the start of the turn. So the ways to
break ties are tried until those chances come out, with one way or with a mixture of two.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, Protocol, cast

import numpy as np
from msgspec.structs import replace

from hotdice.game import Action, Bank, Roll, State, Step
from hotdice.game.actions import BANK, ROLL
from hotdice.rules import Keep
from hotdice.rules.meaning import hot_dice_free, hot_dice_roll
from hotdice.solver.advice.current_turn import SELDOM, CurrentTurn, current_turn, forced_rolls
from hotdice.solver.advice.tie_break import FARKLED, FIRST, SCORELESS, TieBreak
from hotdice.solver.advice.turn_end import after_farkle, gains, nobody_left
from hotdice.solver.advice.values import (
    Chances,
    NPlayerValues,
    Values,
    chances_at_end,
    within_known_totals,
)
from hotdice.solver.feasibility import needs_explicit
from hotdice.solver.turn.final_turn import NEGLIGIBLE
from hotdice.solver.turn.levels import TIE, Floats, Ints, turn_solver
from hotdice.solver.turn.moves import moves_of
from hotdice.solver.turn.program import step_of
from hotdice.solver.turn.rounding import rounding

ALIKE = 1e-10  # chances of the same play differ by less: some hundred roundings of a turn


class Way(NamedTuple):
    """One way to play a turn, and its probability in the solution."""

    ties: TieBreak
    share: float


class ChanceRows(Protocol):
    """What each action of a turn leads to: the chances of all seats, and how the turn ends."""

    def at(self, state: State, action: Action) -> Floats:
        """The row after an action."""

    def first(self, rows: list[Floats]) -> int:
        """Which of these rows is played."""


class SeatChances:
    """The chances of all seats in one turn of a game."""

    def __init__(self, start: State, values: Values) -> None:
        self._values = values
        self._known = within_known_totals(start, values)
        self._tables: dict[tuple[int, TieBreak], _Table] = {}
        self._by_points: dict[tuple[int, TieBreak], _Table] = {}
        self.start = start
        self.ways: tuple[Way, ...] = (Way(FIRST, 1.0),)
        self._missed = 0.0
        if values.players > 2 and values.exact:
            self._missed, self.ways = self._fitted()

    @property
    def exact(self) -> bool:
        """Whether the chances are those of the solution, within its bound."""
        return self._values.exact and self._known is self.start

    @cached_property
    def bound(self) -> float:
        """The most that any chance in this turn can be off, if it is exact."""
        moves = moves_of(self.start.rules, step_of(self.start.rules))
        values = 0.0 if nobody_left(self.start) else self._values.turn_bound(self._known)
        return values + NEGLIGIBLE + SELDOM + rounding(moves) + self._missed

    @cached_property
    def farkled(self) -> Chances:
        """The chances after a farkle."""
        return chances_after_farkle(self.start, self._values)

    def after_roll(self, step: Step) -> Chances:
        """The chances after the dice of a roll have fallen."""
        keeps = step.before.rules.options(step.dice).keeps
        if not keeps:
            return self.farkled
        if step.after.rolled:
            return self.here(step.after)
        return self.after(step.before, keeps[0])  # all scoring dice were kept at once

    def here(self, state: State) -> Chances:
        """The chances before a choice or a forced action of this turn."""
        return self._mean(state, [self.choice(state, way) for way in self.ways])

    def after(self, state: State, action: Action) -> Chances:
        """The chances after an action; after a roll those before the dice are seen."""
        return self._mean(state, [action] * len(self.ways))

    def choice(self, state: State, way: Way) -> Action:
        """The action of one way of playing in a position."""
        actions = sorted(state.actions(), key=lambda action: not isinstance(action, Bank))
        if len(actions) == 1:
            return actions[0]
        rows = self._rows(state, way.ties)
        return actions[rows.first([rows.at(state, action) for action in actions])]

    def then(self, state: State, keep: Keep) -> Roll | Bank | None:
        """What is best after a keep; nothing if that ends the turn."""
        if not keep.left and not hot_dice_free(state.rules.terms):
            return ROLL if hot_dice_roll(state.rules.terms) else None
        table = self._table(state, self.ways[0].ties)
        return BANK if table.banks(state.turn_points + keep.points, keep.left) else ROLL

    def bank_from(self, state: State) -> int | None:
        """From which turn points on to bank with so many dice, as far as that holds.

        Where banking is best these are the fewest points, and where rolling is, the next ones. Only
        if it is one number that says so.
        """
        table = self._table(self._known, self.ways[0].ties)
        step, dice, points = step_of(state.rules), state.dice % state.rules.dice, state.turn_points
        while points >= step and table.banks(points, dice) and table.banks(points - step, dice):
            points -= step
        while not table.banks(points, dice):
            points += step
        return points

    def roll_variance(self, state: State) -> float:
        """The variance of the mover's chance over the next roll."""
        turn = current_turn(self._position(state), self._values)
        solver = turn_solver(moves_of(state.rules, turn.step))
        above = turn.chances.best[turn.level(state.turn_points) :].reshape(-1)
        kept = np.append(above.take(solver.every).max(axis=0), self.farkled[state.player])
        weights = solver.weights[state.dice % solver.dice]
        return float(weights @ (kept - weights @ kept) ** 2)

    def keep_to(self, state: State, action: Action) -> bool:
        """Drop the ways that would have acted differently, if some agree with the action.

        Returns whether the ways differed here.
        """
        same = [way for way in self.ways if _same(self.choice(state, way), action)]
        parted = 0 < len(same) < len(self.ways)
        if parted:
            whole = sum(way.share for way in same)
            self.ways = tuple(Way(way.ties, way.share / whole) for way in same)
        return parted

    def _mean(self, state: State, actions: list[Action]) -> Chances:
        """The chances after what each way does, weighted by their probabilities."""
        if len(actions) == 1:
            row = self._rows(state, self.ways[0].ties).at(state, actions[0])
            return tuple(row[: self._values.players].tolist())
        found = np.zeros(self._values.players)
        for way, action in zip(self.ways, actions, strict=True):
            rows = self._rows(state, way.ties)
            found += way.share * rows.at(state, action)[: self._values.players]
        return tuple(found.tolist())

    def _rows(self, state: State, ties: TieBreak) -> "ChanceRows":
        return self._table(state, ties)

    def _table(self, state: State, ties: TieBreak) -> "_Table":
        asked = (state.turn_points, ties)
        if asked not in self._by_points:
            turn = current_turn(self._position(state), self._values)
            key = (turn.first, ties)
            if key not in self._tables:
                self._tables[key] = _Table(turn, ties)
            self._by_points[asked] = self._tables[key]
        return self._by_points[asked]

    def _position(self, state: State) -> State:
        """A position of this turn with totals that the values have."""
        if self._known is self.start:
            return state
        return replace(state, totals=self._known.totals)

    def _fitted(self) -> tuple[float, tuple[Way, ...]]:
        """Ways and their probabilities that give the stored chances at the start of the turn.

        The first number is by how much they miss them.
        """
        start, players = self._known, self._values.players
        wanted = np.array(self._values.chances(start))
        best: tuple[float, tuple[Way, ...]] = (np.inf, ())
        for ties in _tie_breaks(players):
            missed = float(np.abs(self._begin(ties) - wanted).max())
            best = min(best, (missed, (Way(ties, 1.0),)), key=itemgetter(0))
            if missed < ALIKE:
                return best
        for one, other in _pairs(players):
            at_one, apart = self._begin(one), self._begin(other) - self._begin(one)
            if np.abs(apart).max() >= ALIKE:
                share = float(np.clip(apart @ (wanted - at_one) / (apart @ apart), 0.0, 1.0))
                missed = float(np.abs(at_one + share * apart - wanted).max())
                two = (Way(one, 1.0 - share), Way(other, share))
                best = min(best, (missed, two), key=itemgetter(0))
            if best[0] < ALIKE:
                return best
        return best

    def _begin(self, ties: TieBreak) -> Floats:
        """The chances of all at the start of the turn by one way to play."""
        start = self._known
        rows = self._rows(start, ties)
        found = [rows.at(start, action) for action in start.actions()]
        return found[rows.first(found)][: self._values.players]


def _tie_breaks(players: int) -> Iterator[TieBreak]:
    """The ways to break ties, the most usual first."""
    yield FIRST
    for quantity in (*range(players, players + 2), *range(players)):
        yield TieBreak(quantity, 1)
        yield TieBreak(quantity, -1)


def _pairs(players: int) -> Iterator[tuple[TieBreak, TieBreak]]:
    """Two ways that a mover may mix: first those with least and most of something.

    The solver mixes by the chance that a turn records nothing. Of three players any two ways that
    have the stored chances between them would do, so the order matters.
    """
    for quantity in (*range(players, players + 2), *range(players)):
        yield TieBreak(quantity, -1), TieBreak(quantity, 1)
    yield from combinations(_tie_breaks(players), 2)


def _same(one: Action, other: Action) -> bool:
    """Whether two actions lead to the same: keeps with as many points and dice left do."""
    if isinstance(one, Keep) and isinstance(other, Keep):
        return leads_to(one) == leads_to(other)
    return type(one) is type(other)


def leads_to(keep: Keep) -> tuple[int, int, bool]:
    """What tells keeps apart: others of the same roll lead to the same."""
    return keep.points, keep.left, keep.unconfirmed


class _Table:
    """One turn by level and dice left: all seats' chances, and how it is likely to end."""

    def __init__(self, turn: CurrentTurn, ties: TieBreak) -> None:
        self._turn, self._ties = turn, ties
        self._seat = turn.start.player
        played = turn.chances
        if turn.values.players <= 2:
            self._stop, self._roll, self._best = played.stop, played.roll, played.best
            return
        self._stop = self._stopped()
        self._best = self._stop.copy()
        self._roll = np.empty((*played.roll.shape, self._stop.shape[2]))
        self._carry()

    def at(self, state: State, action: Action) -> Floats:
        """The row after an action: the chances of all seats, and those of how the turn ends."""
        turn = self._turn
        level, dice = turn.level(state.turn_points), state.dice % state.rules.dice
        if isinstance(action, Keep):
            found = self._best[level + action.points // turn.step, action.left]
        else:
            found = (self._stop if isinstance(action, Bank) else self._roll)[level, dice]
        return found if turn.values.players > 2 else _both(found, turn.start)

    def banks(self, turn_points: int, left: int) -> bool:
        """Whether to bank with so many dice left, rather than roll; above all levels that is best.

        Below the first points of the table nothing is known.
        """
        turn = self._turn
        stop, roll = turn.chances.stop, turn.chances.roll
        level = (turn_points - turn.first) // turn.step
        return level >= len(roll) or bool(stop[level, left] + TIE >= roll[level, left])

    def first(self, rows: list[Floats]) -> int:
        """Which of these rows is played; bank comes first, then keeps by falling points."""
        own = [float(row[self._seat]) for row in rows]
        if self._ties.quantity is None:
            return own.index(max(own))
        level = [at for at, chance in enumerate(own) if chance >= max(own) - TIE]
        key = [self._ties.sign * float(rows[at][self._ties.quantity]) for at in level]
        return level[key.index(max(key))]

    def _carry(self) -> None:
        """Solve the turn from the highest level down, choosing by the mover's chance."""
        turn = self._turn
        solver = turn_solver(moves_of(turn.start.rules, turn.step))
        columns = solver.every[::-1]  # falling points, so that the first of equals has most
        flat = self._best.reshape(-1, self._best.shape[2])
        either = np.arange(2 * solver.dice).reshape(2, -1)  # stopping before rolling
        outcomes = np.arange(columns.shape[1])
        rows = np.empty((solver.weights.shape[1], flat.shape[1]))
        rows[-1] = self._lost()
        for level in range(len(self._roll) - 1, -1, -1):
            places = level * solver.dice + columns
            rows[:-1] = flat[places[self._chosen(flat, places), outcomes]]
            self._roll[level] = solver.weights @ rows
            both = np.concatenate([self._stop[level], self._roll[level]])
            if solver.fixed_hot_dice:
                both[solver.dice] = both[0]
            self._best[level] = both[either[self._chosen(both, either), either[0]]]

    def _chosen(self, rows: Floats, places: Ints) -> Ints:
        """Which of the places along the first axis is played, for each along the second."""
        own = rows[places, self._seat]
        if self._ties.quantity is None:
            return np.asarray(own.argmax(axis=0))
        key = self._ties.sign * rows[places, self._ties.quantity]
        return np.asarray(np.where(own >= own.max(axis=0) - TIE, key, -np.inf).argmax(axis=0))

    def _lost(self) -> Floats:
        start, values = self._turn.start, self._turn.values
        return np.array([*chances_at_end(start.farkle(), values), 1.0, 1.0])

    def _stopped(self) -> Floats:
        """What stopping is worth by level and dice left; for the mover as in the turn itself."""
        turn = self._turn
        start, values, own = turn.start, cast(NPlayerValues, turn.values), turn.chances.stop
        rules, seats = start.rules, turn.values.players
        points = turn.first + turn.step * np.arange(len(own))
        gained = gains(start, points)
        found = np.zeros((*own.shape, seats + 2))
        banked = np.empty((len(own), seats + 2))
        inside = (start.totals[self._seat] + gained < rules.target) & (start.starter is None)
        if inside.any():
            banked[inside, :seats] = values.banked_by_seat(start, gained[inside])
        for level in np.flatnonzero(~inside):
            banked[level, :seats] = chances_at_end(start.add(int(gained[level])), values)
        banked[:, seats + SCORELESS] = gained == 0
        banked[:, seats + FARKLED] = 0.0
        found[:] = banked[:, None]
        if hot_dice_roll(rules.terms):
            forced = forced_rolls(moves_of(rules, turn.step))
            above = len(turn.chances.roll)
            found[above:, 0] = forced.safe * banked[above:] + forced.farkle * self._lost()
        found[..., self._seat] = own
        return found


def chances_after_farkle(start: State, values: Values) -> Chances:
    """The chances of all after a farkle in the turn that begins here."""
    known = within_known_totals(start, values)
    if values.players > 2 or needs_explicit(start.rules):
        return chances_at_end(known.farkle(), values)
    return tuple(_both(after_farkle(known, values), known).tolist())


def _both(own: float, start: State) -> Floats:
    """The chances of two players, or the value of one, from that of the mover."""
    if len(start.totals) == 1:
        return np.array([own])
    return np.array([own, 1.0 - own] if start.player == 0 else [1.0 - own, own])
